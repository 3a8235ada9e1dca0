//===- MathFunctions.cpp - Functions of floating numbers ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "interpret/Arithmetic.h"
#include "interpret/Builtins.h"

#include "llvm/ADT/StringMap.h"

#include <cmath>

using namespace tasklet::kite;

static constexpr double Pi = 3.14159265358979323846;

static Value rounded(double Number, Base B) {
  return Value::ofFloating(roundTo(Number, B));
}

template <double (*Function)(double)> static Value one(const Value *A, Base B) {
  return rounded(Function(A[0].floating()), B);
}

template <double (*Function)(double, double)>
static Value two(const Value *A, Base B) {
  return rounded(Function(A[0].floating(), A[1].floating()), B);
}

template <double (*Function)(double, double, double)>
static Value three(const Value *A, Base B) {
  return rounded(Function(A[0].floating(), A[1].floating(), A[2].floating()),
                 B);
}

template <double (*Function)(double, int)>
static Value withInteger(const Value *A, Base B) {
  return rounded(Function(A[0].floating(), static_cast<int>(A[1].integer())),
                 B);
}

static double exp10Of(double X) { return std::pow(10.0, X); }
static double rsqrt(double X) { return 1 / std::sqrt(X); }
static double recip(double X) { return 1 / X; }
static double degreesOf(double X) { return X * (180 / Pi); }
static double radiansOf(double X) { return X * (Pi / 180); }
static double signOf(double X) {
  return std::isnan(X) ? 0 : X > 0 ? 1 : X < 0 ? -1 : X;
}
// Reduced before they are multiplied, so that whole and half numbers give exact
// results.
static double sinPi(double X) {
  double Turn = std::fmod(X, 2.0);
  if (Turn == std::trunc(Turn))
    return std::copysign(0.0, X);
  if (std::fabs(Turn) == 0.5)
    return std::copysign(1.0, X);
  if (std::fabs(Turn) == 1.5)
    return -std::copysign(1.0, X);
  return std::sin(Pi * Turn);
}
static double cosPi(double X) {
  double Turn = std::fabs(std::fmod(X, 2.0));
  if (Turn == 0.5 || Turn == 1.5)
    return 0;
  return std::cos(Pi * Turn);
}
static double tanPi(double X) { return sinPi(X) / cosPi(X); }
static double acosPi(double X) { return std::acos(X) / Pi; }
static double asinPi(double X) { return std::asin(X) / Pi; }
static double atanPi(double X) { return std::atan(X) / Pi; }
static double atan2Pi(double Y, double X) { return std::atan2(Y, X) / Pi; }
static double divideOf(double X, double Y) { return X / Y; }
static double maxmag(double X, double Y) {
  double Left = std::fabs(X), Right = std::fabs(Y);
  return Left > Right ? X : Right > Left ? Y : std::fmax(X, Y);
}
static double minmag(double X, double Y) {
  double Left = std::fabs(X), Right = std::fabs(Y);
  return Left < Right ? X : Right < Left ? Y : std::fmin(X, Y);
}
static double stepOf(double Edge, double X) { return X < Edge ? 0 : 1; }
static double mixOf(double X, double Y, double A) { return X + (Y - X) * A; }
static double smoothstep(double Low, double High, double X) {
  double T = std::fmin(std::fmax((X - Low) / (High - Low), 0.0), 1.0);
  return T * T * (3 - 2 * T);
}
static double pown(double X, int Y) { return std::pow(X, Y); }
static double rootn(double X, int N) {
  if (N % 2 != 0)
    return std::copysign(std::pow(std::fabs(X), 1.0 / N), X);
  return std::pow(X, 1.0 / N);
}
static double ldexpOf(double X, int N) { return std::ldexp(X, N); }

static Value fmaOf(const Value *A, Base B) {
  // Once in the type itself: double would round twice.
  if (B == Base::Float)
    return Value::ofFloating(std::fma(static_cast<float>(A[0].floating()),
                                      static_cast<float>(A[1].floating()),
                                      static_cast<float>(A[2].floating())));
  return rounded(std::fma(A[0].floating(), A[1].floating(), A[2].floating()),
                 B);
}

static Value nextafterOf(const Value *A, Base B) {
  if (B == Base::Float)
    return Value::ofFloating(
        std::nextafter(static_cast<float>(A[0].floating()),
                       static_cast<float>(A[1].floating())));
  return rounded(std::nextafter(A[0].floating(), A[1].floating()), B);
}

static Value ilogbOf(const Value *A, Base) {
  return Value::ofInteger(
      static_cast<uint64_t>(static_cast<int64_t>(std::ilogb(A[0].floating()))));
}

ScalarFunction tasklet::kite::findMathFunction(llvm::StringRef Name) {
  static const llvm::StringMap<ScalarFunction> Table = {
      {"acos", one<std::acos>},
      {"acosh", one<std::acosh>},
      {"acospi", one<acosPi>},
      {"asin", one<std::asin>},
      {"asinh", one<std::asinh>},
      {"asinpi", one<asinPi>},
      {"atan", one<std::atan>},
      {"atanh", one<std::atanh>},
      {"atanpi", one<atanPi>},
      {"cbrt", one<std::cbrt>},
      {"ceil", one<std::ceil>},
      {"cos", one<std::cos>},
      {"cosh", one<std::cosh>},
      {"cospi", one<cosPi>},
      {"degrees", one<degreesOf>},
      {"erf", one<std::erf>},
      {"erfc", one<std::erfc>},
      {"exp", one<std::exp>},
      {"exp10", one<exp10Of>},
      {"exp2", one<std::exp2>},
      {"expm1", one<std::expm1>},
      {"fabs", one<std::fabs>},
      {"floor", one<std::floor>},
      {"lgamma", one<std::lgamma>},
      {"log", one<std::log>},
      {"log10", one<std::log10>},
      {"log1p", one<std::log1p>},
      {"log2", one<std::log2>},
      {"logb", one<std::logb>},
      {"radians", one<radiansOf>},
      {"recip", one<recip>},
      {"rint", one<std::rint>},
      {"round", one<std::round>},
      {"rsqrt", one<rsqrt>},
      {"sign", one<signOf>},
      {"sin", one<std::sin>},
      {"sinh", one<std::sinh>},
      {"sinpi", one<sinPi>},
      {"sqrt", one<std::sqrt>},
      {"tan", one<std::tan>},
      {"tanh", one<std::tanh>},
      {"tanpi", one<tanPi>},
      {"tgamma", one<std::tgamma>},
      {"trunc", one<std::trunc>},
      {"atan2", two<std::atan2>},
      {"atan2pi", two<atan2Pi>},
      {"copysign", two<std::copysign>},
      {"divide", two<divideOf>},
      {"fdim", two<std::fdim>},
      {"fmax", two<std::fmax>},
      {"fmin", two<std::fmin>},
      {"fmod", two<std::fmod>},
      {"hypot", two<std::hypot>},
      {"maxmag", two<maxmag>},
      {"minmag", two<minmag>},
      {"pow", two<std::pow>},
      {"powr", two<std::pow>},
      {"remainder", two<std::remainder>},
      {"step", two<stepOf>},
      {"mix", three<mixOf>},
      {"smoothstep", three<smoothstep>},
      {"ldexp", withInteger<ldexpOf>},
      {"pown", withInteger<pown>},
      {"rootn", withInteger<rootn>},
      {"fma", fmaOf},
      {"mad", fmaOf},
      {"nextafter", nextafterOf},
      {"ilogb", ilogbOf},
  };
  return Table.lookup(Name);
}
