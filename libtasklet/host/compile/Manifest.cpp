//===- Manifest.cpp - What the compiler says about a program --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "compile/Manifest.h"

#include "ordered/tkl_order.h"
#include "tkl_abi.h"

#include <CL/cl.h>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

using namespace tasklet;
using nlohmann::json;

/// The non-negative integer \p Key of \p Object, at most \p Limit.
static bool readNumber(const json &Object, const char *Key, uint64_t Limit,
                       uint64_t &Value, std::string &Error) {
  auto It = Object.find(Key);
  if (It == Object.end() || !It->is_number_unsigned() ||
      It->get<uint64_t>() > Limit) {
    Error = std::string("'") + Key + "' is missing or no number from 0 to " +
            std::to_string(Limit);
    return false;
  }
  Value = It->get<uint64_t>();
  return true;
}

static bool readText(const json &Object, const char *Key, std::string &Value) {
  auto It = Object.find(Key);
  if (It == Object.end() || !It->is_string())
    return false;
  Value = It->get<std::string>();
  return true;
}

/// The list \p Key of indices of parameters, below \p Limit.
static bool readIndices(const json &Object, const char *Key, uint64_t Limit,
                        std::vector<uint32_t> &Indices, std::string &Error) {
  auto List = Object.find(Key);
  if (List == Object.end() || !List->is_array()) {
    Error = std::string("'") + Key + "' of a kernel is missing or no list";
    return false;
  }
  for (const json &Index : *List) {
    if (!Index.is_number_unsigned() || Index.get<uint64_t>() >= Limit) {
      Error = std::string("'") + Key +
              "' of a kernel names a parameter that it has not";
      return false;
    }
    Indices.push_back(Index.get<uint32_t>());
  }
  return true;
}

/// Plans of other releases are ignored: nobody has to use all of them.
static bool readPlans(const json &Object, uint32_t &Plans, std::string &Error) {
  static const std::pair<const char *, uint32_t> Names[] = {
      {"levels", TKL_ORDER_LEVELS}, {"passes", TKL_ORDER_PASSES},
      {"bins", TKL_ORDER_BINS},     {"tasks", TKL_ORDER_TASKS},
      {"copies", TKL_ORDER_COPIES}, {"slots", TKL_ORDER_BINS},
      {"owners", TKL_ORDER_OWNERS},
  };
  Plans = 1u << TKL_ORDER_SERIAL;
  auto List = Object.find("inspectors");
  if (List == Object.end())
    return true;
  Error = "'inspectors' of a kernel is no list of names";
  if (!List->is_array())
    return false;
  for (const json &Name : *List) {
    if (!Name.is_string())
      return false;
    for (const auto &[Known, Plan] : Names)
      if (Name == Known)
        Plans |= 1u << Plan;
  }
  Error.clear();
  return true;
}

static bool readLocalSize(const json &Object, uint32_t (&Sizes)[3],
                          std::string &Error) {
  auto List = Object.find("local_size");
  if (List == Object.end())
    return true;
  Error = "'local_size' of a kernel is no list of three positive numbers";
  if (!List->is_array() || List->size() != 3)
    return false;
  for (size_t I = 0; I < 3; ++I) {
    const json &Size = (*List)[I];
    if (!Size.is_number_unsigned() || Size.get<uint64_t>() == 0 ||
        Size.get<uint64_t>() > UINT32_MAX)
      return false;
    Sizes[I] = Size.get<uint32_t>();
  }
  Error.clear();
  return true;
}

/// A key that may be left out, which is false. False: it is no boolean.
static bool readFlag(const json &Object, const char *Key, bool &Value) {
  auto At = Object.find(Key);
  if (At == Object.end())
    return true;
  if (!At->is_boolean())
    return false;
  Value = At->get<bool>();
  return true;
}

static bool parseOrder(const json &Object, uint64_t HiddenArg,
                       ManifestOrder &Order, std::string &Error) {
  uint64_t Grain = 0, Payload = 0, Destination = 0, Slots = 1, SumBytes = 0;
  if (Object.contains("values"))
    Order.Values.emplace();
  if (!readIndices(Object, "monitored", HiddenArg, Order.Monitored, Error) ||
      !readIndices(Object, "written", HiddenArg, Order.Written, Error) ||
      !readIndices(Object, "inspected", HiddenArg, Order.Inspected, Error) ||
      !readIndices(Object, "guarded", HiddenArg, Order.Guarded, Error) ||
      (Object.contains("streamed") &&
       (!readIndices(Object, "streamed", HiddenArg, Order.Streamed, Error) ||
        !readIndices(Object, "deciding", HiddenArg, Order.Deciding, Error) ||
        !readIndices(Object, "pattern", HiddenArg, Order.Pattern, Error) ||
        !readIndices(Object, "stream_values", HiddenArg, Order.StreamValues,
                     Error))) ||
      (Order.Values &&
       !readIndices(Object, "values", HiddenArg, *Order.Values, Error)) ||
      !readNumber(Object, "grain", 1 << 16, Grain, Error) ||
      (Object.contains("payload") &&
       !readNumber(Object, "payload", 1 << 16, Payload, Error)) ||
      (Object.contains("destination") &&
       !readNumber(Object, "destination", Payload, Destination, Error)) ||
      (Object.contains("slots") &&
       !readNumber(Object, "slots", 255, Slots, Error)) ||
      (Object.contains("sum_bytes") &&
       !readNumber(Object, "sum_bytes", 8, SumBytes, Error)) ||
      !readPlans(Object, Order.Plans, Error) ||
      !readLocalSize(Object, Order.LocalSize, Error))
    return false;
  if (!Grain || Grain & (Grain - 1)) {
    Error = "'grain' of a kernel is no power of two";
    return false;
  }
  Order.Grain = static_cast<uint32_t>(Grain);
  Order.Payload = static_cast<uint32_t>(Payload);
  Order.Destination = static_cast<uint32_t>(Destination);
  Order.Slots = std::max<uint32_t>(1, static_cast<uint32_t>(Slots));
  Order.SumBytes = static_cast<uint32_t>(SumBytes);
  if (!readFlag(Object, "addresses", Order.UsesAddresses)) {
    Error = "'addresses' of a kernel is neither true nor false";
    return false;
  }
  if (auto Affine = Object.find("affine");
      Affine != Object.end() &&
      !readAddressForms(*Affine, static_cast<uint32_t>(HiddenArg),
                        Order.Affine.emplace())) {
    Error = "'affine' of a kernel has no forms of addresses";
    return false;
  }
  if (Order.Streamed.size() > 64) {
    Error = "'streamed' of a kernel has more than 64 parameters";
    return false;
  }
  const bool HasSums = (SumBytes == 4 || SumBytes == 8) &&
                       Order.Monitored.size() == 1 && SumBytes >= Grain;
  if ((Order.Plans >> TKL_ORDER_COPIES & 1) && !HasSums) {
    Error = "'sum_bytes' of a kernel does not fit to its 'inspectors'";
    return false;
  }
  return true;
}

static bool parseKernel(const json &Object, ManifestKernel &Kernel,
                        std::string &Error) {
  if (!Object.is_object()) {
    Error = "an entry of 'kernels' is no object";
    return false;
  }
  if (!readText(Object, "name", Kernel.Name)) {
    Error = "a kernel has no name";
    return false;
  }
  std::string Mode;
  if (!readText(Object, "mode", Mode)) {
    Error = "'mode' of the kernel '" + Kernel.Name + "' is missing or no text";
    return false;
  }
  if (Mode == "plain")
    return true;
  if (Mode != "tasks" && Mode != "ordered") {
    Error = "the kernel '" + Kernel.Name + "' is to be launched in the mode '" +
            Mode +
            "', which this library does not know; install compiler and library "
            "from one release";
    return false;
  }
  Kernel.Mode = Mode == "tasks" ? LaunchMode::Tasks : LaunchMode::Ordered;
  uint64_t HiddenArg = 0;
  if (!readNumber(Object, "hidden_arg", 1 << 16, HiddenArg, Error))
    return false;
  Kernel.HiddenArg = static_cast<uint32_t>(HiddenArg);
  if (!readIndices(Object, "buffers", HiddenArg, Kernel.Buffers, Error))
    return false;
  if (!readFlag(Object, "runs_workers", Kernel.RunsWorkers)) {
    Error = "'runs_workers' of the kernel '" + Kernel.Name +
            "' is neither true nor false";
    return false;
  }
  return Kernel.Mode == LaunchMode::Tasks
             ? readNumber(Object, "root_bytes", 1ull << 40, Kernel.RootBytes,
                          Error)
             : parseOrder(Object, HiddenArg, Kernel.Order, Error);
}

/// Words of other releases count as no qualifier.
static bool parseArgument(const json &Object, ManifestArgument &Argument) {
  static const std::map<std::string, uint32_t> Addresses = {
      {"", CL_KERNEL_ARG_ADDRESS_PRIVATE},
      {"global", CL_KERNEL_ARG_ADDRESS_GLOBAL},
      {"constant", CL_KERNEL_ARG_ADDRESS_CONSTANT},
      {"local", CL_KERNEL_ARG_ADDRESS_LOCAL}};
  static const std::map<std::string, uint32_t> Accesses = {
      {"", CL_KERNEL_ARG_ACCESS_NONE},
      {"read_only", CL_KERNEL_ARG_ACCESS_READ_ONLY},
      {"write_only", CL_KERNEL_ARG_ACCESS_WRITE_ONLY},
      {"read_write", CL_KERNEL_ARG_ACCESS_READ_WRITE}};
  static const std::map<std::string, uint64_t> Qualifiers = {
      {"const", CL_KERNEL_ARG_TYPE_CONST},
      {"restrict", CL_KERNEL_ARG_TYPE_RESTRICT},
      {"volatile", CL_KERNEL_ARG_TYPE_VOLATILE},
      {"pipe", CL_KERNEL_ARG_TYPE_PIPE}};
  std::string Name, Address, Access, Words;
  auto read = [&](const char *Key, std::string &Value) {
    return !Object.contains(Key) || readText(Object, Key, Value);
  };
  if (!Object.is_object() || !readText(Object, "type", Argument.Type) ||
      !read("name", Name) || !read("address", Address) ||
      !read("access", Access) || !read("qualifiers", Words))
    return false;
  auto valueOf = [](const auto &Values, const std::string &Word) {
    auto Known = Values.find(Word);
    return Known == Values.end() ? Values.begin()->second : Known->second;
  };
  if (Object.contains("name"))
    Argument.Name = std::move(Name);
  Argument.Address = valueOf(Addresses, Address);
  Argument.Access = valueOf(Accesses, Access);
  std::istringstream Each(Words);
  for (std::string Word; Each >> Word;)
    if (auto Known = Qualifiers.find(Word); Known != Qualifiers.end())
      Argument.Qualifiers |= Known->second;
  return true;
}

/// The arguments of the kernel \p Object, which a compiler may leave out.
static bool parseArguments(const json &Object, const std::string &Name,
                           std::vector<ManifestArgument> &Arguments,
                           std::string &Error) {
  auto All = Object.find("arguments");
  if (All == Object.end())
    return true;
  Error = "'arguments' of the kernel '" + Name + "' is no list of descriptions";
  if (!All->is_array())
    return false;
  for (const json &Each : *All)
    if (!parseArgument(Each, Arguments.emplace_back()))
      return false;
  Error.clear();
  return true;
}

bool Manifest::hasTasks() const {
  return std::any_of(Kernels.begin(), Kernels.end(), [](const auto &Each) {
    return Each.Mode == LaunchMode::Tasks;
  });
}

/// The attributes of kernels; a compiler may leave them out.
static bool parseAttributes(const json &Root,
                            std::map<std::string, std::string> &Attributes,
                            std::string &Error) {
  auto All = Root.find("attributes");
  if (All == Root.end())
    return true;
  Error = "'attributes' is no object of texts";
  if (!All->is_object())
    return false;
  for (const auto &[Name, Text] : All->items()) {
    if (!Text.is_string())
      return false;
    Attributes[Name] = Text.get<std::string>();
  }
  Error.clear();
  return true;
}

/// The texts of the list \p All.
static bool readTexts(const json &All, std::vector<std::string> &Texts) {
  if (!All.is_array())
    return false;
  for (const json &Text : All) {
    if (!Text.is_string())
      return false;
    Texts.push_back(Text.get<std::string>());
  }
  return true;
}

static bool parseTracedSteps(const json &Root, std::vector<std::string> &Steps,
                             std::string &Error) {
  auto All = Root.find("traced_steps");
  if (All == Root.end() || readTexts(*All, Steps))
    return true;
  Error = "'traced_steps' is no list of names";
  return false;
}

static bool parseRaces(const json &Root, Manifest &Result, std::string &Error) {
  auto Places = Root.find("race_places");
  if (Places == Root.end())
    return true;
  if (readTexts(*Places, Result.RacePlaces))
    return true;
  Error = "'race_places' is no list of texts";
  return false;
}

static bool parseSpawns(const json &Root, Manifest &Result,
                        std::string &Error) {
  auto Places = Root.find("spawn_places");
  Result.KnowsSpawns = Places != Root.end();
  if (!Result.KnowsSpawns || readTexts(*Places, Result.SpawnPlaces))
    return true;
  Error = "'spawn_places' is no list of texts";
  return false;
}

const ManifestKernel *Manifest::findKernel(const std::string &Name) const {
  for (const ManifestKernel &Kernel : Kernels)
    if (Kernel.Name == Name)
      return &Kernel;
  return nullptr;
}

const ManifestArgument *Manifest::findArgument(const std::string &Kernel,
                                               size_t Index) const {
  auto All = Arguments.find(Kernel);
  return All == Arguments.end() || Index >= All->second.size()
             ? nullptr
             : &All->second[Index];
}

bool Manifest::parse(const std::string &Text, Manifest &Result,
                     std::string &Error) {
  json Root = json::parse(Text, nullptr, /*allow_exceptions=*/false);
  if (!Root.is_object()) {
    Error = "it is no JSON object";
    return false;
  }
  Manifest Parsed;
  uint64_t Abi = 0;
  if (!readNumber(Root, "abi", UINT32_MAX, Abi, Error))
    return false;
  Parsed.Abi = static_cast<uint32_t>(Abi);
  if (Parsed.Abi != TKL_ABI_VERSION) {
    Error = "it is for version " + std::to_string(Abi) +
            " of the interface, and this library for version " +
            std::to_string(TKL_ABI_VERSION) +
            "; install compiler and library from one release, and compile "
            "again what another one has compiled";
    return false;
  }
  auto Tasklets = Root.find("tasklets");
  if (Tasklets == Root.end() || !Tasklets->is_boolean()) {
    Error = "'tasklets' is missing or neither true nor false";
    return false;
  }
  Parsed.Tasklets = Tasklets->get<bool>();
  if (!readFlag(Root, "object", Parsed.Object)) {
    Error = "'object' is neither true nor false";
    return false;
  }
  if (!Parsed.Tasklets || Parsed.Object) {
    Result = Parsed;
    return true;
  }

  if (!readText(Root, "target", Parsed.Target) || Parsed.Target.empty()) {
    Error = "'target' is missing or no text";
    return false;
  }
  uint64_t TeamLanes = 0, RecordSize = 0, ChunkSize = 0;
  if (!readNumber(Root, "team_lanes", 64, TeamLanes, Error) ||
      !readNumber(Root, "record_size", 1 << 20, RecordSize, Error) ||
      !readNumber(Root, "chunk_size", 1 << 30, ChunkSize, Error))
    return false;
  Parsed.TeamLanes = static_cast<uint32_t>(TeamLanes);
  Parsed.RecordSize = static_cast<uint32_t>(RecordSize);
  Parsed.ChunkSize = static_cast<uint32_t>(ChunkSize);
  if (!readFlag(Root, "prints", Parsed.Prints)) {
    Error = "'prints' is neither true nor false";
    return false;
  }
  auto Kernels = Root.find("kernels");
  if (Kernels == Root.end() || !Kernels->is_array()) {
    Error = "'kernels' is missing or no list";
    return false;
  }
  for (const json &Entry : *Kernels) {
    ManifestKernel Kernel;
    if (!parseKernel(Entry, Kernel, Error))
      return false;
    bool Meets = false;
    if (!readFlag(Entry, "meets", Meets)) {
      Error = "'meets' of the kernel '" + Kernel.Name +
              "' is neither true nor false";
      return false;
    }
    if (Meets)
      Parsed.MeetingKernels.insert(Kernel.Name);
    if (Kernel.Mode == LaunchMode::Plain && Entry.contains("unwritten") &&
        !readIndices(Entry, "unwritten", 1 << 16, Parsed.Unwritten[Kernel.Name],
                     Error))
      return false;
    if (!parseArguments(Entry, Kernel.Name, Parsed.Arguments[Kernel.Name],
                        Error))
      return false;
    if (Kernel.Mode != LaunchMode::Plain)
      Parsed.Kernels.push_back(std::move(Kernel));
  }
  if (!parseAttributes(Root, Parsed.Attributes, Error) ||
      !parseTracedSteps(Root, Parsed.TracedSteps, Error) ||
      !parseRaces(Root, Parsed, Error) || !parseSpawns(Root, Parsed, Error))
    return false;
  if (!Parsed.Kernels.empty() && !TeamLanes) {
    Error = "'team_lanes' must be positive";
    return false;
  }
  if (Parsed.hasTasks() &&
      (!RecordSize || RecordSize % 8 || !ChunkSize || ChunkSize % TKL_ALIGN)) {
    Error =
        "'record_size' must be a positive multiple of 8 and 'chunk_size' of " +
        std::to_string(TKL_ALIGN);
    return false;
  }
  Result = std::move(Parsed);
  return true;
}
