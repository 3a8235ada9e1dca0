//===- fuzz-races.cpp - Compare reports of races with the full graph ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs random scripts (Script.h) with TASKLET_CHECK=races. Each pair of places
/// that is reported must race by the graph (Graph.cpp), also at the byte that is
/// named. Of any two accesses that race at a byte, one place must be in a pair that
/// is reported and races at that byte: that of the later access, which was compared
/// with all that stand for what came before.
///
//===----------------------------------------------------------------------===//

#include "Script.h"

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <regex>
#include <sstream>
#include <unistd.h>

using namespace tasklet::fuzz;

namespace {

[[noreturn]] void fail(const char *What, cl_int Code) {
  std::printf("fuzz-races: %s failed: %d\n", What, Code);
  std::exit(2);
}

/// What is written to standard error meanwhile.
class Caught {
  FILE *File = std::tmpfile();
  int Old = dup(STDERR_FILENO);

public:
  Caught() {
    std::fflush(stderr);
    dup2(fileno(File), STDERR_FILENO);
  }
  std::string end() {
    std::fflush(stderr);
    dup2(Old, STDERR_FILENO);
    close(Old);
    std::rewind(File);
    std::string Text;
    for (int C; (C = std::fgetc(File)) != EOF;)
      Text += char(C);
    std::fclose(File);
    return Text;
  }
};

class Device {
  cl_device_id Id;
  cl_context Context;
  cl_command_queue Queue;
  cl_program Program;
  cl_kernel Kernels[4];

public:
  explicit Device(const std::string &Source) {
    cl_platform_id Platform;
    if (cl_int E = clGetPlatformIDs(1, &Platform, nullptr))
      fail("clGetPlatformIDs", E);
    if (cl_int E =
            clGetDeviceIDs(Platform, CL_DEVICE_TYPE_ALL, 1, &Id, nullptr))
      fail("clGetDeviceIDs", E);
    cl_int E;
    Context = clCreateContext(nullptr, 1, &Id, nullptr, nullptr, &E);
    Queue = clCreateCommandQueue(Context, Id, 0, &E);
    const char *Text = Source.c_str();
    Program = clCreateProgramWithSource(Context, 1, &Text, nullptr, &E);
    std::string Options = "-w -tkl-warp-size=" + std::to_string(WarpSize);
    if (clBuildProgram(Program, 1, &Id, Options.c_str(), nullptr, nullptr)) {
      static char Log[1 << 16];
      clGetProgramBuildInfo(Program, Id, CL_PROGRAM_BUILD_LOG, sizeof(Log), Log,
                            nullptr);
      std::printf("%s\n", Log);
      fail("clBuildProgram", -11);
    }
    Kernels[0] = clCreateKernel(Program, "plain", &E);
    Kernels[1] = clCreateKernel(Program, "waits", &E);
    Kernels[2] = clCreateKernel(Program, "ordered", &E);
    if (E)
      fail("clCreateKernel", E);
    Kernels[3] = clCreateKernel(Program, "lanes", &E);
    if (E)
      fail("clCreateKernel", E);
  }

  std::string report(const Script &S) {
    std::vector<int> Words = S.words();
    cl_int E;
    cl_mem Code =
        clCreateBuffer(Context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                       Words.size() * sizeof(int), Words.data(), &E);
    std::vector<char> Zeros(SharedBytes);
    cl_mem Shared = clCreateBuffer(Context, CL_MEM_COPY_HOST_PTR, SharedBytes,
                                   Zeros.data(), &E);
    // Of what both name, the first bytes.
    cl_mem Monitored = nullptr;
    cl_buffer_region Region = {0, S.Monitored};
    if (S.Monitored)
      Monitored = clCreateSubBuffer(Shared, CL_MEM_READ_WRITE,
                                    CL_BUFFER_CREATE_TYPE_REGION, &Region, &E);
    else
      Monitored = clCreateBuffer(Context, CL_MEM_READ_WRITE, 4, nullptr, &E);
    cl_kernel K = Kernels[S.Ordered ? 2 : S.Meets ? 3 : S.Forces];
    clSetKernelArg(K, 0, sizeof(Code), &Code);
    clSetKernelArg(K, 1, sizeof(Shared), &Shared);
    if (S.Ordered)
      clSetKernelArg(K, 2, sizeof(Monitored), &Monitored);
    size_t Global = S.Items.size(), Local = S.GroupSize;
    Caught Errors;
    E = clEnqueueNDRangeKernel(Queue, K, 1, nullptr, &Global, &Local, 0,
                               nullptr, nullptr);
    cl_int End = clFinish(Queue);
    std::string Text = Errors.end();
    clReleaseMemObject(Code);
    clReleaseMemObject(Monitored);
    clReleaseMemObject(Shared);
    if (E || End) {
      std::printf("%s\n", Text.c_str());
      fail("the command", E ? E : End);
    }
    return Text;
  }
};

/// The pairs of a report, and the first byte of each.
std::map<Race, unsigned> parse(const std::string &Text) {
  static const std::regex Access(
      "(?:and )?(atomic )?(write|read) at [^\\n]*:(\\d+):\\d+ in .*");
  static const std::regex Byte(".*first at byte (\\d+) of 'm'");
  std::map<Race, unsigned> Found;
  std::istringstream In(Text);
  std::vector<Place> Places;
  for (std::string Line; std::getline(In, Line);) {
    std::smatch M;
    std::string Bare =
        Line.substr(std::min(Line.find_first_not_of(' '), Line.size()));
    if (std::regex_match(Bare, M, Access))
      Places.push_back(
          {unsigned(std::stoi(M[3])), M[2] == "write", M[1].length() != 0});
    else if (std::regex_match(Bare, M, Byte) && Places.size() >= 2)
      Found[std::minmax(Places[Places.size() - 2], Places.back())] =
          std::stoi(M[1]);
  }
  return Found;
}

std::string describe(const Race &R) {
  auto one = [](const Place &P) {
    return std::string(P.Atomic ? "atomic " : "") +
           (P.Write ? "write" : "read") + " in line " + std::to_string(P.Line);
  };
  return one(R.first) + " and " + one(R.second);
}

/// Empty, or what is wrong.
std::string compare(const Races &All, const std::map<Race, unsigned> &Got,
                    const std::string &Text) {
  const auto &Want = All.Bytes;
  if (Text.find("checked") != std::string::npos)
    return "the report is not complete";
  std::set<std::pair<unsigned, Place>> Told; // bytes and places
  for (const auto &[Pair, At] : Got) {
    auto Real = Want.find(Pair);
    if (Real == Want.end())
      return "does not race: " + describe(Pair);
    if (!Real->second.count(At))
      return "does not race at byte " + std::to_string(At) + ": " +
             describe(Pair);
    for (unsigned Byte : Real->second)
      Told.insert({{Byte, Pair.first}, {Byte, Pair.second}});
  }
  // More pairs than are told.
  if (Text.find("has more races") != std::string::npos && Got.size() >= 1024)
    return "";
  for (const auto &[Pair, At] : Want)
    for (unsigned Byte : At)
      if (!Told.count({Byte, Pair.first}) && !Told.count({Byte, Pair.second}))
        return "nothing is told of byte " + std::to_string(Byte) + ": " +
               describe(Pair);
  for (const auto &[Byte, At] : All.Later)
    if (!Told.count({Byte, At}))
      return "nothing is told of line " + std::to_string(At.Line) +
             " at byte " + std::to_string(Byte);
  return "";
}

} // namespace

int main(int Argc, char **Argv) {
  uint64_t Seed = 1, Count = 200;
  for (int I = 1; I + 1 < Argc; I += 2) {
    std::string Name = Argv[I];
    (Name == "--seed" ? Seed : Count) = std::strtoull(Argv[I + 1], nullptr, 10);
  }
  setenv("TASKLET_CHECK", "races", 1);
  Lines Where;
  std::string Source = programSource(Where);
  if (getenv("FUZZ_RACES_PRINT"))
    std::fputs(Source.c_str(), stdout);
  Device D(Source);
  uint64_t Failures = 0, Free = 0, Pairs = 0, Told = 0;
  for (uint64_t I = Seed; I < Seed + Count; ++I) {
    Random R(I);
    Script S = makeScript(R);
    auto Want = racesOf(S, Where);
    std::string Text = D.report(S);
    auto Got = parse(Text);
    Free += Want.Bytes.empty();
    Pairs += Want.Bytes.size();
    Told += Got.size();
    std::string Wrong = compare(Want, Got, Text);
    if (Wrong.empty())
      continue;
    ++Failures;
    std::printf("seed %llu: %s\n%s\n", static_cast<unsigned long long>(I),
                Wrong.c_str(), Text.c_str());
  }
  std::printf("%llu scripts (seeds %llu to %llu), %llu without races, %llu of "
              "%llu pairs of places told: %llu failed\n",
              static_cast<unsigned long long>(Count),
              static_cast<unsigned long long>(Seed),
              static_cast<unsigned long long>(Seed + Count - 1),
              static_cast<unsigned long long>(Free),
              static_cast<unsigned long long>(Told),
              static_cast<unsigned long long>(Pairs),
              static_cast<unsigned long long>(Failures));
  return Failures != 0;
}
