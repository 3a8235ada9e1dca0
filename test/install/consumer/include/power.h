// n to the power that the build has chosen.
static inline long power(long n) {
  long result = 1;
  for (int i = 0; i < POWER; ++i)
    result *= n;
  return result;
}
