//===- RunBuiltins.cpp - Run kernels of a file, keep what they wrote ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// usage: run_builtins --device
//        run_builtins FILE OPTIONS INPUT OUTPUT IMAGES KERNEL:N:BYTES...
//
// The first prints the name, the versions, the extensions and the features of
// the device, one per line. The second builds FILE and runs each
//   KERNEL(__global const uchar *in, __global uchar *out,
//          __constant const uchar *table, images...)
// with one work-group of N work-items, where `in` and `table` hold INPUT, and
// writes the BYTES of `out`, and then what the images hold that it may write,
// to OUTPUT.KERNEL; a line with the kernel's name comes before what it prints.
// IMAGES is a list such as r2df,w3du, or '-': r, w or x for what the kernel may
// do (read, write, both); 1d, 2d, 3d, 1a, 2a (arrays) or 1b (of a buffer); f, i
// or u for what a pixel has four of.
//
// An ordinary OpenCL program, built twice: linked with libtasklet
// (run_builtins) and without it (run_builtins_plain).
//
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

using namespace tasklet::test;

static std::string readFile(const std::string &Name) {
  std::ifstream In(Name, std::ios::binary);
  if (!In)
    throw std::runtime_error("cannot read " + Name);
  return std::string{std::istreambuf_iterator<char>(In), {}};
}

static std::string query(cl_device_info What) {
  size_t Size = 0;
  check(clGetDeviceInfo(Device::get()->Id, What, 0, nullptr, &Size),
        "clGetDeviceInfo");
  std::string Text(Size, 0);
  check(clGetDeviceInfo(Device::get()->Id, What, Size, Text.data(), nullptr),
        "clGetDeviceInfo");
  return Text.c_str();
}

static std::string names(cl_device_info What) {
  size_t Size = 0;
  if (clGetDeviceInfo(Device::get()->Id, What, 0, nullptr, &Size))
    return "";
  std::vector<cl_name_version> List(Size / sizeof(cl_name_version));
  check(clGetDeviceInfo(Device::get()->Id, What, Size, List.data(), nullptr),
        "clGetDeviceInfo");
  std::string Text;
  for (const cl_name_version &Each : List) {
    bool Plain = What == CL_DEVICE_OPENCL_C_FEATURES;
    Text += (Text.empty() ? "" : " ") +
            (Plain ? std::string(Each.name)
                   : std::to_string(CL_VERSION_MAJOR(Each.version)) + "." +
                         std::to_string(CL_VERSION_MINOR(Each.version)));
  }
  return Text;
}

static void describeDevice() {
  for (cl_device_info What :
       {CL_DEVICE_NAME, CL_DEVICE_VERSION, CL_DRIVER_VERSION,
        CL_DEVICE_OPENCL_C_VERSION, CL_DEVICE_EXTENSIONS})
    std::printf("%s\n", query(What).c_str());
  for (cl_device_info What :
       {CL_DEVICE_OPENCL_C_FEATURES, CL_DEVICE_OPENCL_C_ALL_VERSIONS})
    std::printf("%s\n", names(What).c_str());
}

namespace {
/// Small, with a different size in each dimension.
class Image {
public:
  explicit Image(const std::string &Spec) : Writable(Spec.at(0) != 'r') {
    cl_image_format Format = {CL_RGBA, Spec.at(3) == 'f'   ? cl_uint(CL_FLOAT)
                                       : Spec.at(3) == 'i' ? CL_SIGNED_INT32
                                                           : CL_UNSIGNED_INT32};
    cl_image_desc What = {};
    What.image_width = Region[0] = 16;
    std::string Kind = Spec.substr(1, 2);
    if (Kind == "2d" || Kind == "2a" || Kind == "3d")
      What.image_height = Region[1] = 8;
    if (Kind == "3d")
      What.image_depth = Region[2] = 4;
    if (Kind == "1a")
      What.image_array_size = Region[1] = 4;
    if (Kind == "2a")
      What.image_array_size = Region[2] = 4;
    What.image_type = Kind == "1d"   ? CL_MEM_OBJECT_IMAGE1D
                      : Kind == "2d" ? CL_MEM_OBJECT_IMAGE2D
                      : Kind == "3d" ? CL_MEM_OBJECT_IMAGE3D
                      : Kind == "1a" ? CL_MEM_OBJECT_IMAGE1D_ARRAY
                      : Kind == "2a" ? CL_MEM_OBJECT_IMAGE2D_ARRAY
                                     : CL_MEM_OBJECT_IMAGE1D_BUFFER;
    Pixels.resize(Region[0] * Region[1] * Region[2] * 4);
    for (size_t I = 0; I < Pixels.size(); ++I) {
      float Value = 0.25f * static_cast<float>(I) - 100;
      if (Spec[3] == 'f')
        std::memcpy(&Pixels[I], &Value, sizeof(Value));
      else
        Pixels[I] = cl_uint(I * 2654435761u);
    }
    cl_int Status;
    cl_context Context = Device::get()->Context;
    size_t Bytes = Pixels.size() * sizeof(cl_uint);
    if (Kind == "1b") {
      Store.reset(clCreateBuffer(Context,
                                 CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                 Bytes, Pixels.data(), &Status),
                  clReleaseMemObject);
      check(Status, "clCreateBuffer");
      What.buffer = Store.get();
    }
    Memory.reset(
        clCreateImage(Context,
                      CL_MEM_READ_WRITE |
                          (Store ? cl_mem_flags(0) : CL_MEM_COPY_HOST_PTR),
                      &Format, &What, Store ? nullptr : Pixels.data(), &Status),
        clReleaseMemObject);
    check(Status, "clCreateImage");
  }

  cl_mem get() const { return Memory.get(); }
  /// Nothing if the kernel cannot have changed it.
  std::string content() {
    if (!Writable)
      return "";
    size_t Origin[3] = {}, Bytes = Pixels.size() * sizeof(cl_uint);
    cl_command_queue Queue = Device::get()->Queue;
    if (Store)
      check(clEnqueueReadBuffer(Queue, Store.get(), CL_TRUE, 0, Bytes,
                                Pixels.data(), 0, nullptr, nullptr),
            "clEnqueueReadBuffer");
    else
      check(clEnqueueReadImage(Queue, Memory.get(), CL_TRUE, Origin, Region, 0,
                               0, Pixels.data(), 0, nullptr, nullptr),
            "clEnqueueReadImage");
    return std::string(reinterpret_cast<const char *>(Pixels.data()), Bytes);
  }

private:
  bool Writable;
  size_t Region[3] = {1, 1, 1};
  std::vector<cl_uint> Pixels;
  std::shared_ptr<_cl_mem> Store, Memory;
};
} // namespace

static void runKernel(const Program &P, const std::string &Input,
                      const std::string &Output, const std::string &Images,
                      const std::string &What) {
  std::istringstream Parts(What);
  std::string Name;
  size_t N = 0, Bytes = 0;
  char Colon;
  std::getline(Parts, Name, ':');
  if (!(Parts >> N >> Colon >> Bytes))
    throw std::runtime_error("'" + What + "' is no KERNEL:N:BYTES");
  Buffer<char> In(std::vector<char>(Input.begin(), Input.end()));
  Buffer<char> Out(std::vector<char>(Bytes, 0));
  Kernel K = P.kernel(Name.c_str());
  K.setArgs(In, Out, In);
  std::vector<Image> Pictures;
  std::istringstream List(Images);
  for (std::string Spec; Images != "-" && std::getline(List, Spec, ',');)
    Pictures.emplace_back(Spec);
  for (size_t I = 0; I < Pictures.size(); ++I) {
    cl_mem Memory = Pictures[I].get();
    check(clSetKernelArg(K.get(), cl_uint(3 + I), sizeof(Memory), &Memory),
          "clSetKernelArg");
  }
  // Between what kernels print, which the driver writes by itself.
  std::printf("=== %s\n", Name.c_str());
  std::fflush(stdout);
  check(K.launch(Range({N}, {N})), Name.c_str());
  std::vector<char> Result = Out.read();
  std::ofstream File(Output + "." + Name, std::ios::binary);
  File.write(Result.data(), std::streamsize(Result.size()));
  for (Image &Picture : Pictures)
    File << Picture.content();
  if (!File.flush())
    throw std::runtime_error("cannot write " + Output + "." + Name);
}

static int run(int Argc, char **Argv) {
  if (!Device::get())
    throw std::runtime_error("no OpenCL device");
  if (Argc == 2 && std::string(Argv[1]) == "--device") {
    describeDevice();
    return 0;
  }
  if (Argc < 7)
    throw std::runtime_error("usage: run_builtins --device | FILE OPTIONS "
                             "INPUT OUTPUT IMAGES KERNEL:N:BYTES...");
  std::string Source = readFile(Argv[1]), Input = readFile(Argv[3]);
  const char *Text = Source.c_str();
  cl_int Status;
  Program P(clCreateProgramWithSource(Device::get()->Context, 1, &Text, nullptr,
                                      &Status));
  check(Status, "clCreateProgramWithSource");
  Status =
      clBuildProgram(P.get(), 1, &Device::get()->Id, Argv[2], nullptr, nullptr);
  std::fputs(P.buildLog().c_str(), stderr);
  check(Status, "clBuildProgram");
  for (int I = 6; I < Argc; ++I)
    runKernel(P, Input, Argv[4], Argv[5], Argv[I]);
  return 0;
}

int main(int Argc, char **Argv) {
  try {
    return run(Argc, Argv);
  } catch (const std::exception &Error) {
    std::fprintf(stderr, "run_builtins: %s\n%s", Error.what(),
                 Device::get() ? Device::get()->Messages.c_str() : "");
    return 1;
  }
}
