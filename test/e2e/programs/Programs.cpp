//===- Programs.cpp - Fixture for whole programs --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Programs.h"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace tasklet::test {

Program Programs::load(const std::string &Name, const std::string &Options) {
  std::ifstream File(std::string(TASKLET_PROGRAMS) + "/" + Name + ".cl");
  std::stringstream Source;
  Source << File.rdbuf();
  if (!File)
    throw std::runtime_error("there is no program " + Name);
  Program P = build(Source.str(), std::string("-Wall -Wextra -Werror ") +
                                      GetParam().Options + " " + Options);
  EXPECT_EQ(P.buildLog(), "");
  return P;
}

} // namespace tasklet::test
