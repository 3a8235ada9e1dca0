// The first task waits for what the second one releases.
__task int take(__global tkl_semaphore *s) {
  int held;
  held <- tkl_acquire(s);
  force (held) { return 5; }
}

__task void give(__global tkl_semaphore *s) { tkl_release(s); }

__task int both(void) {
  __global tkl_semaphore *s = tkl_alloc(sizeof(tkl_semaphore));
  int r;
  r <- take(s);
  () <- give(s);
  force (r) { return r; }
}

__kernel void later(__global int *out, int n) { out[0] <- both(); }
