#include "power.h"

#if !defined(CHECKED)
#error the option of the configuration is missing
#endif

// The sum of the powers from one number up to another one, by halves.
__task long sum(long from, long to) {
  if (from == to)
    return power(from);
  long middle = (from + to) / 2;
  long left, right;
  left <- sum(from, middle);
  right <- sum(middle + 1, to);
  force (left, right) { return left + right; }
}
