#ifndef POWERS_H
#define POWERS_H

#include <cstddef>
#include <vector>

/// Element i: the sum of the cubes of 0 to i, by tasks.
std::vector<long> sumsByTasks(std::size_t Count);

#endif
