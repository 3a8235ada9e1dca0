//===- Matrix.cpp - Lower triangular matrices -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Matrix.h"

#include <algorithm>
#include <climits>
#include <cmath>
#include <fstream>
#include <sstream>
#include <stdexcept>

using namespace lowersolve;

std::vector<cl_double> Matrix::solve(const std::vector<cl_double> &B) const {
  std::vector<cl_double> X(size());
  for (size_t I = 0; I < size(); ++I) {
    const cl_int Diagonal = Row[I + 1] - 1;
    double S = B[I];
    for (cl_int K = Row[I]; K < Diagonal; ++K)
      S = std::fma(-Value[size_t(K)], X[size_t(Column[size_t(K)])], S);
    X[I] = S / Value[size_t(Diagonal)];
  }
  return X;
}

uint32_t Matrix::levels() const {
  std::vector<uint32_t> Level(size());
  uint32_t Most = 0;
  for (size_t I = 0; I < size(); ++I) {
    uint32_t Before = 0;
    for (cl_int K = Row[I]; K < Row[I + 1] - 1; ++K)
      Before = std::max(Before, Level[size_t(Column[size_t(K)])]);
    Level[I] = Before + 1;
    Most = std::max(Most, Level[I]);
  }
  return Most;
}

Matrix lowersolve::makeLaplacian(size_t Side, unsigned Dimensions) {
  Matrix Result;
  size_t Points = 1;
  for (unsigned D = 0; D < Dimensions; ++D)
    Points *= Side;
  for (size_t I = 0; I < Points; ++I) {
    // The neighbour that is furthest away has the smallest number.
    for (size_t Stride = Points / Side; Stride >= 1; Stride /= Side) {
      if (I / Stride % Side > 0) {
        Result.Column.push_back(static_cast<cl_int>(I - Stride));
        Result.Value.push_back(-1);
      }
      if (Stride == 1)
        break; // A side of 1 would divide for ever.
    }
    Result.Column.push_back(static_cast<cl_int>(I));
    Result.Value.push_back(2.0 * Dimensions);
    Result.Row.push_back(static_cast<cl_int>(Result.Column.size()));
  }
  return Result;
}

namespace {

struct Entry {
  cl_int Row, Column;
  double Value;
};

/// Reads a file line by line, and knows where it is.
class Reader {
public:
  explicit Reader(const std::string &FileName) : Name(FileName), In(FileName) {
    if (!In)
      fail("cannot be read");
  }

  /// The next line. False: there is none.
  bool next(std::istringstream &Line) {
    std::string Text;
    if (!std::getline(In, Text))
      return false;
    ++Number;
    Line = std::istringstream(Text);
    return true;
  }

  /// The next line that is no comment and not empty.
  std::istringstream nextData() {
    std::istringstream Line;
    while (next(Line)) {
      const std::string Text = Line.str();
      const size_t First = Text.find_first_not_of(" \t\r");
      if (First != std::string::npos && Text[First] != '%')
        return Line;
    }
    fail("ends too early");
  }

  [[noreturn]] void fail(const std::string &What) const {
    throw std::runtime_error(
        Name + (Number ? ":" + std::to_string(Number) : "") + ": " + What);
  }

private:
  std::string Name;
  std::ifstream In;
  size_t Number = 0;
};

std::string lower(std::string Text) {
  std::transform(Text.begin(), Text.end(), Text.begin(),
                 [](unsigned char C) { return std::tolower(C); });
  return Text;
}

} // namespace

Matrix lowersolve::readMatrix(const std::string &FileName) {
  Reader File(FileName);
  std::istringstream Line;
  std::string Banner, Object, Format, Field, Symmetry;
  if (!File.next(Line) ||
      !(Line >> Banner >> Object >> Format >> Field >> Symmetry) ||
      lower(Banner) != "%%matrixmarket" || lower(Object) != "matrix")
    File.fail("begins with no '%%MatrixMarket matrix ...'");
  Field = lower(Field);
  Symmetry = lower(Symmetry);
  if (lower(Format) != "coordinate" ||
      (Field != "real" && Field != "integer" && Field != "pattern") ||
      (Symmetry != "general" && Symmetry != "symmetric"))
    File.fail("only 'coordinate real|integer|pattern general|symmetric' is "
              "understood");
  int64_t Rows = 0, Columns = 0, Count = 0;
  if (!(File.nextData() >> Rows >> Columns >> Count) || Rows < 1 ||
      Rows != Columns || Rows >= INT_MAX || Count < 0 || Count >= INT_MAX)
    File.fail("the size must be that of a square matrix");

  std::vector<Entry> Entries;
  for (int64_t I = 0; I < Count; ++I) {
    std::istringstream Data = File.nextData();
    int64_t Row = 0, Column = 0;
    if (!(Data >> Row >> Column) || Row < 1 || Row > Rows || Column < 1 ||
        Column > Columns)
      File.fail("row and column must be numbers from 1 to " +
                std::to_string(Rows));
    // Large enough on the diagonal that solutions stay finite.
    double Value = Row == Column ? 64 : 1;
    if (Field != "pattern" && (!(Data >> Value) || !std::isfinite(Value)))
      File.fail("the value is no number");
    // The upper triangle of a symmetric matrix is the lower one.
    if (Symmetry == "symmetric" && Column > Row)
      std::swap(Row, Column);
    if (Column <= Row)
      Entries.push_back({static_cast<cl_int>(Row - 1),
                         static_cast<cl_int>(Column - 1), Value});
  }
  std::stable_sort(
      Entries.begin(), Entries.end(), [](const Entry &A, const Entry &B) {
        return A.Row != B.Row ? A.Row < B.Row : A.Column < B.Column;
      });

  Matrix Result;
  size_t At = 0;
  for (cl_int Row = 0; Row < Rows; ++Row) {
    for (; At < Entries.size() && Entries[At].Row == Row; ++At) {
      const bool IsSame = Result.Column.size() > size_t(Result.Row.back()) &&
                          Result.Column.back() == Entries[At].Column;
      if (IsSame) { // The format adds up what is given twice.
        Result.Value.back() += Entries[At].Value;
        continue;
      }
      Result.Column.push_back(Entries[At].Column);
      Result.Value.push_back(Entries[At].Value);
    }
    if (Result.Column.size() == size_t(Result.Row.back()) ||
        Result.Column.back() != Row || Result.Value.back() == 0)
      throw std::runtime_error(FileName + ": row " + std::to_string(Row + 1) +
                               " has nothing on the diagonal, so that there "
                               "is no solution");
    Result.Row.push_back(static_cast<cl_int>(Result.Column.size()));
  }
  return Result;
}
