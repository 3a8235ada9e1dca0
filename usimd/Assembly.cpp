//===- Assembly.cpp - The assembly of the machine -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Assembly.h"

#include "Lexer.h"

#include <algorithm>
#include <map>

using namespace tasklet::usimd;

namespace {

class AssemblyParser {
public:
  explicit AssemblyParser(const std::string &Text)
      : Words(Text, Lexer::Comments::Assembly, /*KeepsLines=*/true) {
    take();
  }

  Parsed parse() {
    while (Now.Kind != Token::End)
      parseLine();
    if (Output.Result.Code.empty() && Output.Errors.empty())
      error(Place(), "the program has no instruction; the shortest is 'stop'");
    for (const auto &[Index, Name] : Uses)
      resolve(Output.Result.Code[Index], Name);
    std::stable_sort(Output.Errors.begin(), Output.Errors.end(),
                     [](const SyntaxError &X, const SyntaxError &Y) {
                       return X.Where.Line < Y.Where.Line;
                     });
    return std::move(Output);
  }

private:
  Lexer Words;
  Token Now;
  Parsed Output;
  std::map<std::string, std::pair<size_t, Place>> Labels;
  /// Instructions that go to labels, with what they name.
  std::vector<std::pair<size_t, Token>> Uses;

  void take() { Now = Words.next(); }

  bool error(Place Where, const std::string &Text) {
    Output.Errors.push_back({Where, Text});
    return false;
  }
  /// At what stands here, unless it is wrong in itself.
  bool errorHere(const std::string &Text) {
    return error(Now.Where, Now.Kind == Token::Wrong ? Now.Text : Text);
  }

  void parseLine() {
    if (!parseStatements())
      while (Now.Kind != Token::LineEnd && Now.Kind != Token::End)
        take();
    if (Now.Kind == Token::LineEnd)
      take();
  }

  bool parseStatements() {
    while (Now.Kind == Token::Name) {
      Token Name = Now;
      take();
      if (!Now.is(':'))
        return parseInstruction(Name);
      take();
      auto [Old, IsNew] =
          Labels.insert({Name.Text, {Output.Result.size() + 1, Name.Where}});
      if (!IsNew)
        return error(Name.Where, "label '" + Name.Text +
                                     "' is already on line " +
                                     std::to_string(Old->second.second.Line) +
                                     "; give this one another name");
    }
    if (Now.Kind == Token::LineEnd || Now.Kind == Token::End)
      return true;
    return errorHere("here should be an instruction or a label, not " +
                     Now.shown());
  }

  bool parseInstruction(const Token &Name) {
    const Syntax *Form = findSyntax(Name.Text);
    if (!Form) {
      std::vector<std::string> Known;
      for (const Syntax &Each : allSyntax())
        Known.push_back(Each.Name);
      return error(Name.Where, "there is no instruction '" + Name.Text + "'" +
                                   suggest(Name.Text, Known));
    }
    Instruction I;
    I.Op = Form->Op;
    I.Where = Name.Where;
    Operand *Next = &I.A;
    Token Label;
    bool IsFirst = true;
    for (const char *Kind = Form->Operands; *Kind; ++Kind) {
      if (!IsFirst) {
        if (!Now.is(','))
          return errorHere("'" + Name.Text + "' has " +
                           std::to_string(std::string(Form->Operands).size()) +
                           " operands; here should be a comma, not " +
                           Now.shown());
        take();
      }
      IsFirst = false;
      if (*Kind == 'l')
        Label = Now;
      if (!parseOperand(Name.Text, *Kind, I, Next))
        return false;
    }
    if (Now.Kind != Token::LineEnd && Now.Kind != Token::End)
      return errorHere("the instruction ends before " + Now.shown() +
                       "; the next one goes on a line of its own");
    Output.Result.Code.push_back(I);
    if (Label.Kind != Token::End)
      Uses.push_back({Output.Result.size() - 1, Label});
    return true;
  }

  bool parseOperand(const std::string &Name, char Kind, Instruction &I,
                    Operand *&Next) {
    bool MayBeName = Kind != 'c', MayBeNumber = Kind != 'd' && Kind != 'v';
    if (!(MayBeName && Now.Kind == Token::Name) &&
        !(MayBeNumber && Now.Kind == Token::Number)) {
      const char *Wanted = Kind == 'c'   ? "a constant"
                           : Kind == 'l' ? "a label"
                           : Kind == 'o' ? "a variable or a constant"
                                         : "a variable";
      std::string Hint;
      if (Now.Kind == Token::Number)
        Hint = "; put the number into one with 'const'";
      else if (Kind == 'c' && Now.Kind == Token::Name)
        Hint = "; 'copy' takes variables";
      return errorHere("'" + Name + "' needs " + Wanted + " here, not " +
                       Now.shown() + Hint);
    }
    if (Kind == 'd') {
      I.Target = Output.Result.variable(Now.Text);
      if (I.Target == Program::Tid)
        return error(Now.Where,
                     "tid is the thread's number and cannot be assigned to; "
                     "take another variable");
    } else if (Kind != 'l') {
      Next->IsConstant = Now.Kind == Token::Number;
      Next->Value =
          Next->IsConstant
              ? Now.Value
              : static_cast<int64_t>(Output.Result.variable(Now.Text));
      Next = &I.B;
    }
    take();
    return true;
  }

  void resolve(Instruction &I, const Token &Label) {
    if (Label.Kind == Token::Number) {
      I.Label = Label.Value;
      if (!Output.Result.has(I.Label) && Output.Errors.empty())
        error(Label.Where, "there is no instruction " + Label.Text +
                               "; they are numbered from 1 to " +
                               std::to_string(Output.Result.size()));
      return;
    }
    auto Found = Labels.find(Label.Text);
    if (Found == Labels.end()) {
      std::vector<std::string> Known;
      for (const auto &Each : Labels)
        Known.push_back(Each.first);
      error(Label.Where, "there is no label '" + Label.Text + "'" +
                             suggest(Label.Text, Known));
      return;
    }
    I.Label = Found->second.first;
    // Where lines before were wrong, less follows than is there.
    if (!Output.Result.has(I.Label) && Output.Errors.empty())
      error(Found->second.second, "no instruction follows the label '" +
                                      Label.Text + "'; add 'stop'");
  }
};

} // namespace

Parsed tasklet::usimd::parseAssembly(const std::string &Text) {
  return AssemblyParser(Text).parse();
}
