//===- ClangErrors.cpp - Clang's own errors about the additions -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/checks/ClangErrors.h"
#include "compat/Strings.h"
#include "plugin/checks/WarpWidth.h"
#include "plugin/marks/OrderedMarks.h"
#include "plugin/marks/SubGroupDeclarations.h"
#include "plugin/marks/TaskMarks.h"
#include "plugin/messages/CudaNames.h"
#include "plugin/messages/ForeignWords.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace tasklet {

void ClangErrors::install(CompilerInstance &CI,
                          std::shared_ptr<SourceMarks> Marks) {
  DiagnosticsEngine &Engine = CI.getDiagnostics();
  auto *This = new ClangErrors(CI, std::move(Marks));
  This->Next = Engine.getClient();
  This->Owned = Engine.takeClient();
  Engine.setClient(This, /*ShouldOwnClient=*/true);
}

void ClangErrors::takeCounts() {
  NumErrors = Next->getNumErrors();
  NumWarnings = Next->getNumWarnings();
}

void ClangErrors::clear() {
  Next->clear();
  takeCounts();
}

void ClangErrors::BeginSourceFile(const LangOptions &Lang,
                                  const Preprocessor *PP) {
  Next->BeginSourceFile(Lang, PP);
  takeCounts();
}

void ClangErrors::EndSourceFile() {
  Next->EndSourceFile();
  takeCounts();
}

void ClangErrors::finish() {
  Next->finish();
  takeCounts();
}

bool ClangErrors::IncludeInDiagnosticCounts() const {
  return Next->IncludeInDiagnosticCounts();
}

void ClangErrors::HandleDiagnostic(DiagnosticsEngine::Level Level,
                                   const Diagnostic &Info) {
  bool IsNote = Level == DiagnosticsEngine::Note;
  if (IsNote && SkipNotes)
    return;
  Words Say;
  if (!IsNote) {
    SkipNotes = isSaidLater(Info);
    if (SkipNotes)
      return;
    if (Level >= DiagnosticsEngine::Error &&
        Info.getID() < diag::DIAG_UPPER_LIMIT && Info.getLocation().isValid())
      Say = wordsFor(Info);
    SkipNotes = !Say.Error.empty();
  }
  // What is said here is said at the place of Info.
  if (Say.Error.empty())
    Next->HandleDiagnostic(Level, Info);
  else
    Next->HandleDiagnostic(Level, Diagnostic(Info.getDiags(), Say.Error));
  if (!Say.Note.empty())
    Next->HandleDiagnostic(DiagnosticsEngine::Note,
                           Diagnostic(Info.getDiags(), Say.Note));
  takeCounts();
}

/// The token at \p Loc as it is spelled, and the text from there on.
static std::pair<StringRef, const char *>
spellingAt(SourceLocation Loc, const CompilerInstance &CI) {
  SourceManager &SM = CI.getSourceManager();
  bool Invalid = false;
  const char *Text = SM.getCharacterData(SM.getSpellingLoc(Loc), &Invalid);
  if (Invalid)
    return {StringRef(), nullptr};
  return {StringRef(Text, Lexer::MeasureTokenLength(SM.getSpellingLoc(Loc), SM,
                                                    CI.getLangOpts())),
          Text};
}

bool ClangErrors::isSaidLater(const Diagnostic &Info) {
  return isLostMark(Info) || isOfMissedSpawn(Info) || isOfStaticTask(Info) ||
         isOfSubGroups(Info);
}

/// A mark is an attribute for Clang, which drops it, with a warning, where no
/// attribute can stand. The AST stage reports that better, and also when
/// warnings are off.
bool ClangErrors::isLostMark(const Diagnostic &Info) {
  if (Info.getID() != diag::warn_attribute_not_on_decl &&
      Info.getID() != diag::warn_declspec_attribute_ignored)
    return false;
  return Marks->Tasks.drop(Info.getLocation()) ||
         Marks->Ordered.drop(Info.getLocation());
}

/// `x <- f(1), y <- f(2);` compares, and the AST stage says what is wrong.
bool ClangErrors::isOfMissedSpawn(const Diagnostic &Info) const {
  return (Info.getID() == diag::warn_unused_comparison ||
          Info.getID() == diag::warn_unused_expr) &&
         Marks->Comparisons.count(Info.getLocation());
}

/// Clang warns of an undefined static function, and of a task that is an error.
bool ClangErrors::isOfStaticTask(const Diagnostic &Info) const {
  if (Info.getID() != diag::warn_undefined_internal)
    return false;
  auto [Spelling, Text] = spellingAt(Info.getLocation(), CI);
  return Text && isTaskName(CI.getASTContext().Idents.get(Spelling),
                            CI.getASTContext());
}

/// Sub-group functions for pointers are templates without a definition. If a
/// function declares the type, no other code could define them. Users have no
/// templates.
bool ClangErrors::isOfSubGroups(const Diagnostic &Info) {
  return Info.getID() == diag::warn_func_template_missing ||
         (Info.getID() == diag::warn_undefined_internal &&
          Info.getLocation().isInvalid());
}

/// `__tsk int f(`: a word in front of a whole function. \p Text goes on after
/// \p Word.
static bool isMisspeltMark(StringRef Word, StringRef Text) {
  if (Word.edit_distance_insensitive("__task") > 1)
    return false;
  StringRef Rest = Text.drop_front(Word.size()).take_until([](char C) {
    return StringRef("();={},").contains(C);
  });
  if (!startsWith(Text.drop_front(Word.size() + Rest.size()), "("))
    return false;
  SmallVector<StringRef, 4> Words;
  SplitString(Rest, Words, " \t\r\n*");
  return Words.size() >= 2;
}

ClangErrors::Words ClangErrors::wordsFor(const Diagnostic &Info) const {
  SourceLocation Loc = Info.getLocation();
  auto [Spelling, Text] = spellingAt(Loc, CI);
  if (!Text)
    return {};
  if (Marks->ListedNames.count(Loc))
    return wordsForListed(Info, Spelling);

  for (const auto &[Word, Mark] : Marks->Everywheres)
    if (Mark.Mask == Loc)
      return {"the mask of an 'everywhere' is a private variable of type "
              "'int', 'uint', 'long' or 'ulong'",
              "write 'everywhere (uint mask) { ... }'"};

  if (Words Say = wordsForFunction(Info, Spelling); !Say.Note.empty())
    return Say;

  switch (Info.getID()) {
  case diag::err_opencl_taking_function_address_parser:
    if (isTaskName(CI.getASTContext().Idents.get(Spelling), CI.getASTContext()))
      return {("the address of task '" + Spelling + "' cannot be taken").str(),
              "choose between spawns with 'if' or 'switch' instead"};
    if (isOrderedName(CI.getASTContext().Idents.get(Spelling),
                      CI.getASTContext()))
      return {
          ("the address of ordered kernel '" + Spelling + "' cannot be taken")
              .str(),
          "let the host choose which kernel it starts"};
    break;
  case diag::err_opencl_function_variable:
  case diag::err_opencl_addrspace_scope:
    return wordsForVariable(Info, Spelling);
  case diag::err_unknown_typename:
  case diag::err_unknown_typename_suggest:
    if (isMisspeltMark(Spelling, Text))
      return {
          ("there is no mark '" + Spelling + "'; did you mean '__task'?").str(),
          ""};
    return wordsForUndeclared(Spelling);
  case diag::err_undeclared_var_use:
  case diag::err_undeclared_var_use_suggest:
    return wordsForUndeclared(Spelling);
  case diag::err_expected_expression:
    if (StringRef(Text, 2) == "<-")
      return {"", "a spawn is 'variable <- task(arguments);', or "
                  "'() <- task(arguments);' to ignore the result"};
    break;
  case diag::err_typecheck_convert_incompatible:
    // Of a spawn; its arrow is the assignment's operator.
    if (StringRef(Text, 2) != "<-" ||
        Info.getArgKind(1) != DiagnosticsEngine::ak_qualtype)
      break;
    return wordsForSpawn(Info);
  default:
    break;
  }
  return {};
}

/// For a name that has a meaning here or in Cilk.
ClangErrors::Words ClangErrors::wordsForUndeclared(StringRef Name) const {
  if (Name == "force")
    return {"", "the statement is 'force (list) { ... }', or 'force (list);' "
                "to go on with the next one; an empty list waits for every "
                "task spawned so far"};
  if (Name == "everywhere")
    return {"", "the statement is 'everywhere { ... }' or 'everywhere (uint "
                "mask) { ... }', with a body in braces, and no part of an "
                "expression"};
  // Words of other systems, and only where a program uses ours.
  if (!Marks->used())
    return {};
  if (isWordForSync(Name))
    return {"", "'force (x, y);' waits for the results in 'x' and 'y', and "
                "'force ();' for every task spawned so far"};
  if (isWordForSpawn(Name))
    return {"", "a spawn is a statement of its own: 'x <- task(arguments);', "
                "or '() <- task(arguments);' to ignore the result"};
  return {};
}

/// Of a variable in memory in which none can be declared there.
ClangErrors::Words ClangErrors::wordsForVariable(const Diagnostic &Info,
                                                 StringRef Name) const {
  const FunctionDecl *Function =
      CI.hasSema() ? CI.getSema().getCurFunctionDecl() : nullptr;
  bool InTask = Function && isTask(Function);
  if (!InTask && !isInForceBody(Info.getLocation()))
    return {};
  bool HasOne = Info.getID() == diag::err_opencl_function_variable;
  StringRef Memory = Info.getArgKind(HasOne) == DiagnosticsEngine::ak_c_string
                         ? Info.getArgCStr(HasOne)
                         : StringRef();
  std::string Where = InTask ? "a task" : "the body of a 'force'";
  if (Memory == "constant")
    return {
        ("'__constant' variable '" + Name + "' cannot be declared in " + Where)
            .str(),
        InTask ? "move it to file scope, before the task: tasks and the "
                 "functions that they call may read it there"
               : "move it to the start of the kernel, or to file scope"};
  if (Memory == "local")
    return {("local variable '" + Name + "' cannot be declared in " + Where +
             ", where there is no work-group")
                .str(),
            InTask ? "make it private, or pass a pointer to '__global' memory "
                     "to the task"
                   : "make it private, or use '__global' memory"};
  return {"", "make it private, or pass a pointer to '__global' memory"};
}

/// Of names and operands of functions of warps.
ClangErrors::Words ClangErrors::wordsForFunction(const Diagnostic &Info,
                                                 StringRef Name) const {
  switch (Info.getID()) {
  case diag::err_undeclared_var_use:
  case diag::err_undeclared_var_use_suggest:
  case diag::err_unknown_typename:
  case diag::err_unknown_typename_suggest:
    if (Name == "__TKL_WARP_SIZE__")
      return {"", "the size of warps is not known here: their device decides, "
                  "or the link of an object; 'get_max_sub_group_size()' gives "
                  "it in the body of an 'everywhere', and for a whole program "
                  "the build option '-tkl-warp-size=N' fixes it"};
    return {"", adviceOnCuda(Name, isWarpSizeFixed())};
  case diag::err_ovl_no_viable_function_in_call:
  case diag::err_ovl_ambiguous_call:
    // One line instead of a candidate for each type.
    if (std::string Note = SubGroupDeclarations::describe(Name); !Note.empty())
      return {("no function '" + Name + "' takes these operands").str(), Note};
    return {};
  default:
    return {};
  }
}

/// Of a value of another type than what it is spawned into.
ClangErrors::Words ClangErrors::wordsForSpawn(const Diagnostic &Info) const {
  bool IsVoid =
      QualType::getFromOpaquePtr(reinterpret_cast<void *>(Info.getRawArg(1)))
          ->isVoidType();
  const IdentifierInfo *Name = Marks->Spawned.lookup(Info.getLocation());
  if (Name && isTaskName(*Name, CI.getASTContext()))
    return {"", IsVoid ? "this task has no result: to start it, write '() <-'"
                       : "spawn into a variable of the task's own result type"};
  std::string What = Name ? ("'" + Name->getName() + "'").str() : "this";
  return {"only a call of a '__task' function can be spawned",
          What + (IsVoid ? " is no task, and has no result: call it in a "
                           "statement of its own"
                         : " is no task: call it with '=', and assign to a "
                           "variable of its own result type")};
}

ClangErrors::Words ClangErrors::wordsForListed(const Diagnostic &Info,
                                               StringRef Name) const {
  std::string Note = "list the variables that were spawned into; to wait for "
                     "every task spawned so far, write 'force ()'";
  if (Info.getID() == diag::err_undeclared_var_use ||
      Info.getID() == diag::err_undeclared_var_use_suggest)
    return {"", Note};
  if (Info.getID() == diag::err_typecheck_address_of)
    return {
        ("'force' lists a part of '" + Name + "' that has no address").str(),
        ("force all of it: write '" + Name + "'").str()};
  return {("'force' lists '" + Name +
           "', which is no private variable of the "
           "enclosing function")
              .str(),
          Note};
}

bool ClangErrors::isInForceBody(SourceLocation Loc) const {
  SourceManager &SM = CI.getSourceManager();
  for (const auto &[Word, Mark] : Marks->Forces)
    if (SM.isBeforeInTranslationUnit(Mark.LBrace, Loc) &&
        SM.isBeforeInTranslationUnit(Loc, Mark.RBrace))
      return true;
  return false;
}

} // namespace tasklet
