//===- Record.cpp - Records the commands of an application ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A library to preload. Each command of a kernel becomes a folder in
/// $TASKLET_RECORD with the source, the build options, the arguments for a
/// program that `taskletc --elide` made, and the memory before and after. So
/// what a device has computed can be compared with the elided program, whatever
/// the application is. Commands with much memory are left out, and so is each
/// further one with the same kernel after some.
///
//===----------------------------------------------------------------------===//
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace {

constexpr size_t MostBytes = 4 << 20;
constexpr int MostOfKernel = 2;

struct Source {
  std::string Text, Options;
};
struct Kernel {
  Source From;
  std::string Name;
  std::map<cl_uint, std::string> Values;
  std::map<cl_uint, size_t> Local;
  bool Unknown = false;
};

std::recursive_mutex Guard;
std::map<cl_program, Source> Programs;
std::map<cl_kernel, Kernel> Kernels;
std::set<cl_mem> Buffers;
std::map<std::string, int> Seen;
int Depth = 0; // The library's own calls are none of the application's.

struct Scope {
  std::lock_guard<std::recursive_mutex> Lock{Guard};
  Scope() { ++Depth; }
  ~Scope() { --Depth; }
  bool outermost() const { return Depth == 1; }
};

template <typename Function> Function next(const char *Name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, Name));
}
#define NEXT(NAME) next<decltype(&NAME)>(#NAME)

void write(const std::string &Path, const std::string &Bytes) {
  if (FILE *File = fopen(Path.c_str(), "w")) {
    fwrite(Bytes.data(), 1, Bytes.size(), File);
    fclose(File);
  }
}

/// The memory behind an argument; null if it is none.
cl_mem memoryOf(const std::string &Value) {
  cl_mem Memory = nullptr;
  if (Value.size() == sizeof(Memory))
    memcpy(&Memory, Value.data(), sizeof(Memory));
  return Buffers.count(Memory) ? Memory : nullptr;
}

size_t sizeOf(cl_mem Memory) {
  size_t Size = 0;
  NEXT(clGetMemObjectInfo)(Memory, CL_MEM_SIZE, sizeof(Size), &Size, nullptr);
  return Size;
}

std::string contentOf(cl_command_queue Queue, cl_mem Memory) {
  std::string Bytes(sizeOf(Memory), '\0');
  NEXT(clEnqueueReadBuffer)
  (Queue, Memory, CL_TRUE, 0, Bytes.size(), Bytes.data(), 0, nullptr, nullptr);
  return Bytes;
}

std::string rangeText(const char *Option, cl_uint Dimensions,
                      const size_t *Numbers) {
  std::string Text;
  for (cl_uint I = 0; Numbers && I != Dimensions; ++I)
    Text += (I ? "," : "") + std::to_string(Numbers[I]);
  return Text.empty() ? Text : std::string(Option) + "\n" + Text + "\n";
}

/// The folder for a command; empty if it is not recorded.
std::string folderFor(const Kernel &K) {
  const char *Root = getenv("TASKLET_RECORD");
  size_t Bytes = 0;
  for (auto &[Index, Value] : K.Values)
    if (cl_mem Memory = memoryOf(Value))
      Bytes += sizeOf(Memory);
  if (!Root || K.Unknown || K.From.Text.empty() || Bytes > MostBytes)
    return {};
  std::string Key = K.From.Text + K.From.Options + K.Name;
  if (Seen[Key]++ >= MostOfKernel)
    return {};
  static int Number = 0;
  std::string Folder = std::string(Root) + "/" + std::to_string(getpid()) +
                       "-" + std::to_string(Number++);
  return mkdir(Folder.c_str(), 0777) == 0 ? Folder : std::string();
}

} // namespace

extern "C" {

cl_program clCreateProgramWithSource(cl_context Context, cl_uint Count,
                                     const char **Strings,
                                     const size_t *Lengths, cl_int *Error) {
  Scope In;
  cl_program Program =
      NEXT(clCreateProgramWithSource)(Context, Count, Strings, Lengths, Error);
  if (!In.outermost() || !Program)
    return Program;
  Programs[Program] = Source(); // The handle may be an old one.
  for (cl_uint I = 0; I != Count; ++I)
    Programs[Program].Text += Lengths && Lengths[I]
                                  ? std::string(Strings[I], Lengths[I])
                                  : std::string(Strings[I]);
  return Program;
}

cl_int clBuildProgram(cl_program Program, cl_uint Count,
                      const cl_device_id *Devices, const char *Options,
                      void(CL_CALLBACK *Notify)(cl_program, void *),
                      void *Data) {
  Scope In;
  if (In.outermost() && Options)
    Programs[Program].Options = Options;
  return NEXT(clBuildProgram)(Program, Count, Devices, Options, Notify, Data);
}

cl_kernel clCreateKernel(cl_program Program, const char *Name, cl_int *Error) {
  Scope In;
  cl_kernel Made = NEXT(clCreateKernel)(Program, Name, Error);
  if (In.outermost() && Made) {
    Kernels[Made] = Kernel();
    Kernels[Made].From = Programs[Program];
    Kernels[Made].Name = Name;
  }
  return Made;
}

cl_mem clCreateBuffer(cl_context Context, cl_mem_flags Flags, size_t Size,
                      void *Host, cl_int *Error) {
  Scope In;
  cl_mem Made = NEXT(clCreateBuffer)(Context, Flags, Size, Host, Error);
  if (In.outermost() && Made)
    Buffers.insert(Made);
  return Made;
}

cl_mem clCreateSubBuffer(cl_mem Parent, cl_mem_flags Flags,
                         cl_buffer_create_type Type, const void *Info,
                         cl_int *Error) {
  Scope In;
  cl_mem Made = NEXT(clCreateSubBuffer)(Parent, Flags, Type, Info, Error);
  if (In.outermost() && Made)
    Buffers.insert(Made);
  return Made;
}

cl_int clSetKernelArg(cl_kernel Handle, cl_uint Index, size_t Size,
                      const void *Value) {
  Scope In;
  if (In.outermost()) {
    Kernel &K = Kernels[Handle];
    K.Values.erase(Index);
    K.Local.erase(Index);
    if (Value)
      K.Values[Index] = std::string(static_cast<const char *>(Value), Size);
    else
      K.Local[Index] = Size;
  }
  return NEXT(clSetKernelArg)(Handle, Index, Size, Value);
}

cl_int clSetKernelArgSVMPointer(cl_kernel Handle, cl_uint Index,
                                const void *Value) {
  Scope In;
  if (In.outermost())
    Kernels[Handle].Unknown = true;
  return NEXT(clSetKernelArgSVMPointer)(Handle, Index, Value);
}

cl_int clEnqueueNDRangeKernel(cl_command_queue Queue, cl_kernel Handle,
                              cl_uint Dimensions, const size_t *Offset,
                              const size_t *Global, const size_t *Local,
                              cl_uint Count, const cl_event *Waits,
                              cl_event *Event) {
  Scope In;
  auto Enqueue = [&] {
    return NEXT(clEnqueueNDRangeKernel)(Queue, Handle, Dimensions, Offset,
                                        Global, Local, Count, Waits, Event);
  };
  Kernel &K = Kernels[Handle];
  std::string Folder = In.outermost() ? folderFor(K) : std::string();
  if (Folder.empty())
    return Enqueue();
  NEXT(clFinish)(Queue);
  std::string Words = K.Name + "\n" +
                      rangeText("--global", Dimensions, Global) +
                      rangeText("--local", Dimensions, Local) +
                      rangeText("--offset", Dimensions, Offset);
  std::map<cl_mem, cl_uint> Places;
  for (cl_uint I = 0; K.Values.count(I) || K.Local.count(I); ++I) {
    std::string Number = std::to_string(I), Before = Number + ".before";
    if (K.Local.count(I)) {
      Words += "local:" + std::to_string(K.Local[I]) + "\n";
      continue;
    }
    cl_mem Memory = memoryOf(K.Values[I]);
    if (Memory && Places.count(Memory)) {
      Words += "same:" + std::to_string(Places[Memory]) + "\n";
      continue;
    }
    if (Memory)
      Places[Memory] = I;
    write(Folder + "/" + Before,
          Memory ? contentOf(Queue, Memory) : K.Values[I]);
    Words += "file:" + Before + "\n";
  }
  cl_int Status = Enqueue();
  if (Status != CL_SUCCESS || NEXT(clFinish)(Queue) != CL_SUCCESS)
    return Status;
  for (auto &[Memory, Index] : Places) {
    std::string Number = std::to_string(Index);
    write(Folder + "/" + Number + ".after", contentOf(Queue, Memory));
    Words += "--out\n" + Number + "=" + Number + ".elided\n";
  }
  write(Folder + "/source.cl", K.From.Text);
  write(Folder + "/options", K.From.Options);
  write(Folder + "/command", Words); // Last: the record is complete.
  return Status;
}

} // extern "C"
