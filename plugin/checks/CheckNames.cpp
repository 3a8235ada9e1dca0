//===- CheckNames.cpp - Names of the runtime are not the user's -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "compat/Strings.h"
#include "plugin/checks/Checks.h"
#include "plugin/marks/SourceMarks.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace tasklet {

void checkNames(const TranslationUnitDecl *Unit, Report &Diag) {
  const SourceManager &SM = Unit->getASTContext().getSourceManager();
  for (const Decl *D : Unit->decls()) {
    const auto *Named = dyn_cast<NamedDecl>(D);
    // The plugin's own declarations count as those of a system header.
    if (!Named || !isa<FunctionDecl, VarDecl>(Named) ||
        !Named->getIdentifier() ||
        !startsWith(Named->getName(), ReservedPrefix) ||
        SM.isInSystemHeader(Named->getLocation()))
      continue;
    Diag.error(Named->getLocation(),
               "%0 is reserved: the runtime of tasks uses names that begin "
               "with '__tkl_'")
        << Named;
    Diag.note(Named->getLocation(), "choose another name");
  }
}

} // namespace tasklet
