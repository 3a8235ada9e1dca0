//===- KernelNames.cpp - The kernels that a user may see ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "objects/KernelNames.h"

using namespace tasklet;

static const char StartPrefix[] = "__tkl_start_";

std::string tasklet::startKernelName(const std::string &Task) {
  return StartPrefix + Task;
}

std::string tasklet::userName(const std::string &Name) {
  return Name.rfind(StartPrefix, 0) == 0 ? Name.substr(strlen(StartPrefix))
                                         : Name;
}

std::vector<std::string> tasklet::visibleKernelNames(cl_program Program) {
  std::string Text =
      queryBytes([&](size_t Size, void *Value, size_t *SizeRet) {
        return next().clGetProgramInfo(Program, CL_PROGRAM_KERNEL_NAMES, Size,
                                       Value, SizeRet);
      }).c_str();
  std::vector<std::string> Names;
  for (size_t Begin = 0; Begin < Text.size();) {
    size_t End = Text.find(';', Begin);
    if (End == std::string::npos)
      End = Text.size();
    std::string Name = Text.substr(Begin, End - Begin);
    if (!Name.empty() && !isHiddenKernel(Name))
      Names.push_back(std::move(Name));
    Begin = End + 1;
  }
  return Names;
}

std::string tasklet::joinKernelNames(const std::vector<std::string> &Names) {
  std::string Text;
  for (const std::string &Name : Names)
    Text += (Text.empty() ? "" : ";") + Name;
  return Text;
}
