//===- LastMessage.h - Why the last command failed --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_E2E_API_LASTMESSAGE_H
#define TASKLET_TEST_E2E_API_LASTMESSAGE_H

#include "DeviceTest.h"
#include <CL/cl_tkl_tasklets.h>

namespace tasklet::test {

/// The library's last message of the context that all tests share.
inline std::string lastMessage() {
  auto Get =
      extensionFunction<clGetTaskletMessageTKL_fn>("clGetTaskletMessageTKL");
  size_t Size = 0;
  check(Get(Device::get()->Context, 0, nullptr, &Size), "message");
  std::string Text(Size, '\0');
  check(Get(Device::get()->Context, Size, Text.data(), nullptr), "message");
  return Text.c_str();
}

} // namespace tasklet::test

#endif
