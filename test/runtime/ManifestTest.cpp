//===- ManifestTest.cpp ---------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "compile/Manifest.h"
#include "ordered/tkl_order.h"

#include <CL/cl.h>
#include <gtest/gtest.h>

using namespace tasklet;

static const char Good[] =
    R"({"abi": 9, "tasklets": true, "target": "spir", "quirks": ["bit-loads"],
        "team_lanes": 1, "record_size": 40, "chunk_size": 16384,
        "kernels": [{"name": "fib", "mode": "tasks", "hidden_arg": 2,
                     "root_bytes": 96, "buffers": [0, 1]},
                    {"name": "plain", "mode": "plain"},
                    {"name": "lanes", "mode": "plain", "meets": true}],
        "later": "additions are ignored"})";

TEST(ManifestTest, ReadsWhatTheAbiPageShows) {
  Manifest Info;
  std::string Error;
  ASSERT_TRUE(Manifest::parse(Good, Info, Error)) << Error;
  EXPECT_TRUE(Info.Tasklets);
  EXPECT_EQ(Info.Target, "spir");
  EXPECT_EQ(Info.TeamLanes, 1u);
  EXPECT_EQ(Info.RecordSize, 40u);
  EXPECT_EQ(Info.ChunkSize, 16384u);
  ASSERT_NE(Info.findKernel("fib"), nullptr);
  EXPECT_EQ(Info.findKernel("fib")->HiddenArg, 2u);
  EXPECT_EQ(Info.findKernel("fib")->RootBytes, 96u);
  EXPECT_EQ(Info.findKernel("fib")->Mode, LaunchMode::Tasks);
  EXPECT_EQ(Info.findKernel("fi"), nullptr);
  EXPECT_EQ(Info.findKernel("plain"), nullptr) << "the driver's";
  EXPECT_EQ(Info.MeetingKernels, std::set<std::string>{"lanes"});
}

/// A program of ordered kernels alone.
static std::string withOrdered(const std::string &Keys) {
  return R"({"abi": 9, "tasklets": true, "target": "spir", "team_lanes": 1,
             "record_size": 0, "chunk_size": 0,
             "kernels": [{"name": "k", "mode": "ordered")" +
         Keys + "}]}";
}

TEST(ManifestTest, OrderedKernels) {
  Manifest Info;
  std::string Error;
  ASSERT_TRUE(Manifest::parse(
      withOrdered(R"(, "hidden_arg": 4, "buffers": [0, 1, 2], "monitored": [0],
                     "written": [0, 2], "inspected": [1], "guarded": [1],
                     "values": [3], "grain": 4, "inspectors": ["levels", "bins", "tasks", "of a later release"],
                     "local_size": [64, 1, 2])"),
      Info, Error))
      << Error;
  const ManifestKernel *K = Info.findKernel("k");
  ASSERT_NE(K, nullptr);
  EXPECT_EQ(K->Mode, LaunchMode::Ordered);
  EXPECT_FALSE(Info.hasTasks());
  EXPECT_EQ(K->HiddenArg, 4u);
  using List = std::vector<uint32_t>;
  EXPECT_EQ(K->Buffers, List({0, 1, 2}));
  EXPECT_EQ(K->Order.Monitored, List({0}));
  EXPECT_EQ(K->Order.Written, List({0, 2}));
  EXPECT_EQ(K->Order.Inspected, List({1}));
  EXPECT_EQ(K->Order.Guarded, List({1}));
  EXPECT_EQ(K->Order.Values, List({3}));
  EXPECT_EQ(K->Order.Grain, 4u);
  EXPECT_EQ(K->Order.Plans, 1u << TKL_ORDER_SERIAL | 1u << TKL_ORDER_LEVELS |
                                1u << TKL_ORDER_BINS | 1u << TKL_ORDER_TASKS);
  EXPECT_EQ(K->Order.LocalSize[0], 64u);
  EXPECT_EQ(K->Order.LocalSize[1], 1u);
  EXPECT_EQ(K->Order.LocalSize[2], 2u);

  ASSERT_TRUE(Manifest::parse(
      withOrdered(R"(, "hidden_arg": 2, "buffers": [0, 1], "monitored": [0],
                     "written": [0], "inspected": [1], "guarded": [],
                     "grain": 4, "inspectors": ["copies"], "sum_bytes": 8)"),
      Info, Error))
      << Error;
  EXPECT_EQ(Info.findKernel("k")->Order.SumBytes, 8u);
  EXPECT_EQ(Info.findKernel("k")->Order.Streamed, List());
  EXPECT_FALSE(Info.findKernel("k")->Order.UsesAddresses);

  ASSERT_TRUE(Manifest::parse(
      withOrdered(R"(, "hidden_arg": 3, "buffers": [0, 1, 2], "monitored": [0],
                     "written": [0], "inspected": [1], "guarded": [],
                     "streamed": [2, 1], "deciding": [1], "pattern": [1],
                     "stream_values": [0], "addresses": true, "grain": 4,
                     "payload": 12, "destination": 4, "slots": 2,
                     "inspectors": ["slots", "others"])"),
      Info, Error))
      << Error;
  EXPECT_EQ(Info.findKernel("k")->Order.Streamed, List({2, 1}));
  EXPECT_EQ(Info.findKernel("k")->Order.Deciding, List({1}));
  EXPECT_EQ(Info.findKernel("k")->Order.Pattern, List({1}));
  EXPECT_EQ(Info.findKernel("k")->Order.StreamValues, List({0}));
  EXPECT_EQ(Info.findKernel("k")->Order.Payload, 12u);
  EXPECT_EQ(Info.findKernel("k")->Order.Destination, 4u);
  EXPECT_EQ(Info.findKernel("k")->Order.Slots, 2u);
  EXPECT_EQ(Info.findKernel("k")->Order.Plans,
            1u << TKL_ORDER_SERIAL | 1u << TKL_ORDER_BINS);
  EXPECT_TRUE(Info.findKernel("k")->Order.UsesAddresses);

  ASSERT_TRUE(Manifest::parse(
      withOrdered(R"(, "hidden_arg": 2, "buffers": [0, 1], "monitored": [0],
                     "written": [0], "inspected": [1], "guarded": [],
                     "grain": 4, "inspectors": ["copies"], "sum_bytes": 8)"),
      Info, Error));
  EXPECT_EQ(Info.findKernel("k")->Order.Plans,
            1u << TKL_ORDER_SERIAL | 1u << TKL_ORDER_COPIES);

  EXPECT_FALSE(Info.findKernel("k")->Order.Affine);
  ASSERT_TRUE(Manifest::parse(
      withOrdered(R"(, "hidden_arg": 3, "buffers": [0, 1], "monitored": [0],
                     "written": [0], "inspected": [1], "guarded": [],
                     "grain": 4, "affine": {"checks": [["u", 32, ["arg", 2]]],
                     "accesses": [{"param": 0, "bytes": 4, "writes": true,
                     "always": false, "strides": [4, ["*", ["arg", 2], 4], 0],
                     "loops": [[8, ["size", 1]]], "rest": -4}]})"),
      Info, Error))
      << Error;
  const AddressForms &Affine = *Info.findKernel("k")->Order.Affine;
  ASSERT_EQ(Affine.Checks.size(), 1u);
  EXPECT_EQ(Affine.Checks[0].K, AddressTerm::Unsigned);
  EXPECT_EQ(Affine.Checks[0].Value, 32);
  EXPECT_EQ(Affine.Checks[0].Operands.at(0).K, AddressTerm::Argument);
  ASSERT_EQ(Affine.Accesses.size(), 1u);
  const AddressForm &Form = Affine.Accesses[0];
  EXPECT_EQ(Form.Bytes, 4u);
  EXPECT_TRUE(Form.Writes);
  EXPECT_FALSE(Form.IsSure);
  EXPECT_EQ(Form.Strides[0].Value, 4);
  EXPECT_EQ(Form.Strides[1].K, AddressTerm::Product);
  EXPECT_EQ(Form.Loops.at(0).Step.Value, 8);
  EXPECT_EQ(Form.Loops.at(0).Most.K, AddressTerm::Size);
  EXPECT_EQ(Form.Rest.Value, -4);

  // Without inspectors and a required local size.
  ASSERT_TRUE(Manifest::parse(
      withOrdered(R"(, "hidden_arg": 1, "buffers": [], "monitored": [],
                     "written": [], "inspected": [], "guarded": [], "grain": 1)"),
      Info, Error))
      << Error;
  EXPECT_EQ(Info.findKernel("k")->Order.Plans, 1u << TKL_ORDER_SERIAL);
  EXPECT_EQ(Info.findKernel("k")->Order.LocalSize[0], 0u);
  EXPECT_EQ(Info.findKernel("k")->Order.Values, std::nullopt);

  const std::pair<const char *, const char *> Defects[] = {
      {"", "hidden_arg"},
      {R"("monitored": [1])", "'monitored' of a kernel names a parameter"},
      {R"("monitored": 0)", "'monitored' of a kernel is missing or no list"},
      {R"("written": [7])", "'written'"},
      {R"("inspected": ["x"])", "'inspected'"},
      {R"("guarded": [2])", "'guarded'"},
      {R"("values": [2])", "'values'"},
      {R"("streamed": [0])", "'deciding' of a kernel is missing"},
      {R"("streamed": [1], "deciding": [])", "'streamed'"},
      {R"("streamed": [0], "deciding": [1])", "'deciding'"},
      {R"("streamed": [0], "deciding": [0])",
       "'pattern' of a kernel is missing"},
      {R"("streamed": [0], "deciding": [0], "pattern": [1])", "'pattern'"},
      {R"("streamed": [0], "deciding": [0], "pattern": [])", "'stream_values'"},
      {R"("payload": 8, "destination": 9)", "'destination'"},
      {R"("destination": 4)", "'destination'"},
      {R"("slots": 256)", "'slots'"},
      {R"("addresses": 1)", "'addresses' of a kernel is neither"},
      {R"("affine": [])", "'affine' of a kernel has no forms of addresses"},
      {R"("affine": {"accesses": [], "checks": [["arg", 1]]})", "'affine'"},
      {R"("buffers": {})", "'buffers'"},
      {R"("grain": 3)", "'grain' of a kernel is no power of two"},
      {R"("grain": 0)", "'grain' of a kernel is no power of two"},
      {R"("grain": -4)", "'grain' is missing"},
      {R"("inspectors": "all")",
       "'inspectors' of a kernel is no list of names"},
      {R"("inspectors": [4])", "'inspectors' of a kernel is no list of names"},
      {R"("inspectors": ["copies"])", "'sum_bytes' of a kernel does not fit"},
      {R"("sum_bytes": 2, "inspectors": ["copies"])", "'sum_bytes'"},
      {R"("sum_bytes": 4, "grain": 8, "inspectors": ["copies"])",
       "'sum_bytes'"},
      {R"("sum_bytes": 9)", "'sum_bytes'"},
      {R"("local_size": [4])", "'local_size' of a kernel is no list of three"},
      {R"("local_size": [4, 0, 1])", "positive numbers"}};
  for (const auto &[Defect, Word] : Defects) {
    // The last of two keys counts.
    std::string Keys = R"(, "hidden_arg": 1, "buffers": [0], "monitored": [0],
        "written": [0], "inspected": [0], "guarded": [],
        "grain": 4, )";
    EXPECT_FALSE(
        Manifest::parse(withOrdered(*Defect ? Keys + Defect : ""), Info, Error))
        << Defect;
    EXPECT_NE(Error.find(Word), std::string::npos) << Error;
  }
}

TEST(ManifestTest, Unwritten) {
  Manifest Info;
  std::string Error;
  const auto With = [](const char *Keys) {
    return std::string(
               R"({"abi": 9, "tasklets": true, "target": "spir",
                   "team_lanes": 1, "record_size": 0, "chunk_size": 0,
                   "kernels": [{"name": "k", "mode": "plain")") +
           Keys + "}]}";
  };
  ASSERT_TRUE(Manifest::parse(With(R"(, "unwritten": [0, 3])"), Info, Error))
      << Error;
  EXPECT_EQ(Info.Unwritten.at("k"), std::vector<uint32_t>({0, 3}));
  ASSERT_TRUE(Manifest::parse(With(""), Info, Error)) << Error;
  EXPECT_TRUE(Info.Unwritten.empty());
  EXPECT_FALSE(Manifest::parse(With(R"(, "unwritten": 3)"), Info, Error));
  EXPECT_NE(Error.find("'unwritten'"), std::string::npos) << Error;
}

static std::string withArguments(const std::string &List) {
  return R"({"abi": 9, "tasklets": true, "target": "spir", "team_lanes": 1,
             "record_size": 0, "chunk_size": 0,
             "kernels": [{"name": "k", "mode": "plain", "arguments": )" +
         List + "}]}";
}

TEST(ManifestTest, Arguments) {
  Manifest Info;
  std::string Error;
  ASSERT_TRUE(Manifest::parse(
      withArguments(R"([{"type": "int*", "name": "out", "address": "global",
                         "qualifiers": "const restrict unheard-of"},
                        {"type": "image2d_t", "address": "global",
                         "access": "read_only"},
                        {"type": "pair", "name": ""}])"),
      Info, Error))
      << Error;
  const ManifestArgument *Out = Info.findArgument("k", 0);
  ASSERT_NE(Out, nullptr);
  EXPECT_EQ(Out->Name, "out");
  EXPECT_EQ(Out->Type, "int*");
  EXPECT_EQ(Out->Address, uint32_t(CL_KERNEL_ARG_ADDRESS_GLOBAL));
  EXPECT_EQ(Out->Access, uint32_t(CL_KERNEL_ARG_ACCESS_NONE));
  EXPECT_EQ(Out->Qualifiers,
            uint64_t(CL_KERNEL_ARG_TYPE_CONST | CL_KERNEL_ARG_TYPE_RESTRICT));
  const ManifestArgument *Image = Info.findArgument("k", 1);
  ASSERT_NE(Image, nullptr);
  EXPECT_EQ(Image->Name, std::nullopt);
  EXPECT_EQ(Image->Access, uint32_t(CL_KERNEL_ARG_ACCESS_READ_ONLY));
  const ManifestArgument *Value = Info.findArgument("k", 2);
  ASSERT_NE(Value, nullptr);
  EXPECT_EQ(Value->Name, "") << "a parameter without a name";
  EXPECT_EQ(Value->Address, uint32_t(CL_KERNEL_ARG_ADDRESS_PRIVATE));
  EXPECT_EQ(Info.findArgument("k", 3), nullptr);
  EXPECT_EQ(Info.findArgument("j", 0), nullptr);

  ASSERT_TRUE(Manifest::parse(withArguments("[]"), Info, Error)) << Error;
  EXPECT_EQ(Info.findArgument("k", 0), nullptr);
  for (const char *Bad : {"{}", "[1]", "[{}]", R"([{"type": 1}])",
                          R"([{"type": "int", "name": 7}])",
                          R"([{"type": "int", "address": []}])"}) {
    EXPECT_FALSE(Manifest::parse(withArguments(Bad), Info, Error)) << Bad;
    EXPECT_EQ(Error,
              "'arguments' of the kernel 'k' is no list of descriptions");
  }
}

TEST(ManifestTest, PlainProgramNeedsNothingElse) {
  Manifest Info;
  std::string Error;
  ASSERT_TRUE(Manifest::parse(R"({"abi": 9, "tasklets": false})", Info, Error));
  EXPECT_FALSE(Info.Tasklets);
}

/// Whether the device takes it is asked where a device is known.
TEST(ManifestTest, TargetsOfOtherReleasesAreRead) {
  Manifest Info;
  std::string Error;
  ASSERT_TRUE(Manifest::parse(
      R"({"abi": 9, "tasklets": true, "target": "ptx", "team_lanes": 32,
          "record_size": 0, "chunk_size": 0,
          "kernels": [{"name": "k", "mode": "plain"}]})",
      Info, Error))
      << Error;
  EXPECT_EQ(Info.Target, "ptx");
  EXPECT_EQ(Info.TeamLanes, 32u);
  EXPECT_TRUE(Info.Kernels.empty());
}

TEST(ManifestTest, EveryDefectIsNamedAndNothingIsChanged) {
  const std::pair<const char *, const char *> Cases[] = {
      {"", "JSON"},
      {"[]", "JSON"},
      {"{\"abi\": 3, \"tasklets\": true", "JSON"},
      {R"({"tasklets": false})", "abi"},
      {R"({"abi": 2, "tasklets": false})", "version"},
      {R"({"abi": "1", "tasklets": false})", "abi"},
      {R"({"abi": 9})", "tasklets"},
      {R"({"abi": 9, "tasklets": 1})", "tasklets"},
      {R"({"abi": 9, "tasklets": true, "target": "spir", "team_lanes": 1,
           "record_size": 32, "chunk_size": 64, "prints": 1, "kernels": []})",
       "prints"},
      {R"({"abi": 9, "tasklets": true, "target": "spir", "team_lanes": 1,
           "chunk_size": 64, "kernels": []})",
       "record_size"},
      {R"({"abi": 9, "tasklets": true, "target": "spir", "team_lanes": 1,
           "record_size": 32, "chunk_size": 64})",
       "kernels"},
      {R"({"abi": 9, "tasklets": true, "target": "spir", "team_lanes": 1,
           "record_size": 30, "chunk_size": 64,
           "kernels": [{"name": "k", "mode": "tasks", "hidden_arg": 0, "root_bytes": 0, "buffers": []}]})",
       "record_size"},
      {R"({"abi": 9, "tasklets": true, "target": "spir", "team_lanes": 1,
           "record_size": 32, "chunk_size": 64,
           "kernels": [{"hidden_arg": 0, "root_bytes": 0, "buffers": []}]})",
       "name"},
      {R"({"abi": 9, "tasklets": true, "target": "spir", "team_lanes": 1,
           "record_size": 32, "chunk_size": 64,
           "kernels": [{"name": "k", "mode": "tasks", "hidden_arg": -1, "root_bytes": 0}]})",
       "hidden_arg"},
      {R"({"abi": 9, "tasklets": true, "target": "spir", "team_lanes": 1,
           "record_size": 32, "chunk_size": 64,
           "kernels": [{"name": "k", "mode": "tasks", "hidden_arg": 1, "root_bytes": 0,
                        "buffers": [1]}]})",
       "buffers"},
      {R"({"abi": 9, "tasklets": true, "target": "spir", "team_lanes": 1,
           "record_size": 32, "chunk_size": 64,
           "kernels": [7]})",
       "kernels"},
      {R"({"abi": 9, "tasklets": true, "target": "spir", "team_lanes": 1,
           "record_size": 32, "chunk_size": 64,
           "kernels": [{"name": "k", "mode": "plain", "meets": 1}]})",
       "'meets' of the kernel 'k'"},
      {R"({"abi": 9, "tasklets": true, "team_lanes": 1, "record_size": 32,
           "chunk_size": 64, "kernels": []})",
       "'target' is missing"},
      {R"({"abi": 9, "tasklets": true, "target": "", "team_lanes": 1,
           "record_size": 32, "chunk_size": 64, "kernels": []})",
       "'target' is missing"},
      {R"({"abi": 9, "tasklets": true, "target": ["spir"], "team_lanes": 1,
           "record_size": 32, "chunk_size": 64, "kernels": []})",
       "'target' is missing or no text"},
      {R"({"abi": 9, "tasklets": true, "target": "spir", "record_size": 32,
           "chunk_size": 64, "kernels": []})",
       "'team_lanes'"},
      {R"({"abi": 9, "tasklets": true, "target": "spir", "team_lanes": 0,
           "record_size": 32, "chunk_size": 64,
           "kernels": [{"name": "k", "mode": "tasks", "hidden_arg": 0,
                        "root_bytes": 0, "buffers": []}]})",
       "'team_lanes' must be positive"},
      {R"({"abi": 9, "tasklets": true, "target": "spir", "team_lanes": 1,
           "record_size": 32, "chunk_size": 64,
           "kernels": [{"name": "k", "hidden_arg": 0, "root_bytes": 0,
                        "buffers": []}]})",
       "'mode' of the kernel 'k' is missing or no text"},
      {R"({"abi": 9, "tasklets": true, "target": "spir", "team_lanes": 1,
           "record_size": 32, "chunk_size": 64,
           "kernels": [{"name": "plain", "mode": "plain"},
                       {"name": "k", "mode": "sorted"}]})",
       "the kernel 'k' is to be launched in the mode 'sorted', which this "
       "library does not know; install compiler and library from one release"},
  };
  for (const auto &[Text, Word] : Cases) {
    Manifest Info;
    Info.RecordSize = 77;
    std::string Error;
    EXPECT_FALSE(Manifest::parse(Text, Info, Error)) << Text;
    EXPECT_NE(Error.find(Word), std::string::npos) << Text << "\n" << Error;
    EXPECT_EQ(Info.RecordSize, 77u);
  }
}
