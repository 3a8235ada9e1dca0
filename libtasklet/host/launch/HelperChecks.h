//===- HelperChecks.h - Whether tasks can go to another device --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Which devices may help each other is decided when the helpers are set
/// (api/ApiHelperQueues.cpp). The rest depends on the command: its program must
/// be the same one on both devices, and what its tasks may reach must lie in
/// memory that both use at the same time. Parts of one device share all memory.
/// Between others, OpenCL promises it only of fine-grained shared virtual
/// memory.
///
/// Tasks reach memory by the kernel's arguments and by pointers in that memory.
/// The latter nobody can check. Images stay in the kernel's own body, which runs
/// on the queue's own device. Constants of the program need no check: the
/// devices are processors, and one process has one constant at one address.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_LAUNCH_HELPERCHECKS_H
#define TASKLET_HOST_LAUNCH_HELPERCHECKS_H

#include "objects/KernelState.h"

namespace tasklet {

/// Whether tasks of a command of \p Kernel, with its present arguments, can run
/// on \p Helper as well as on the queue's device \p Own. CL_SUCCESS, or a code;
/// \p Why then says why not.
cl_int checkHelp(KernelState &Kernel, cl_device_id Own, cl_device_id Helper,
                 std::string &Why);

} // namespace tasklet

#endif
