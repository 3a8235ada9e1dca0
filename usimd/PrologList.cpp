//===- PrologList.cpp - Programs as figure 9 writes them ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "PrologList.h"

#include "Lexer.h"

using namespace tasklet::usimd;

namespace {

/// The names of figure 9 that are not those of the assembly.
struct Alias {
  const char *Name, *Means;
};
const Alias Aliases[] = {{"addt", "add"}, {"lth", "lt"}, {"branch", "bnz"}};

class PrologParser {
public:
  explicit PrologParser(const std::string &Text)
      : Words(Text, Lexer::Comments::Prolog, /*KeepsLines=*/false) {
    take();
  }

  Parsed parse() {
    if (parseClause())
      checkLabels();
    return std::move(Output);
  }

private:
  Lexer Words;
  Token Now;
  Parsed Output;
  std::vector<Place> LabelPlaces; ///< by instruction

  void take() { Now = Words.next(); }

  bool error(Place Where, const std::string &Text) {
    Output.Errors.push_back({Where, Text});
    return false;
  }
  bool errorHere(const std::string &Text) {
    return error(Now.Where, Now.Kind == Token::Wrong ? Now.Text : Text);
  }
  bool expect(char Sign, const char *Where) {
    if (!Now.is(Sign))
      return errorHere(std::string("here should be '") + Sign + "' " + Where +
                       ", not " + Now.shown());
    take();
    return true;
  }

  bool parseClause() {
    if (Now.Kind != Token::Name)
      return errorHere("here should be the program's name, as in "
                       "'name([stop]).', not " +
                       Now.shown());
    take();
    if (!expect('(', "after the program's name") ||
        !expect('[', "before the first instruction"))
      return false;
    if (Now.is(']'))
      return errorHere("the program has no instruction; the shortest is "
                       "'stop'");
    while (parseInstruction())
      if (Now.is(','))
        take();
      else
        break;
    if (!Output.Errors.empty() ||
        !expect(']', "or a comma after the instruction") ||
        !expect(')', "after the list") || !expect('.', "at the end"))
      return false;
    if (Now.Kind != Token::End)
      return errorHere("the program has ended before " + Now.shown() +
                       "; a file has one");
    return true;
  }

  static const Syntax *find(const std::string &Name) {
    for (const Alias &Each : Aliases)
      if (Name == Each.Name)
        return findSyntax(Each.Means);
    return findSyntax(Name);
  }

  bool parseInstruction() {
    if (Now.Kind != Token::Name)
      return errorHere("here should be an instruction, not " + Now.shown());
    Token Name = Now;
    const Syntax *Form = find(Name.Text);
    if (!Form) {
      std::vector<std::string> Known;
      for (const Alias &Each : Aliases)
        Known.push_back(Each.Name);
      for (const Syntax &Each : allSyntax())
        Known.push_back(Each.Name);
      return errorHere("there is no instruction '" + Name.Text + "'" +
                       suggest(Name.Text, Known));
    }
    take();
    Instruction I;
    I.Op = Form->Op;
    I.Where = Name.Where;
    Operand *Next = &I.A;
    Place Label;
    std::string Count =
        std::to_string(std::string(Form->Operands).size()) + " arguments";
    for (const char *Kind = Form->Operands; *Kind; ++Kind) {
      bool IsFirst = Kind == Form->Operands;
      if (!Now.is(IsFirst ? '(' : ','))
        return errorHere("'" + Name.Text + "' has " + Count +
                         "; here should be '" + (IsFirst ? "(" : ",") +
                         "', not " + Now.shown());
      take();
      if (*Kind == 'l')
        Label = Now.Where;
      if (!parseOperand(Name.Text, *Kind, I, Next))
        return false;
    }
    if (*Form->Operands) {
      if (!Now.is(')'))
        return errorHere("'" + Name.Text + "' has " + Count +
                         "; here should be ')', not " + Now.shown());
      take();
    } else if (Now.is('('))
      return errorHere("'" + Name.Text + "' has no arguments");
    Output.Result.Code.push_back(I);
    LabelPlaces.push_back(Label);
    return true;
  }

  bool parseOperand(const std::string &Name, char Kind, Instruction &I,
                    Operand *&Next) {
    bool IsTid = Now.Kind == Token::Name && Now.Text == "tid";
    bool IsNumber = Now.Kind == Token::Number;
    if (Kind == 'd' && IsTid)
      return errorHere("tid is the thread's number and cannot be assigned to; "
                       "take a variable, such as 0");
    // What branch_mask takes is a thread; of binary operations, a variable.
    bool IsVariable =
        Kind == 'd' || Kind == 'v' || (Kind == 'o' && isBinary(I.Op));
    bool MayBeTid = Kind == 'v' || Kind == 'o';
    if (!IsNumber && !(IsTid && MayBeTid))
      return errorHere("'" + Name + "' needs " +
                       (IsVariable    ? "the number of a variable"
                        : Kind == 'l' ? "the number of an instruction"
                        : Kind == 'c' ? "a constant"
                                      : "the number of a thread") +
                       (MayBeTid ? " or tid" : "") + " here, not " +
                       Now.shown());
    if (IsNumber && IsVariable && (Now.Value < 0 || Now.Value > 999999))
      return errorHere("there is no variable " + Now.Text +
                       "; they are numbered from 0 to 999999");
    int64_t Variable = Program::Tid;
    if (IsNumber && IsVariable)
      Variable = Output.Result.variable("v" + std::to_string(Now.Value));
    if (Kind == 'd')
      I.Target = Variable;
    else if (Kind == 'l')
      I.Label = Now.Value;
    else {
      Next->IsConstant = IsNumber && !IsVariable;
      Next->Value = Next->IsConstant ? Now.Value : Variable;
      Next = &I.B;
    }
    take();
    return true;
  }

  void checkLabels() {
    const Program &P = Output.Result;
    for (size_t Pc = 1; Pc <= P.size(); ++Pc)
      if (std::string(syntaxOf(P.at(Pc).Op).Operands).find('l') !=
              std::string::npos &&
          !P.has(P.at(Pc).Label))
        error(LabelPlaces[Pc - 1],
              "there is no instruction " +
                  std::to_string(static_cast<int64_t>(P.at(Pc).Label)) +
                  "; they are numbered from 1 to " + std::to_string(P.size()));
  }
};

} // namespace

Parsed tasklet::usimd::parsePrologList(const std::string &Text) {
  return PrologParser(Text).parse();
}
