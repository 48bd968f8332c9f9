// Prints what a program computes, one line for each output: its name and its values as hexadecimal numbers.
// Written for check_flags.py, which builds the same program with other flags and compares the lines. Numbers
// pass as text, because flags may let a compiler assume that there are no infinities and no NaN.
#pragma once

#include <cstdio>

#include <romas/simd.hpp>

namespace flags {

// The same numbers in every build, in [-1, 1]: multiples of 2^-23.
inline double random_number() {
  static unsigned long long state = 1;
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return static_cast<double>(static_cast<long>(state >> 40U) - (1L << 23)) / (1L << 23);
}

inline void fill(double* x, int n, double size) {
  for (int i = 0; i < n; ++i) x[i] = size * random_number();
}
template <int N>
void fill(romas::Pack<double, N>* x, int n, double size) {
  for (int i = 0; i < n; ++i)
    for (int lane = 0; lane < N; ++lane) x[i].set(lane, size * random_number());
}

inline void print_value(double x) { std::printf(" %a", x); }
template <int N>
void print_value(const romas::Pack<double, N>& x) {
  for (int lane = 0; lane < N; ++lane) print_value(x[lane]);
}
template <class S>
void print(const char* name, const S* x, int n) {
  std::printf("%s", name);
  for (int i = 0; i < n; ++i) print_value(x[i]);
  std::printf("\n");
}

}  // namespace flags
