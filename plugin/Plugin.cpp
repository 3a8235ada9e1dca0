//===- Plugin.cpp - The plugin as clang sees it ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `clang -fplugin=TaskletPlugin.so` runs this action before the main one. For
/// OpenCL C it declares what rewritten code calls, starts the token stage,
/// installs the AST stage, and hands this same file to the back end as a pass
/// plugin. For any other language it does nothing.
///
/// Arguments, as -fplugin-arg-tasklet-ARGUMENT:
///   strict-captures   the list of a `force` is its whole closure
///   W...              a warning option of ours, which Clang does not know:
///                     Wno-tasklet-unforced, Werror=tasklet-unreachable
///   elide=FILE        write the program as C to FILE; the source has gone
///                     through the preprocessor (taskletc --elide)
///
//===----------------------------------------------------------------------===//

#include "compat/Strings.h"
#include "plugin/Consumer.h"
#include "plugin/OwnFiles.h"
#include "plugin/checks/WarpWidth.h"
#include "clang/Basic/DiagnosticFrontend.h"
#include "clang/Basic/OpenCLOptions.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"

#ifdef TASKLET_HAVE_PASSES
#include "passes/target/SpirTarget.h"
#include "plugin/PassPlugin.h"
#endif

using namespace clang;

namespace tasklet {
namespace {

// The first declaration, the last one and those with the attribute `error` are
// for the IR. The attribute makes clang record where each call is
// (TaskMarks.cpp). The other declarations exist so that a `force` that lists a
// variable of another address space reaches our own check. Functions for tasks
// are declared as models: ServiceDeclarations.cpp gives them the names that
// programs use. All are in a system header, so that no warning option finds
// fault with them.
constexpr const char Predefines[] = R"(
# 1 "<tasklet>" 1 3
#pragma OPENCL EXTENSION cl_tkl_tasklets : begin
#pragma OPENCL EXTENSION cl_tkl_tasklets : end
#define __opencl_c_tkl_tasks 1
#define __opencl_c_tkl_everywhere 1
#define __opencl_c_tkl_ordered 1
void __tkl_force_var(const volatile __private void *);
__attribute__((__overloadable__)) void
__tkl_force_var(const volatile __global void *);
__attribute__((__overloadable__)) void
__tkl_force_var(const volatile __constant void *);
__attribute__((__overloadable__)) void
__tkl_force_var(const volatile __local void *);
__attribute__((__error__(""))) void __tkl_force(void);
__attribute__((__error__(""))) void __tkl_wait(void);
__attribute__((__error__(""))) int __tkl_everywhere(void);
unsigned long __tkl_everywhere_mask(void);
#define __TKL_SERVICE __attribute__((__error__("")))
typedef __global struct __tkl_print *__tkl_service_print;
__TKL_SERVICE __global void *__tkl_service_alloc(unsigned long);
__TKL_SERVICE __global unsigned long *__tkl_service_command_area(void);
__attribute__((__noreturn__)) __TKL_SERVICE void
__tkl_service_fail(__constant const char *, long, long);
__TKL_SERVICE void __tkl_service_assert(__constant const char *,
                                        __constant const char *,
                                        __constant const char *);
#ifndef tkl_assert
#define __TKL_TEXT_OF(x) #x
#define __TKL_TEXT(x) __TKL_TEXT_OF(x)
#define tkl_assert(...)                                                        \
  ((__VA_ARGS__) ? (void)0                                                     \
                 : __tkl_service_assert(__FILE__ ":" __TKL_TEXT(__LINE__),     \
                                        __func__, #__VA_ARGS__))
#endif
__TKL_SERVICE __tkl_service_print __tkl_service_print_begin(void);
__TKL_SERVICE void __tkl_service_print_text(__tkl_service_print,
                                            __constant const char *);
__TKL_SERVICE void __tkl_service_print_int(__tkl_service_print, long);
__TKL_SERVICE void __tkl_service_print_uint(__tkl_service_print, unsigned long);
__TKL_SERVICE void __tkl_service_print_float(__tkl_service_print, float);
#ifdef cl_khr_fp64
__TKL_SERVICE void __tkl_service_print_double(__tkl_service_print, double);
#endif
__TKL_SERVICE void __tkl_service_print_half(__tkl_service_print, float);
__TKL_SERVICE void __tkl_service_print_bool(__tkl_service_print, int);
__TKL_SERVICE void __tkl_service_print_char(__tkl_service_print, int);
__TKL_SERVICE void __tkl_service_print_end(__tkl_service_print);
typedef struct { unsigned long state; } __tkl_service_semaphore;
__attribute__((__annotate__("tkl-task"))) __TKL_SERVICE int
__tkl_service_acquire(__global __tkl_service_semaphore *);
__TKL_SERVICE void __tkl_service_release(__global __tkl_service_semaphore *);
#undef __TKL_SERVICE
# 1 "<built-in>" 2
)";

/// Macros of the extensions that `-cl-ext` gives to the device. Clang defines
/// those that it knows, some of them only in later versions of OpenCL C. The
/// features that it knows belong to OpenCL C 3.0. Our extensions are on all
/// devices that run tasks.
std::string extensionMacros(CompilerInstance &CI) {
  std::string Text = "#define cl_tkl_tasklets 1\n";
  OpenCLOptions Known;
  for (StringRef Name : CI.getTargetOpts().OpenCLExtensionsAsWritten)
    if (Name.consume_front("+") && Name != "all" && Name != "cl_tkl_tasklets" &&
        CI.getTarget().getSupportedOpenCLOpts().lookup(Name) &&
        !(Known.isKnown(Name) && startsWith(Name, "__opencl_c_")))
      Text += ("#ifndef " + Name + "\n#define " + Name + " 1\n#endif\n").str();
  return Text;
}

/// The width of warps, for array bounds and conditions; empty where it is not
/// known yet.
std::string warpMacro() {
  if (!isWarpSizeFixed())
    return {};
  return "#define __TKL_WARP_SIZE__ " + std::to_string(lanesOfWarp()) + "\n";
}

/// Lets programs include <tasklet/everywhere.clh>. Such a file in one of the
/// user's folders comes first.
void addHeaders(CompilerInstance &CI) {
  if (auto Entry = CI.getFileManager().getOptionalDirectoryRef(headersFolder()))
    CI.getPreprocessor().getHeaderSearchInfo().AddSystemSearchPath(
        DirectoryLookup(*Entry, SrcMgr::C_System, /*isFramework=*/false));
}

#ifdef TASKLET_HAVE_PASSES
/// The VectorCombine pass of LLVM 15 takes the wrong bytes for an element of a
/// vector in memory if the program uses only a few bits of that element, as in
/// `switch (p->s2 % 4)`. Vectors that steps share are in memory. No other pass
/// needs what this one does.
void disableVectorCombine() {
  constexpr const char Name[] = "disable-vector-combine";
  llvm::cl::Option *Switch = llvm::cl::getRegisteredOptions().lookup(Name);
  if (Switch && Switch->getNumOccurrences() == 0)
    Switch->addOccurrence(0, Name, "true");
}

void addPasses(CodeGenOptions &Options) {
  registerSpirTarget();
  std::optional<std::string> Self = passPluginFile();
  if (!Self)
    return;
  disableVectorCombine();
  // The user may have passed -fpass-plugin, too.
  for (const std::string &Path : Options.PassPlugins)
    if (Path == *Self || llvm::sys::fs::equivalent(Path, *Self))
      return;
  Options.PassPlugins.push_back(*Self);
}
#endif

class Action : public PluginASTAction {
protected:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 StringRef) override {
    const LangOptions &Lang = CI.getLangOpts();
    if (!Lang.OpenCL || Lang.OpenCLCPlusPlus)
      return std::make_unique<ASTConsumer>();
    Preprocessor &PP = CI.getPreprocessor();
    PP.setPredefines(PP.getPredefines() + Predefines + extensionMacros(CI) +
                     warpMacro());
    addHeaders(CI);
#ifdef TASKLET_HAVE_PASSES
    addPasses(CI.getCodeGenOpts());
    noteAdditions(false);
#endif
    for (const std::string &Option : CI.getDiagnosticOpts().Warnings)
      applyWarningOption(CI.getDiagnostics(), Option);
    for (const std::string &Option : WarningArguments)
      if (!applyWarningOption(CI.getDiagnostics(), Option))
        CI.getDiagnostics().Report(diag::warn_unknown_diag_option)
            << 0 << "-W" + Option << 0;
    installWarningPragmas(PP);
    return std::make_unique<Consumer>(CI, Options);
  }

  bool ParseArgs(const CompilerInstance &CI,
                 const std::vector<std::string> &Args) override {
    for (StringRef Arg : Args) {
      if (Arg == "strict-captures") {
        Options.StrictCaptures = true;
        continue;
      }
      if (StringRef Path = Arg; Path.consume_front("elide=")) {
        Options.Elision = Path.str();
        continue;
      }
      // Obeyed only after the -W options of the command line.
      if (StringRef Option = Arg; Option.consume_front("W")) {
        WarningArguments.push_back(Option.str());
        continue;
      }
      Report(CI.getDiagnostics())
              .error({}, "unknown argument '%0' for the plugin 'tasklet'; it "
                         "knows 'strict-captures' and warning options such as "
                         "'Wno-tasklet-unforced'")
          << Arg;
    }
    return true;
  }

  ActionType getActionType() override { return AddBeforeMainAction; }

private:
  CheckOptions Options;
  std::vector<std::string> WarningArguments;
};

FrontendPluginRegistry::Add<Action>
    Registered("tasklet", "tasks in OpenCL C: __task, <- and force");

} // namespace
} // namespace tasklet
