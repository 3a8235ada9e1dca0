// Tasks add what they know to one place, all of them at once or one by one.
__task void all_at_once(__global int *sum, int n) {
  if (n == 1) {
    *sum += 1;
    return;
  }
  () <- all_at_once(sum, n / 2);
  () <- all_at_once(sum, n - n / 2);
}

__task void one_by_one(__global int *sum, int n) {
  if (n == 1) {
    *sum += 1;
    return;
  }
  () <- one_by_one(sum, n / 2);
  force ();
  () <- one_by_one(sum, n - n / 2);
}

__kernel void races(__global int *out, int n) {
  *out = 0;
  () <- all_at_once(out, n * 8);
}

__kernel void waits(__global int *out, int n) {
  *out = 0;
  () <- one_by_one(out, n * 8);
}

__kernel void plain(__global int *out, int n) { *out = n * 8; }
