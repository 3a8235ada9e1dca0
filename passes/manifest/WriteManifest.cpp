//===- WriteManifest.cpp - What the host must know about a program --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "manifest/WriteManifest.h"
#include "ir/Additions.h"
#include "ir/Diagnose.h"
#include "ir/Marks.h"
#include "ir/Names.h"
#include "ir/SelfChecks.h"
#include "ir/Target.h"
#include "manifest/KernelArguments.h"
#include "manifest/KernelAttributes.h"
#include "manifest/UnwrittenArguments.h"

#include "tkl_abi.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tasklet;

static cl::opt<std::string>
    ManifestFile("tkl-manifest",
                 cl::desc("Write the manifest of a tasklet program to a file"),
                 cl::value_desc("file"));

/// The parameters through which tasks may reach memory objects.
static json::Array buffersOf(const Function &F) {
  SmallVector<StringRef, 8> Indices;
  F.getFnAttribute(names::BuffersAttr)
      .getValueAsString()
      .split(Indices, ',', -1, /*KeepEmpty=*/false);
  json::Array Result;
  for (StringRef Text : Indices) {
    int64_t Index = 0;
    Text.getAsInteger(10, Index);
    Result.push_back(Index);
  }
  return Result;
}

static void setText(Module &M, json::Object Manifest) {
  std::string Text;
  raw_string_ostream(Text) << json::Value(std::move(Manifest));
  LLVMContext &C = M.getContext();
  NamedMDNode *Node = M.getOrInsertNamedMetadata(names::Manifest);
  Node->clearOperands();
  Node->addOperand(MDNode::get(C, MDString::get(C, Text)));
}

void tasklet::setObjectManifest(Module &M, bool Tasklets) {
  setText(M, json::Object{{"abi", TKL_ABI_VERSION},
                          {"object", true},
                          {"tasklets", Tasklets}});
}

/// How the host is to launch it. A further kind of kernel is a further mode.
static json::Object describeMode(const Function &F, const ProgramSizes &Sizes) {
  if (F.hasFnAttribute(names::OrderedAttr))
    return *cantFail(
                json::parse(
                    F.getFnAttribute(names::OrderedAttr).getValueAsString()))
                .getAsObject();
  json::Object Kernel{{"name", F.getName()}, {"mode", "plain"}};
  if (F.hasFnAttribute(names::MeetsAttr))
    Kernel["meets"] = true;
  if (!F.hasFnAttribute(names::HiddenArgAttr)) {
    json::Array Unwritten;
    for (unsigned Index : unwrittenArguments(F))
      Unwritten.push_back(int64_t(Index));
    if (!Unwritten.empty())
      Kernel["unwritten"] = std::move(Unwritten);
    return Kernel;
  }
  Kernel["mode"] = "tasks";
  if (F.hasFnAttribute(names::RunsWorkersAttr))
    Kernel["runs_workers"] = true;
  Kernel["buffers"] = buffersOf(F);
  Kernel["hidden_arg"] = int64_t(numberAttr(F, names::HiddenArgAttr));
  Kernel["root_bytes"] =
      int64_t(numberAttr(F, names::RootFrameAttr) +
              numberAttr(F, names::RootSpawnsAttr) * Sizes.Record);
  return Kernel;
}

static json::Object describeKernel(const Function &F,
                                   const ProgramSizes &Sizes) {
  json::Object Kernel = describeMode(F, Sizes);
  int64_t Count = Kernel.getInteger("hidden_arg").value_or(F.arg_size());
  json::Array Arguments = describeArguments(F, static_cast<unsigned>(Count));
  if (!Arguments.empty())
    Kernel["arguments"] = std::move(Arguments);
  return Kernel;
}

/// Of nodes with one text each.
static json::Array textsOf(const NamedMDNode &Nodes) {
  json::Array Result;
  for (const MDNode *Node : Nodes.operands())
    Result.push_back(cast<MDString>(Node->getOperand(0))->getString());
  return Result;
}

void tasklet::setManifest(Module &M, const ProgramSizes &Sizes,
                          const std::vector<std::string> &Steps) {
  const Target &T = chosenTarget();
  json::Array Kernels;
  for (const Function &F : M)
    if (isKernel(F) && !F.isDeclaration() && F.getName() != names::Dispatch)
      Kernels.push_back(describeKernel(F, Sizes));
  json::Object Manifest{{"abi", TKL_ABI_VERSION},
                        {"tasklets", true},
                        {"target", T.Name},
                        {"quirks", json::Array(T.Quirks.names())},
                        {"team_lanes", int64_t(Sizes.TeamLanes)},
                        {"record_size", int64_t(Sizes.Record)},
                        {"chunk_size", int64_t(Sizes.Chunk)},
                        {"kernels", std::move(Kernels)}};
  if (M.getFunction(names::ServePrintBegin))
    Manifest["prints"] = true;
  if (!Steps.empty())
    Manifest["traced_steps"] = json::Array(Steps);
  if (NamedMDNode *Places = M.getNamedMetadata(names::RacePlaces)) {
    Manifest["race_places"] = textsOf(*Places);
    Places->eraseFromParent();
  }
  // The heap is laid out for it even if nothing spawns.
  if (knowsSpawns() && Sizes.Record != 0) {
    NamedMDNode *Places = M.getOrInsertNamedMetadata(names::SpawnPlaces);
    Manifest["spawn_places"] = textsOf(*Places);
    Places->eraseFromParent();
  }
  json::Object Attributes;
  for (const Function &F : M)
    if (std::string Text = describeAttributes(F);
        !Text.empty() && F.getName() != names::Dispatch)
      Attributes[F.getName()] = Text;
  if (!Attributes.empty())
    Manifest["attributes"] = std::move(Attributes);
  setText(M, std::move(Manifest));
}

static std::string manifestOf(const Module &M) {
  if (NamedMDNode *Node = M.getNamedMetadata(names::Manifest))
    if (Node->getNumOperands() == 1 && Node->getOperand(0)->getNumOperands())
      if (auto *Text = dyn_cast<MDString>(Node->getOperand(0)->getOperand(0)))
        return Text->getString().str();
  std::string Text;
  raw_string_ostream(Text) << json::Value(
      json::Object{{"abi", TKL_ABI_VERSION}, {"tasklets", false}});
  return Text;
}

PreservedAnalyses ManifestPass::run(Module &M, ModuleAnalysisManager &) {
  // Tasks that nobody spawns: nothing to lower, and still no program for a
  // driver's compiler.
  if (usesAdditions(M) && !M.getNamedMetadata(names::Manifest))
    setManifest(M, ProgramSizes());
  if (ManifestFile.empty())
    return PreservedAnalyses::all();
  std::error_code Error;
  raw_fd_ostream Out(ManifestFile, Error, sys::fs::OF_Text);
  if (!Error) {
    Out << manifestOf(M) << '\n';
    Out.close();
    Error = Out.error();
    Out.clear_error();
  }
  if (Error)
    reportError(M, "the manifest '" + ManifestFile +
                       "' cannot be written: " + Error.message());
  return PreservedAnalyses::all();
}
