//===- LaunchProperties.h - Our words in property lists ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Contexts and queues are made with lists of names and values that end with 0.
/// Drivers refuse names that they do not know, so ours are taken out first.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_LAUNCH_LAUNCHPROPERTIES_H
#define TASKLET_HOST_LAUNCH_LAUNCHPROPERTIES_H

#include "support/Environment.h"

#include <vector>

namespace tasklet {

template <typename Property> struct LaunchProperties {
  LaunchChoices Choices;
  /// As the application gave it, with the 0; empty if there was no list or none
  /// of our names in it.
  std::vector<Property> Given;
  /// Without our names.
  std::vector<Property> Left;
  /// Empty, or which value is out of its range or given twice.
  std::string Error;

  /// \p Maximum of heap sizes, in bytes; 0: not known yet.
  LaunchProperties(const Property *List, Chooser By, Property HeapSizeName,
                   Property WorkersName, Property OrderedName,
                   uint64_t Maximum = 0) {
    auto Once = [&](bool Again, const char *Name, std::string Wrong) {
      if (Again)
        Wrong = std::string(Name) + " is given twice; give it once";
      if (Error.empty())
        Error = std::move(Wrong);
    };
    const Property *End = List;
    for (; End && *End; End += 2) {
      auto Value = static_cast<uint64_t>(End[1]);
      const LaunchChoices Before = Choices;
      if (End[0] == HeapSizeName)
        Once(Before.HeapSize.has_value(), heapSizeName(By),
             Choices.setHeapSize(By, Value, Maximum));
      else if (End[0] == WorkersName)
        Once(Before.Workers.has_value(), workersName(By),
             Choices.setWorkers(By, Value));
      else if (End[0] == OrderedName)
        Once(Before.Ordered.has_value(), orderedName(By),
             Choices.setOrdered(By, Value));
      else
        Left.insert(Left.end(), {End[0], End[1]});
    }
    if (List)
      Left.push_back(0);
    if (Choices.HeapSize || Choices.Workers || Choices.Ordered)
      Given.assign(List, End + 1);
  }

  /// What the driver gets for \p List.
  const Property *forDriver(const Property *List) const {
    return Given.empty() ? List : Left.data();
  }
};

} // namespace tasklet

#endif
