//===- AstPrinter.cpp - From the syntax tree to Kite ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "syntax/AstPrinter.h"

#include "compat/Strings.h"
#include "syntax/Operators.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Casting.h"

#include <charconv>

using namespace llvm;

namespace tasklet::kite {

namespace {

/// How tightly an expression holds together; binary operators have theirs.
enum Tightness : unsigned { Loose = 0, Prefix = 11, Postfix = 12 };

class Printer {
public:
  Printer(raw_ostream &Stream, const PrintOptions &Options, unsigned Indent)
      : Stream(Stream), Options(Options), Indent(Indent) {}

  void printDecl(const Decl &D);
  void printStmt(const Stmt &S);
  void printExpr(const Expr &E, unsigned Needed = Loose);
  void printType(const TypeExpr &T);

private:
  void line() { Stream.indent(Indent); }
  void printSimple(const Stmt &S);
  void printVariables(ArrayRef<Decl *> Decls);
  void printWritten(const VarDecl &V);
  void printSignatureAndBody(const TaskDecl &Task);
  void printTypeDecl(const TypeDecl &Type);
  void printTypeParameters(ArrayRef<TypeParameter> Parameters);
  void printBlock(const BlockStmt &Block);
  void printIf(const IfStmt &If);
  void printCase(const CaseStmt &Case);
  void printLoop(const LoopStmt &Loop);
  void printNumberSafe(const Expr &Base);
  void printFloating(double Value);
  void printQuoted(StringRef Text, char Quote);
  void printFuture(const FutureExpr &E);

  template <class Range, class Print>
  void printList(const Range &Elements, Print PrintOne) {
    bool IsFirst = true;
    for (const auto &Each : Elements) {
      if (!IsFirst)
        Stream << ", ";
      IsFirst = false;
      PrintOne(Each);
    }
  }
  void printExprs(ArrayRef<Expr *> Elements) {
    printList(Elements, [&](const Expr *E) { printExpr(*E); });
  }
  void printTypes(ArrayRef<TypeExpr *> Elements) {
    printList(Elements, [&](const TypeExpr *T) { printType(*T); });
  }

  raw_ostream &Stream;
  const PrintOptions &Options;
  unsigned Indent;
};

} // namespace

//===--- Types ------------------------------------------------------------===//

void Printer::printType(const TypeExpr &T) {
  // Of an instance: with what its type parameters stand for.
  if (Options.ShowTypes && T.Meaning) {
    Stream << Options.TypeName(T.Meaning);
    return;
  }
  if (auto *Named = dyn_cast<NamedTypeExpr>(&T)) {
    Stream << Named->Name;
    if (Named->Arguments.empty())
      return;
    Stream << '(';
    printTypes(Named->Arguments);
    Stream << ')';
  } else if (auto *Tuple = dyn_cast<TupleTypeExpr>(&T)) {
    Stream << '(';
    printTypes(Tuple->Elements);
    Stream << ')';
  } else if (auto *Task = dyn_cast<TaskTypeExpr>(&T)) {
    Stream << "task<";
    for (const TypeExpr *Each : Task->Parameters) {
      printType(*Each);
      Stream << ", ";
    }
    printType(*Task->Result);
    Stream << '>';
  }
}

//===--- Expressions ------------------------------------------------------===//

static unsigned tightness(const Expr &E) {
  switch (E.K) {
  case Expr::Kind::Conditional:
    return Loose;
  case Expr::Kind::Binary:
    return describe(cast<BinaryExpr>(E).Op).Precedence;
  case Expr::Kind::Unary:
  case Expr::Kind::Future:
    return Prefix;
  case Expr::Kind::Force:
    return tightness(*cast<ForceExpr>(E).Operand);
  case Expr::Kind::Widen:
    return tightness(*cast<WidenExpr>(E).Operand);
  default:
    return Postfix;
  }
}

/// Without what the checker has made around it.
static const Expr &plain(const Expr &E) {
  if (auto *Force = dyn_cast<ForceExpr>(&E))
    return plain(*Force->Operand);
  if (auto *Widen = dyn_cast<WidenExpr>(&E))
    return plain(*Widen->Operand);
  return E;
}

void Printer::printFloating(double Value) {
  char Text[64];
  auto Result = std::to_chars(Text, Text + sizeof(Text), Value);
  StringRef Digits(Text, Result.ptr - Text);
  Stream << Digits;
  if (Digits.find_first_of(".e") == StringRef::npos)
    Stream << ".0";
}

void Printer::printQuoted(StringRef Text, char Quote) {
  Stream << Quote;
  for (char C : Text) {
    size_t Short = StringRef("\n\t\r\\").find(C);
    if (Short != StringRef::npos)
      Stream << '\\' << "ntr\\"[Short];
    else if (C == Quote)
      Stream << '\\' << C;
    else if (isPrint(C) || (Quote == '"' && (C & 0x80)))
      Stream << C;
    else
      // Three digits end by themselves.
      for (char Digit : {'\\', char('0' + (C >> 6 & 3)),
                         char('0' + (C >> 3 & 7)), char('0' + (C & 7))})
        Stream << Digit;
  }
  Stream << Quote;
}

/// `1.x` would be read as a number.
void Printer::printNumberSafe(const Expr &Base) {
  const Expr &Plain = plain(Base);
  bool IsNumber = isa<FloatingExpr>(Plain) || isa<IntegerExpr>(Plain);
  if (IsNumber)
    Stream << '(';
  printExpr(Base, Postfix);
  if (IsNumber)
    Stream << ')';
}

/// `task ()` would begin an anonymous task.
void Printer::printFuture(const FutureExpr &E) {
  std::string Operand;
  raw_string_ostream Text(Operand);
  Printer(Text, Options, Indent).printExpr(*E.Operand, Prefix);
  Text.flush();
  if (startsWith(StringRef(Operand), "()"))
    Operand = "(" + Operand + ")";
  Stream << "task " << Operand;
}

void Printer::printExpr(const Expr &E, unsigned Needed) {
  if (tightness(E) < Needed) {
    Stream << '(';
    printExpr(E);
    Stream << ')';
    return;
  }
  switch (E.K) {
  case Expr::Kind::Name:
    Stream << cast<NameExpr>(E).Name;
    return;
  case Expr::Kind::Integer: {
    auto &Integer = cast<IntegerExpr>(E);
    if (!Integer.IsCharacter) {
      Stream << Integer.Value;
      return;
    }
    char C = static_cast<char>(Integer.Value);
    return printQuoted(StringRef(&C, 1), '\'');
  }
  case Expr::Kind::Floating:
    return printFloating(cast<FloatingExpr>(E).Value);
  case Expr::Kind::Boolean:
    Stream << (cast<BooleanExpr>(E).Value ? "true" : "false");
    return;
  case Expr::Kind::String:
    return printQuoted(cast<StringExpr>(E).Value, '"');
  case Expr::Kind::Unary: {
    auto &Unary = cast<UnaryExpr>(E);
    Stream << spelling(Unary.Op);
    // `--` is another token.
    auto *Inner = dyn_cast<UnaryExpr>(&plain(*Unary.Operand));
    if (Inner && Inner->Op == Unary.Op)
      Stream << ' ';
    return printExpr(*Unary.Operand, Prefix);
  }
  case Expr::Kind::Binary: {
    auto &Binary = cast<BinaryExpr>(E);
    unsigned Precedence = describe(Binary.Op).Precedence;
    printExpr(*Binary.Left, Precedence);
    Stream << ' ' << spelling(Binary.Op) << ' ';
    return printExpr(*Binary.Right, Precedence + 1);
  }
  case Expr::Kind::Conditional: {
    auto &Conditional = cast<ConditionalExpr>(E);
    printExpr(*Conditional.Condition, Loose + 1);
    Stream << " ? ";
    printExpr(*Conditional.Then);
    Stream << " : ";
    return printExpr(*Conditional.Else);
  }
  case Expr::Kind::Call: {
    auto &Call = cast<CallExpr>(E);
    printExpr(*Call.Callee, Postfix);
    Stream << '(';
    printExprs(Call.Arguments);
    Stream << ')';
    return;
  }
  case Expr::Kind::Field:
    printNumberSafe(*cast<FieldExpr>(E).Base);
    Stream << '.' << cast<FieldExpr>(E).Name;
    return;
  case Expr::Kind::TupleField:
    printNumberSafe(*cast<TupleFieldExpr>(E).Base);
    Stream << '.' << cast<TupleFieldExpr>(E).Number;
    return;
  case Expr::Kind::Index:
    printExpr(*cast<IndexExpr>(E).Base, Postfix);
    Stream << '[';
    printExpr(*cast<IndexExpr>(E).Index);
    Stream << ']';
    return;
  case Expr::Kind::Tuple:
    Stream << '(';
    printExprs(cast<TupleExpr>(E).Elements);
    Stream << ')';
    return;
  case Expr::Kind::Literal: {
    auto &Literal = cast<LiteralExpr>(E);
    printType(*Literal.Of);
    Stream << '{';
    printList(Literal.Fields, [&](const FieldValue &Field) {
      Stream << Field.Name << " = ";
      printExpr(*Field.Value);
    });
    Stream << '}';
    return;
  }
  case Expr::Kind::Array:
    Stream << '[';
    printExprs(cast<ArrayExpr>(E).Elements);
    Stream << ']';
    return;
  case Expr::Kind::New:
    Stream << "new(";
    printType(*cast<NewExpr>(E).Element);
    Stream << ")(";
    printExprs(cast<NewExpr>(E).Sizes);
    Stream << ')';
    return;
  case Expr::Kind::Range: {
    auto &Range = cast<RangeExpr>(E);
    Stream << '[';
    printExpr(*Range.First);
    if (Range.Second) {
      Stream << ", ";
      printExpr(*Range.Second);
    }
    Stream << "..";
    printExpr(*Range.Last);
    Stream << ']';
    return;
  }
  case Expr::Kind::Task: {
    auto &Task = cast<TaskExpr>(E);
    Stream << "task ";
    if (Task.Task->Name.empty())
      return printSignatureAndBody(*Task.Task);
    Stream << Task.Task->Name << '{';
    printExprs(Task.Captured);
    Stream << '}';
    return;
  }
  case Expr::Kind::Future:
    return printFuture(cast<FutureExpr>(E));
  case Expr::Kind::Force:
    if (Options.ShowTypes)
      Stream << "/*force*/ ";
    return printExpr(*cast<ForceExpr>(E).Operand, Needed);
  case Expr::Kind::Widen:
    if (Options.ShowTypes && E.Ty)
      Stream << "/*" << Options.TypeName(E.Ty) << "*/ ";
    return printExpr(*cast<WidenExpr>(E).Operand, Needed);
  }
}

//===--- Declarations -----------------------------------------------------===//

void Printer::printTypeParameters(ArrayRef<TypeParameter> Parameters) {
  if (Parameters.empty())
    return;
  Stream << '(';
  printList(Parameters, [&](const TypeParameter &P) { Stream << P.Name; });
  Stream << ')';
}

void Printer::printWritten(const VarDecl &V) {
  if (V.Written) {
    Stream << ": ";
    printType(*V.Written);
  } else if (V.Ty && Options.TypeName && (Options.ShowTypes || !V.Value)) {
    Stream << ": " << Options.TypeName(V.Ty);
  }
}

void Printer::printSignatureAndBody(const TaskDecl &Task) {
  Stream << '(';
  printList(Task.Parameters, [&](const VarDecl *V) {
    Stream << V->Name;
    printWritten(*V);
  });
  Stream << ')';
  if (Task.Result) {
    Stream << ": ";
    printType(*Task.Result);
  } else if (Task.ResultType && Options.TypeName && Options.ShowTypes) {
    Stream << ": " << Options.TypeName(Task.ResultType);
  }
  Stream << ' ';
  printBlock(*Task.Body);
}

void Printer::printTypeDecl(const TypeDecl &Type) {
  Stream << (Type.IsUnion ? "union " : "struct ") << Type.Name;
  printTypeParameters(Type.TypeParameters);
  Stream << " {";
  // One line for what is short.
  std::string Fields;
  raw_string_ostream Text(Fields);
  Printer Inner(Text, Options, 0);
  Inner.printList(Type.Fields, [&](const FieldDecl &Field) {
    Text << Field.Name << ": ";
    Inner.printType(*Field.Written);
  });
  Text.flush();
  if (Fields.size() <= 60) {
    if (!Fields.empty())
      Stream << ' ' << Fields << ' ';
  } else {
    Stream << '\n';
    for (const FieldDecl &Field : Type.Fields) {
      Stream.indent(Indent + 2) << Field.Name << ": ";
      printType(*Field.Written);
      Stream << (&Field == &Type.Fields.back() ? "\n" : ",\n");
    }
    line();
  }
  Stream << '}';
}

void Printer::printVariables(ArrayRef<Decl *> Decls) {
  auto *First = cast<VarDecl>(Decls.front());
  printList(Decls, [&](const Decl *D) { Stream << D->Name; });
  printWritten(*First);
  if (First->Value) {
    Stream << " = ";
    printExpr(*First->Value);
  }
  Stream << ';';
}

void Printer::printDecl(const Decl &D) {
  line();
  if (auto *Task = dyn_cast<TaskDecl>(&D)) {
    Stream << (Task->IsExported ? "export task " : "task ") << Task->Name;
    printTypeParameters(Task->TypeParameters);
    if (Options.ShowCaptures && !Task->Captures.empty()) {
      Stream << '{';
      printList(Task->Captures, [&](const Capture &Each) {
        Stream << Each.Inside->Name;
        printWritten(*Each.Inside);
      });
      Stream << '}';
    }
    printSignatureAndBody(*Task);
  } else if (auto *Type = dyn_cast<TypeDecl>(&D)) {
    printTypeDecl(*Type);
  } else if (isa<VarDecl>(&D)) {
    printVariables(const_cast<Decl *>(&D));
  } else {
    Stream << "import ";
    printQuoted(D.Name, '"');
  }
  Stream << '\n';
}

//===--- Statements -------------------------------------------------------===//

void Printer::printBlock(const BlockStmt &Block) {
  Stream << "{\n";
  Indent += 2;
  for (const Stmt *Each : Block.Body)
    printStmt(*Each);
  Indent -= 2;
  line();
  Stream << '}';
}

void Printer::printIf(const IfStmt &If) {
  Stream << "if (";
  printExpr(*If.Condition);
  Stream << ") ";
  printBlock(*If.Then);
  if (!If.Else)
    return;
  Stream << " else ";
  if (If.Else->Body.size() == 1)
    if (auto *Chained = dyn_cast<IfStmt>(If.Else->Body.front()))
      return printIf(*Chained);
  printBlock(*If.Else);
}

void Printer::printCase(const CaseStmt &Case) {
  Stream << "case (";
  printExpr(*Case.Value);
  Stream << ") {\n";
  Indent += 2;
  for (const CaseBranch &Branch : Case.Branches) {
    line();
    Stream << Branch.Name;
    if (Branch.Payload)
      Stream << ' ' << Branch.Payload->Name;
    Stream << ":\n";
    Indent += 2;
    for (const Stmt *Each : Branch.Body->Body)
      printStmt(*Each);
    Indent -= 2;
  }
  Indent -= 2;
  line();
  Stream << '}';
}

void Printer::printLoop(const LoopStmt &Loop) {
  Stream << (isa<ForStmt>(Loop) ? "for (" : "map (") << Loop.Element->Name
         << " = ";
  auto *Index = dyn_cast<IndexExpr>(&plain(*Loop.Collection));
  bool LooksIndexed =
      !Loop.Index && Index && isa<NameExpr>(plain(*Index->Index));
  if (LooksIndexed)
    Stream << '(';
  printExpr(*Loop.Collection, Loop.Index ? Postfix : Loose);
  if (LooksIndexed)
    Stream << ')';
  if (Loop.Index)
    Stream << '[' << Loop.Index->Name << ']';
  Stream << ") ";
  printBlock(*Loop.Body);
}

void Printer::printStmt(const Stmt &S) {
  auto *Declaration = dyn_cast<DeclStmt>(&S);
  if (Declaration && !isa<VarDecl>(Declaration->Decls.front()))
    return printDecl(*Declaration->Decls.front());
  line();
  printSimple(S);
  Stream << '\n';
}

void Printer::printSimple(const Stmt &S) {
  switch (S.K) {
  case Stmt::Kind::Expression:
    printExpr(*cast<ExprStmt>(S).Value);
    Stream << ';';
    return;
  case Stmt::Kind::Declaration: {
    auto &Decls = cast<DeclStmt>(S).Decls;
    if (isa<VarDecl>(Decls.front()))
      return printVariables(Decls);
    // Behind `then`, on the same line.
    std::string Text;
    raw_string_ostream Inner(Text);
    Printer(Inner, Options, Indent).printDecl(*Decls.front());
    Stream << StringRef(Inner.str()).trim();
    return;
  }
  case Stmt::Kind::Assign: {
    auto &Assign = cast<AssignStmt>(S);
    printExpr(*Assign.Target, Postfix);
    Stream << ' ';
    if (Assign.Op)
      Stream << spelling(*Assign.Op) << "= ";
    else
      Stream << "<- ";
    printExpr(*Assign.Value);
    Stream << ';';
    return;
  }
  case Stmt::Kind::Return:
    Stream << "return";
    if (auto *Value = cast<ReturnStmt>(S).Value) {
      Stream << ' ';
      printExpr(*Value);
    }
    Stream << ';';
    return;
  case Stmt::Kind::Then: {
    auto &Then = cast<ThenStmt>(S);
    printSimple(*Then.First);
    Stream << '\n';
    line();
    Stream << "then ";
    // `then` is left-associative.
    if (!isa<ThenStmt>(Then.Second))
      return printSimple(*Then.Second);
    Stream << "{\n";
    Indent += 2;
    printStmt(*Then.Second);
    Indent -= 2;
    line();
    Stream << '}';
    return;
  }
  case Stmt::Kind::Block:
    return printBlock(cast<BlockStmt>(S));
  case Stmt::Kind::If:
    return printIf(cast<IfStmt>(S));
  case Stmt::Kind::Case:
    return printCase(cast<CaseStmt>(S));
  case Stmt::Kind::For:
  case Stmt::Kind::Map:
    return printLoop(cast<LoopStmt>(S));
  case Stmt::Kind::While:
    Stream << "while (";
    printExpr(*cast<WhileStmt>(S).Condition);
    Stream << ") ";
    return printBlock(*cast<WhileStmt>(S).Body);
  case Stmt::Kind::Critical:
    Stream << "critical (";
    printExpr(*cast<CriticalStmt>(S).Lock);
    Stream << ") ";
    return printBlock(*cast<CriticalStmt>(S).Body);
  }
}

//===--- Entry points -----------------------------------------------------===//

void printProgram(const Program &P, raw_ostream &Stream,
                  const PrintOptions &Options) {
  const Decl *Before = nullptr;
  for (const Decl *Each : P.Decls) {
    // Tasks stand apart; short declarations of one kind, together.
    if (Before && (isa<TaskDecl>(Each) || Each->K != Before->K))
      Stream << '\n';
    printDecl(*Each, Stream, Options);
    Before = Each;
  }
}

void printDecl(const Decl &D, raw_ostream &Stream, const PrintOptions &Options,
               unsigned Indent) {
  Printer(Stream, Options, Indent).printDecl(D);
}

void printStmt(const Stmt &S, raw_ostream &Stream, const PrintOptions &Options,
               unsigned Indent) {
  Printer(Stream, Options, Indent).printStmt(S);
}

void printExpr(const Expr &E, raw_ostream &Stream,
               const PrintOptions &Options) {
  Printer(Stream, Options, 0).printExpr(E);
}

void printTypeExpr(const TypeExpr &T, raw_ostream &Stream) {
  PrintOptions Plain;
  Printer(Stream, Plain, 0).printType(T);
}

} // namespace tasklet::kite
