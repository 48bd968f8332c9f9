// Elementary functions whose results are the same bits on every machine: those of the C library differ
// between libraries, and between processors with and without fused products. They are for all that is
// written: descriptions, findings, constants of generated code.
//
// A result is the double nearest to the value; the value is known to 2^-95 of itself, so that a wrong last
// bit is possible once in 2^40 arguments. Special values are those of annex F of the C standard.
#pragma once

namespace romas::math {

struct SineCosine {
  double sine = 0;
  double cosine = 1;
};
SineCosine sine_cosine(double x);
double sin(double x);
double cos(double x);
double tan(double x);

double asin(double x);
double acos(double x);
double atan(double x);
double atan2(double y, double x);

double exp(double x);
double exp2(double x);
double expm1(double x);
double log(double x);
double log2(double x);
double log10(double x);
double log1p(double x);
double pow(double x, double y);

double cbrt(double x);
double hypot(double x, double y, double z = 0);

double sinh(double x);
double cosh(double x);
double tanh(double x);
double asinh(double x);
double acosh(double x);
double atanh(double x);

}  // namespace romas::math
