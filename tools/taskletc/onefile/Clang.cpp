//===- Clang.cpp - Clang as a part of this program ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "onefile/Clang.h"

#include "onefile/Headers.h"
#include "onefile/Libclc.h"
#include "plugin/OwnFiles.h"
#include "clang/Basic/DiagnosticFrontend.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Driver/Compilation.h"
#include "clang/Driver/Driver.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Frontend/Utils.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Signals.h"

using namespace clang;

// As llvm/Support/TargetSelect.h declares them, for all targets at once.
extern "C" {
#ifdef TASKLET_HAVE_X86
void LLVMInitializeX86TargetInfo();
void LLVMInitializeX86Target();
void LLVMInitializeX86TargetMC();
#endif
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetMC();
void LLVMInitializeNVPTXAsmPrinter();
}

// Clang's library names this extension of its back end, which is not for code
// that only a driver translates. Without it, much less is linked.
llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "Polly", LLVM_VERSION_STRING,
          [](llvm::PassBuilder &) {}};
}

namespace {

/// The rule for make has no files that are on no disk.
class RuleWithoutHeaders : public DependencyFileGenerator {
public:
  using DependencyFileGenerator::DependencyFileGenerator;
  void maybeAddDependency(StringRef Name, bool FromModule, bool IsSystem,
                          bool IsModuleFile, bool IsMissing) override {
    if (Name.find(tasklet::HeadersFolder) != 0)
      DependencyFileGenerator::maybeAddDependency(Name, FromModule, IsSystem,
                                                  IsModuleFile, IsMissing);
  }
};

/// LLVM's fatal errors, as the clang command reports them.
void reportFatalError(void *Diags, const char *Message, bool AskForReport) {
  static_cast<DiagnosticsEngine *>(Diags)->Report(diag::err_fe_error_backend)
      << Message;
  llvm::CrashRecoveryContext::GetCurrent()->HandleExit(AskForReport ? 70 : 1);
}

std::unique_ptr<FrontendAction> makeAction(frontend::ActionKind Kind) {
  switch (Kind) {
  case frontend::EmitBC:
    return std::make_unique<EmitBCAction>();
  case frontend::EmitAssembly:
    return std::make_unique<EmitAssemblyAction>();
  case frontend::EmitLLVM:
    return std::make_unique<EmitLLVMAction>();
  case frontend::PrintPreprocessedInput:
    return std::make_unique<PrintPreprocessedAction>();
  case frontend::ParseSyntaxOnly:
    return std::make_unique<SyntaxOnlyAction>();
  default:
    return nullptr;
  }
}

/// If \p Word asks for PTX, which is made of IR: the plugin, which else asks for
/// the passes, does not see that. Returns false if it reported an error.
bool prepareForPtx(std::string &Word, CodeGenOptions &Options) {
  static const char Option[] = "-tkl-make-ptx=";
  StringRef File = Word;
  if (!File.consume_front(Option))
    return true;
  Options.PassPlugins.push_back(tasklet::passPluginFile().value());
  if (File != tasklet::BuiltInLibclc)
    return true;
  std::string Path = tasklet::makeLibclcFile();
  Word = Option + Path;
  return !Path.empty();
}

/// \p Words: what the driver makes of a command line, without -cc1.
int compile(ArrayRef<const char *> Words, const char *Name,
            IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files,
            DiagnosticsEngine &Diags) {
  CompilerInstance Clang;
  bool Ok = CompilerInvocation::CreateFromArgs(Clang.getInvocation(), Words,
                                               Diags, Name);
  Clang.createFileManager(std::move(Files));
  Clang.createDiagnostics();
  if (!Ok || !Clang.hasDiagnostics())
    return 1;
  llvm::install_fatal_error_handler(reportFatalError, &Clang.getDiagnostics());
  const FrontendOptions &Options = Clang.getFrontendOpts();
  if (!Options.LLVMArgs.empty()) {
    llvm::SmallVector<const char *, 16> ForLlvm = {
        "clang (LLVM option parsing)"};
    for (std::string &Word : Clang.getFrontendOpts().LLVMArgs) {
      if (!prepareForPtx(Word, Clang.getCodeGenOpts()))
        return 1;
      ForLlvm.push_back(Word.c_str());
    }
    llvm::cl::ParseCommandLineOptions(static_cast<int>(ForLlvm.size()),
                                      ForLlvm.data());
  }
  DependencyOutputOptions &Rule = Clang.getDependencyOutputOpts();
  if (!Rule.OutputFile.empty()) {
    Clang.addDependencyCollector(std::make_shared<RuleWithoutHeaders>(Rule));
    Rule.OutputFile.clear();
  }
  std::unique_ptr<FrontendAction> Action = makeAction(Options.ProgramAction);
  if (!Action) {
    llvm::errs() << "error: the clang in taskletc makes bitcode, its text, PTX "
                    "and preprocessed programs, and nothing else\n";
    return 1;
  }
  bool Succeeded = Clang.ExecuteAction(*Action);
  llvm::remove_fatal_error_handler();
  return Succeeded ? 0 : 1;
}

} // namespace

int tasklet::runClang(int Argc, char **Argv) {
#ifdef TASKLET_HAVE_X86
  // For the costs of its processors (passes/target/Processor.h).
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
#endif
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
  // taskletc says itself that the reader should report it.
  llvm::setBugReportMsg("");
  llvm::sys::PrintStackTraceOnErrorSignal(Argv[0]);
  llvm::PrettyStackTraceProgram Stack(Argc, Argv);
  llvm::SmallVector<const char *, 64> Words(Argv, Argv + Argc);
  IntrusiveRefCntPtr<DiagnosticOptions> Options(
      CreateAndPopulateDiagOpts(Words).release());
  DiagnosticsEngine Diags(new DiagnosticIDs, Options,
                          new TextDiagnosticPrinter(llvm::errs(), &*Options));
  auto Files = filesWithHeaders();
  driver::Driver Driver("clang", LLVM_DEFAULT_TARGET_TRIPLE, Diags,
                        "clang LLVM compiler", Files);
  Driver.ResourceDir = std::string(HeadersFolder) + "/clang";
  std::unique_ptr<driver::Compilation> Plan(Driver.BuildCompilation(Words));
  if (!Plan || Plan->containsError() || Plan->getJobs().size() != 1)
    return 1;
  // The first word asks clang to be the compiler proper.
  ArrayRef<const char *> Job = Plan->getJobs().begin()->getArguments();
  int Status = 1;
  llvm::CrashRecoveryContext::Enable();
  llvm::CrashRecoveryContext Guard;
  Guard.DumpStackAndCleanupOnFailure = true;
  if (!Guard.RunSafely(
          [&] { Status = compile(Job.drop_front(), Argv[0], Files, Diags); }))
    return Guard.RetCode;
  return Status;
}
