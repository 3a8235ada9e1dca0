//===- Mutate.h - Programs with mistakes ------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_KITE_PARSE_MUTATE_H
#define TASKLET_TEST_KITE_PARSE_MUTATE_H

#include <random>
#include <string>
#include <vector>

namespace tasklet::kite {

using Random = std::mt19937_64;

/// One of 0 to \p Count - 1; 0 if there is none.
size_t pick(Random &Source, size_t Count);

/// Names, numbers, strings, signs and the blanks between them, roughly.
std::vector<std::string> splitTokens(const std::string &Text);

/// Leaves out, doubles, swaps, replaces and inserts tokens, parts of other
/// programs and bytes.
std::string mutate(const std::vector<std::string> &Corpus, Random &Source);

/// A program of the grammar, correct to the parser.
std::string generate(Random &Source);

} // namespace tasklet::kite

#endif
