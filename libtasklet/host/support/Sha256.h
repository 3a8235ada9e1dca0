//===- Sha256.h - Names by content ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_SUPPORT_SHA256_H
#define TASKLET_HOST_SUPPORT_SHA256_H

#include <string>

namespace tasklet {

/// 64 hexadecimal digits; empty if the hash could not be computed.
std::string sha256(const std::string &Text);

} // namespace tasklet

#endif
