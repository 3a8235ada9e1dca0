#include "powers.h"

#include <cstdio>

int main() {
  const std::vector<long> Sums = sumsByTasks(100);
  long Expected = 0;
  for (long I = 0; I < 100; ++I) {
    Expected += I * I * I;
    if (Sums[static_cast<std::size_t>(I)] != Expected) {
      std::fprintf(stderr, "the sum up to %ld is %ld, not %ld\n", I, Expected,
                   Sums[static_cast<std::size_t>(I)]);
      return 1;
    }
  }
  std::puts("right");
}
