// Arrays of many configurations, as batch.hpp and batch.cuh take them.
#pragma once

#include <cstddef>

namespace romas {

// Rows of an array in structure-of-arrays layout: value k of configuration i stands at data[k * stride + i].
template <int Values, class T, bool Output>
struct Rows {
  T* data;
  std::ptrdiff_t stride;  // 0: the number of configurations
};
// Rows that a function reads: Values values of each configuration.
template <int Values, class T>
constexpr Rows<Values, const T, false> in(const T* data, std::ptrdiff_t stride = 0) {
  return {data, stride};
}
// Rows that a function writes: Values values of each configuration.
template <int Values, class T>
constexpr Rows<Values, T, true> out(T* data, std::ptrdiff_t stride = 0) {
  return {data, stride};
}

}  // namespace romas
