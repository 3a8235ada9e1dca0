//===- LaunchProperties.h - Our words in property lists ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Contexts and queues are made with lists of names and values that end with 0.
/// Drivers refuse names that they do not know, so ours are taken out before.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_LAUNCHPROPERTIES_H
#define TASKLET_HOST_LAUNCHPROPERTIES_H

#include "Environment.h"

#include <vector>

namespace tasklet {

template <typename Property> struct LaunchProperties {
  LaunchChoices Choices;
  /// As the application gave it, with the 0; empty if there was no list or none
  /// of our names in it.
  std::vector<Property> Given;
  /// Without our names.
  std::vector<Property> Left;
  std::string Error; ///< Empty, or which value is out of its range.

  LaunchProperties(const Property *List, Property HeapSizeName,
                   Property WorkersName) {
    const Property *End = List;
    for (; End && *End; End += 2) {
      std::string Wrong;
      bool Good = true;
      if (End[0] == HeapSizeName)
        Good = Choices.setHeapSize(static_cast<uint64_t>(End[1]), Wrong);
      else if (End[0] == WorkersName)
        Good = Choices.setWorkers(static_cast<uint64_t>(End[1]), Wrong);
      else
        Left.insert(Left.end(), {End[0], End[1]});
      if (!Good)
        Error = "the property value " + std::to_string(End[1]) + " " + Wrong;
    }
    if (List)
      Left.push_back(0);
    if (Choices.HeapSize || Choices.Workers)
      Given.assign(List, End + 1);
  }

  /// What the driver gets for \p List.
  const Property *forDriver(const Property *List) const {
    return Given.empty() ? List : Left.data();
  }
};

} // namespace tasklet

#endif
