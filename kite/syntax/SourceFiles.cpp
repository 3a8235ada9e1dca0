//===- SourceFiles.cpp - A file and its imports ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "syntax/SourceFiles.h"
#include "syntax/Literals.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <map>

using namespace llvm;

namespace tasklet::kite {

bool isBuiltinTypeName(StringRef Name) {
  static const StringRef Numbers[] = {"char", "uchar", "short", "ushort",
                                      "int",  "uint",  "long",  "ulong",
                                      "half", "float", "double"};
  if (Name == "bool" || Name == "array" || Name == "range" || Name == "lock")
    return true;
  for (StringRef Each : Numbers) {
    StringRef Width = Name;
    if (!Width.consume_front(Each))
      continue;
    for (StringRef Known : {"", "2", "3", "4", "8", "16"})
      if (Width == Known)
        return true;
  }
  return false;
}

namespace {

class Loader {
public:
  Loader(SourceFiles &Result, Diagnostics &Diags)
      : Result(Result), Diags(Diags) {}

  void add(std::unique_ptr<MemoryBuffer> Text, SMLoc From);
  void follow(unsigned Number);
  void order();

private:
  void import(unsigned Importer, const Token &Path);
  void noteNames(const TokenList &List);

  SourceFiles &Result;
  Diagnostics &Diags;
  std::map<sys::fs::UniqueID, unsigned> Known;
};

} // namespace

void Loader::add(std::unique_ptr<MemoryBuffer> Text, SMLoc From) {
  SourceFile File;
  sys::fs::UniqueID Id;
  if (!sys::fs::getUniqueID(Text->getBufferIdentifier(), Id))
    Known.emplace(Id, Result.Files.size());
  StringRef Content = Text->getBuffer();
  File.Buffer = Diags.sources().AddNewSourceBuffer(std::move(Text), From);
  File.Tokens = tokenize(Content, Diags);
  noteNames(File.Tokens);
  Result.Files.push_back(std::move(File));
}

void Loader::noteNames(const TokenList &List) {
  const auto &Tokens = List.Tokens;
  for (size_t I = 0; I + 1 < Tokens.size(); ++I) {
    bool IsUnion = Tokens[I].is(TokenKind::KeywordUnion);
    if ((!IsUnion && !Tokens[I].is(TokenKind::KeywordStruct)) ||
        !Tokens[I + 1].is(TokenKind::Identifier))
      continue;
    Result.Types.insert(Tokens[I + 1].Text);
    size_t Brace = I + 2;
    if (Tokens[Brace].is(TokenKind::LeftParen) && Tokens[Brace].Match)
      Brace = Tokens[Brace].Match + 1;
    if (!IsUnion || !Tokens[Brace].is(TokenKind::LeftBrace))
      continue;
    for (size_t J = Brace + 1; J + 1 < Tokens.size() && J < Tokens[Brace].Match;
         ++J) {
      if (Tokens[J].is(TokenKind::Identifier) &&
          Tokens[J + 1].is(TokenKind::Colon))
        Result.Branches.insert(Tokens[J].Text);
      if (Tokens[J].is(TokenKind::LeftParen) && Tokens[J].Match)
        J = Tokens[J].Match;
    }
  }
}

void Loader::import(unsigned Importer, const Token &Token) {
  std::string Name = stringValue(Token.Text);
  if (Name.empty())
    return Diags.error(Token.range(), "there is no name of a file in the "
                                      "quotes");
  SmallString<128> Path(Name);
  if (!sys::path::is_absolute(Path)) {
    Path = sys::path::parent_path(
        Diags.sources()
            .getMemoryBuffer(Result.Files[Importer].Buffer)
            ->getBufferIdentifier());
    sys::path::append(Path, Name);
  }
  auto Refuse = [&](const Twine &Reason) {
    Diags.error(Token.range(), "'" + Path + "' cannot be read: " + Reason);
  };
  // A NUL would cut the name off for the system.
  if (Name.find('\0') != std::string::npos)
    return Refuse("there is a NUL in its name");
  if (sys::fs::is_directory(Path))
    return Refuse("it is a directory");
  sys::fs::UniqueID Id;
  if (std::error_code Error = sys::fs::getUniqueID(Path, Id))
    return Refuse(Error.message());
  auto Found = Known.find(Id);
  if (Found != Known.end()) {
    Result.Files[Importer].Imports.push_back(Found->second);
    return;
  }
  ErrorOr<std::unique_ptr<MemoryBuffer>> Text = MemoryBuffer::getFile(Path);
  if (!Text)
    return Refuse(Text.getError().message());
  Result.Files[Importer].Imports.push_back(Result.Files.size());
  add(std::move(*Text), Token.start());
}

void Loader::follow(unsigned Number) {
  std::vector<Token> Paths;
  const auto &Tokens = Result.Files[Number].Tokens.Tokens;
  for (size_t I = 0; I + 1 < Tokens.size(); ++I) {
    if (Tokens[I].is(TokenKind::KeywordImport) &&
        Tokens[I + 1].is(TokenKind::String) && !Tokens[I + 1].IsBad)
      Paths.push_back(Tokens[I + 1]);
    // In blocks there are none.
    if (Tokens[I].is(TokenKind::LeftBrace) && Tokens[I].Match > I)
      I = Tokens[I].Match;
  }
  for (const Token &Path : Paths)
    import(Number, Path);
}

void Loader::order() {
  struct Step {
    unsigned File;
    size_t NextImport = 0;
  };
  std::vector<bool> Seen(Result.Files.size());
  std::vector<Step> Path = {{0}};
  Seen[0] = true;
  while (!Path.empty()) {
    const auto &Imports = Result.Files[Path.back().File].Imports;
    if (Path.back().NextImport == Imports.size()) {
      Result.Order.push_back(Path.back().File);
      Path.pop_back();
      continue;
    }
    unsigned Imported = Imports[Path.back().NextImport++];
    if (Seen[Imported])
      continue;
    Seen[Imported] = true;
    Path.push_back({Imported});
  }
}

SourceFiles loadSourceFiles(std::unique_ptr<MemoryBuffer> Main,
                            Diagnostics &Diags) {
  SourceFiles Result;
  Loader Load(Result, Diags);
  Load.add(std::move(Main), SMLoc());
  for (unsigned I = 0; I < Result.Files.size(); ++I)
    Load.follow(I);
  Load.order();
  return Result;
}

} // namespace tasklet::kite
