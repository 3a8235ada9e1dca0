//===- AddressForms.cpp - The addresses of an ordered kernel --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "compile/AddressForms.h"

#include <nlohmann/json.hpp>

using namespace tasklet;
using nlohmann::json;

/// Terms that the compiler makes are less deep.
static constexpr unsigned MostDepth = 64;

namespace {

struct Operation {
  const char *Name;
  AddressTerm::Kind K;
  unsigned Numbers; ///< before the operands
  unsigned Operands;
};

} // namespace

static constexpr Operation Operations[] = {
    {"arg", AddressTerm::Argument, 1, 0}, {"id", AddressTerm::Id, 1, 0},
    {"size", AddressTerm::Size, 1, 0},    {"offset", AddressTerm::Offset, 1, 0},
    {"+", AddressTerm::Sum, 0, 2},        {"*", AddressTerm::Product, 0, 2},
    {"max", AddressTerm::Greater, 0, 2},  {"min", AddressTerm::Less, 0, 2},
    {"/", AddressTerm::Quotient, 0, 2},   {"s", AddressTerm::Signed, 1, 1},
    {"u", AddressTerm::Unsigned, 1, 1},   {"to", AddressTerm::UpTo, 0, 1},
};

/// Whether the number of the term means something.
static bool isMeant(const AddressTerm &Term, uint32_t Params) {
  switch (Term.K) {
  case AddressTerm::Argument:
    return Term.Value >= 0 && Term.Value < Params;
  case AddressTerm::Id:
  case AddressTerm::Size:
  case AddressTerm::Offset:
    return Term.Value >= 0 && Term.Value < 3;
  case AddressTerm::Signed:
  case AddressTerm::Unsigned:
    return Term.Value >= 1 && Term.Value <= 64;
  default:
    return true;
  }
}

static bool readTerm(const json &From, uint32_t Params, AddressTerm &Term,
                     unsigned Depth = MostDepth) {
  if (From.is_number_integer()) {
    Term.Value = From.get<int64_t>();
    return true;
  }
  if (!From.is_array() || From.empty() || !From[0].is_string() || Depth == 0)
    return false;
  for (const Operation &Each : Operations) {
    if (From[0] != Each.Name)
      continue;
    const bool IsPart = Each.K == AddressTerm::Argument && From.size() == 4;
    const size_t Numbers = IsPart ? 3 : Each.Numbers;
    if (From.size() != 1 + Numbers + Each.Operands)
      return false;
    for (size_t I = 1; I <= Numbers; ++I)
      if (!From[I].is_number_unsigned() || From[I].get<uint64_t>() > UINT32_MAX)
        return false;
    Term.K = Each.K;
    if (Numbers)
      Term.Value = From[1].get<uint32_t>();
    if (IsPart) {
      Term.First = From[2].get<uint32_t>();
      Term.Bytes = From[3].get<uint32_t>();
      if (Term.Bytes == 0 || Term.Bytes > 8)
        return false;
    }
    for (size_t I = 1 + Numbers; I < From.size(); ++I)
      if (!readTerm(From[I], Params, Term.Operands.emplace_back(), Depth - 1))
        return false;
    return isMeant(Term, Params);
  }
  return false;
}

static bool readForm(const json &From, uint32_t Params, AddressForm &Form) {
  auto Find = [&](const char *Key) -> const json & {
    static const json None;
    auto At = From.find(Key);
    return At == From.end() ? None : *At;
  };
  if (!From.is_object())
    return false;
  const json &Param = Find("param"), &Bytes = Find("bytes"),
             &Writes = Find("writes"), &IsSure = Find("always"),
             &Strides = Find("strides"), &Loops = Find("loops");
  if (!Param.is_number_unsigned() || Param.get<uint64_t>() >= Params ||
      !Bytes.is_number_unsigned() || Bytes.get<uint64_t>() > INT32_MAX ||
      !Writes.is_boolean() || !IsSure.is_boolean() || !Strides.is_array() ||
      Strides.size() != Form.Strides.size() || !Loops.is_array())
    return false;
  Form.Param = Param.get<uint32_t>();
  Form.Bytes = Bytes.get<uint64_t>();
  Form.Writes = Writes.get<bool>();
  Form.IsSure = IsSure.get<bool>();
  for (size_t D = 0; D < Form.Strides.size(); ++D)
    if (!readTerm(Strides[D], Params, Form.Strides[D]))
      return false;
  for (const json &Each : Loops) {
    AddressLoop &Loop = Form.Loops.emplace_back();
    if (!Each.is_array() || Each.size() != 2 ||
        !readTerm(Each[0], Params, Loop.Step) ||
        !readTerm(Each[1], Params, Loop.Most))
      return false;
  }
  return readTerm(Find("rest"), Params, Form.Rest);
}

bool tasklet::readAddressForms(const json &Object, uint32_t Params,
                               AddressForms &Forms) {
  if (!Object.is_object())
    return false;
  auto Accesses = Object.find("accesses"), Checks = Object.find("checks");
  if (Accesses == Object.end() || !Accesses->is_array() ||
      Checks == Object.end() || !Checks->is_array())
    return false;
  for (const json &Each : *Accesses)
    if (!readForm(Each, Params, Forms.Accesses.emplace_back()))
      return false;
  for (const json &Each : *Checks)
    if (!readTerm(Each, Params, Forms.Checks.emplace_back()))
      return false;
  return true;
}
