// Packs: N doubles or floats that go through arithmetic together, one lane a robot configuration.
//
//   romas::Pack<double, 4> q = romas::Pack<double, 4>::load(pointer);
//   // lane by lane; sin, cos, sqrt, fma, select are found by argument
//   auto s = sin(q) * 2.0 + 1.0;
//
// A pack as wide as a register of the target (SSE2, AVX2, AVX-512, NEON) is one register. A wider pack
// consists of two halves; on targets without vector registers this goes down to scalars. native_lanes<T> is
// the width at which one pack is one register. Every generated function takes packs as its scalar type;
// romas::batch (batch.hpp) calls it for plain arrays.
//
// The instruction set is chosen by the compiler's flags; simd_registers.hpp says how.
#pragma once

#include <cmath>
#include <cstring>
#include <type_traits>
#include <utility>

#include <romas/simd_registers.hpp>

namespace romas {
inline namespace ROMAS_SIMD_NAMESPACE {

template <class T, int N>
struct Pack;
template <class T, int N>
struct Mask;

namespace simd {

template <class T, int N, Shape S = shape<T, N>>
struct PackStorage {
  typename Registers<T, N>::Value value;
};
template <class T, int N>
struct PackStorage<T, N, Shape::halves> {
  Pack<T, N / 2> low, high;
};
template <class T, int N, Shape S = shape<T, N>>
struct MaskStorage {
  typename Registers<T, N>::Truth value;
};
template <class T, int N>
struct MaskStorage<T, N, Shape::halves> {
  Mask<T, N / 2> low, high;
};

}  // namespace simd

// --- packs -------------------------------------------------------------------------------------------------

// The outcome of comparing packs: one truth value a lane. Combine with & | !, use with select, ask with any
// and all.
template <class T, int N>
struct Mask {
  static constexpr simd::Shape kShape = simd::shape<T, N>;
  simd::MaskStorage<T, N> storage;

  friend ROMAS_INLINE Mask operator&(Mask a, Mask b) {
    if constexpr (kShape == simd::Shape::halves)
      return {{a.storage.low & b.storage.low, a.storage.high & b.storage.high}};
    else if constexpr (kShape == simd::Shape::scalar)
      return {{a.storage.value && b.storage.value}};
    else
      return {{a.storage.value & b.storage.value}};
  }
  friend ROMAS_INLINE Mask operator|(Mask a, Mask b) {
    if constexpr (kShape == simd::Shape::halves)
      return {{a.storage.low | b.storage.low, a.storage.high | b.storage.high}};
    else if constexpr (kShape == simd::Shape::scalar)
      return {{a.storage.value || b.storage.value}};
    else
      return {{a.storage.value | b.storage.value}};
  }
  friend ROMAS_INLINE Mask operator!(Mask a) {
    if constexpr (kShape == simd::Shape::halves)
      return {{!a.storage.low, !a.storage.high}};
    else if constexpr (kShape == simd::Shape::scalar)
      return {{!a.storage.value}};
    else
      return {{~a.storage.value}};
  }
  friend ROMAS_INLINE bool any(Mask a) {
    if constexpr (kShape == simd::Shape::halves)
      return any(a.storage.low) || any(a.storage.high);
    else
      return simd::any(a.storage.value);
  }
  friend ROMAS_INLINE bool all(Mask a) { return !any(!a); }
};

// N values of type T (double or float; N a power of two). Arithmetic works lane by lane and rounds as the
// scalar type does.
template <class T, int N>
struct Pack {
  static_assert(std::is_same_v<T, double> || std::is_same_v<T, float>, "packs hold doubles or floats");
  static_assert(N >= 1 && (N & (N - 1)) == 0, "the number of lanes is a power of two");
  using Scalar = T;
  using Bits = typename simd::Registers<T, 1>::Bits;
  static constexpr int kLanes = N;
  static constexpr simd::Shape kShape = simd::shape<T, N>;

  simd::PackStorage<T, N> storage;

  Pack() = default;  // like a double: not initialised
  // The same number in every lane.
  ROMAS_INLINE Pack(T number)
      : storage(broadcast(number)) {}  // NOLINT(google-explicit-constructor): a double is a pack
  // Also from other numbers, so that formulas written for doubles hold for packs of floats.
  template <class U, class = std::enable_if_t<std::is_arithmetic_v<U> && !std::is_same_v<U, T>>>
  ROMAS_INLINE Pack(U number) : Pack(static_cast<T>(number)) {}  // NOLINT(google-explicit-constructor)
  ROMAS_INLINE explicit Pack(simd::PackStorage<T, N> s) : storage(s) {}

  // N values in a row; no alignment is asked for.
  static ROMAS_INLINE Pack load(const T* from) {
    Pack p;
    if constexpr (kShape == simd::Shape::halves) {
      p.storage.low = Pack<T, N / 2>::load(from);
      p.storage.high = Pack<T, N / 2>::load(from + N / 2);
    } else {
      std::memcpy(&p.storage.value, from, sizeof(p.storage.value));
    }
    return p;
  }
  // As many values as lanes, one after the other.
  template <class... Numbers>
  static ROMAS_INLINE Pack of(Numbers... numbers) {
    static_assert(sizeof...(Numbers) == N, "a pack has a value in each lane");
    if constexpr (kShape == simd::Shape::vector) {
      return wrap(typename simd::Registers<T, N>::Value{static_cast<T>(numbers)...});
    } else if constexpr (kShape == simd::Shape::scalar) {
      return wrap(static_cast<T>((numbers, ...)));
    } else {
      const T values[N] = {static_cast<T>(numbers)...};
      return halves_of(values, std::make_integer_sequence<int, N / 2>());
    }
  }
  ROMAS_INLINE void store(T* to) const {
    if constexpr (kShape == simd::Shape::halves) {
      storage.low.store(to);
      storage.high.store(to + N / 2);
    } else {
      std::memcpy(to, &storage.value, sizeof(storage.value));
    }
  }
  ROMAS_INLINE T operator[](int lane) const {
    if constexpr (kShape == simd::Shape::halves)
      return lane < N / 2 ? storage.low[lane] : storage.high[lane - N / 2];
    else if constexpr (kShape == simd::Shape::scalar)
      return storage.value;
    else
      return storage.value[lane];
  }
  ROMAS_INLINE void set(int lane, T number) {
    if constexpr (kShape == simd::Shape::halves) {
      if (lane < N / 2)
        storage.low.set(lane, number);
      else
        storage.high.set(lane - N / 2, number);
    } else if constexpr (kShape == simd::Shape::scalar) {
      storage.value = number;
    } else {
      storage.value[lane] = number;
    }
  }

  // The same with another number in one lane.
  ROMAS_INLINE Pack with(int lane, T number) const {
    Pack result = *this;
    result.set(lane, number);
    return result;
  }

  friend ROMAS_INLINE Pack operator+(Pack a, Pack b) {
    if constexpr (kShape == simd::Shape::halves)
      return join(a.storage.low + b.storage.low, a.storage.high + b.storage.high);
    else
      return wrap(a.storage.value + b.storage.value);
  }
  friend ROMAS_INLINE Pack operator-(Pack a, Pack b) {
    if constexpr (kShape == simd::Shape::halves)
      return join(a.storage.low - b.storage.low, a.storage.high - b.storage.high);
    else
      return wrap(a.storage.value - b.storage.value);
  }
  friend ROMAS_INLINE Pack operator*(Pack a, Pack b) {
    if constexpr (kShape == simd::Shape::halves)
      return join(a.storage.low * b.storage.low, a.storage.high * b.storage.high);
    else
      return wrap(a.storage.value * b.storage.value);
  }
  friend ROMAS_INLINE Pack operator/(Pack a, Pack b) {
    if constexpr (kShape == simd::Shape::halves)
      return join(a.storage.low / b.storage.low, a.storage.high / b.storage.high);
    else
      return wrap(a.storage.value / b.storage.value);
  }
  friend ROMAS_INLINE Pack operator-(Pack a) {
    if constexpr (kShape == simd::Shape::halves)
      return join(-a.storage.low, -a.storage.high);
    else
      return wrap(-a.storage.value);
  }
  friend ROMAS_INLINE Pack operator+(Pack a) { return a; }
  ROMAS_INLINE Pack& operator+=(Pack b) { return *this = *this + b; }
  ROMAS_INLINE Pack& operator-=(Pack b) { return *this = *this - b; }
  ROMAS_INLINE Pack& operator*=(Pack b) { return *this = *this * b; }
  ROMAS_INLINE Pack& operator/=(Pack b) { return *this = *this / b; }

  // a b + c; rounded once where the target has the instruction, twice where it has not.
  friend ROMAS_INLINE Pack fma(Pack a, Pack b, Pack c) {
    if constexpr (kShape == simd::Shape::halves)
      return join(fma(a.storage.low, b.storage.low, c.storage.low),
                  fma(a.storage.high, b.storage.high, c.storage.high));
    else
      return wrap(simd::fma(a.storage.value, b.storage.value, c.storage.value));
  }
  // The same numbers, of which the compiler does not know how they were computed (see simd::opaque).
  friend ROMAS_INLINE Pack opaque(Pack a) {
    if constexpr (kShape == simd::Shape::halves)
      return join(opaque(a.storage.low), opaque(a.storage.high));
    else
      return wrap(simd::opaque(a.storage.value));
  }
  friend ROMAS_INLINE Pack sqrt(Pack a) {
    if constexpr (kShape == simd::Shape::halves)
      return join(sqrt(a.storage.low), sqrt(a.storage.high));
    else
      return wrap(simd::sqrt(a.storage.value));
  }
  friend ROMAS_INLINE Pack abs(Pack a) {
    if constexpr (kShape == simd::Shape::halves)
      return join(abs(a.storage.low), abs(a.storage.high));
    else if constexpr (kShape == simd::Shape::scalar)
      return wrap(std::fabs(a.storage.value));
    else
      return select(a < Pack(T(0)), -a, a + Pack(T(0)));  // -0 + 0 is 0
  }

  friend ROMAS_INLINE Mask<T, N> operator<(Pack a, Pack b) {
    if constexpr (kShape == simd::Shape::halves)
      return {{a.storage.low < b.storage.low, a.storage.high < b.storage.high}};
    else
      return {{a.storage.value < b.storage.value}};
  }
  friend ROMAS_INLINE Mask<T, N> operator<=(Pack a, Pack b) {
    if constexpr (kShape == simd::Shape::halves)
      return {{a.storage.low <= b.storage.low, a.storage.high <= b.storage.high}};
    else
      return {{a.storage.value <= b.storage.value}};
  }
  friend ROMAS_INLINE Mask<T, N> operator>(Pack a, Pack b) { return b < a; }
  friend ROMAS_INLINE Mask<T, N> operator>=(Pack a, Pack b) { return b <= a; }
  friend ROMAS_INLINE Mask<T, N> operator==(Pack a, Pack b) {
    if constexpr (kShape == simd::Shape::halves)
      return {{a.storage.low == b.storage.low, a.storage.high == b.storage.high}};
    else
      return {{a.storage.value == b.storage.value}};
  }
  friend ROMAS_INLINE Mask<T, N> operator!=(Pack a, Pack b) { return !(a == b); }
  // Lane by lane: a where the mask is true, b elsewhere.
  friend ROMAS_INLINE Pack select(Mask<T, N> mask, Pack a, Pack b) {
    if constexpr (kShape == simd::Shape::halves)
      return join(select(mask.storage.low, a.storage.low, b.storage.low),
                  select(mask.storage.high, a.storage.high, b.storage.high));
    else
      return wrap(mask.storage.value ? a.storage.value : b.storage.value);
  }

 private:
  template <class U, int M>
  friend struct Pack;
  static ROMAS_INLINE simd::PackStorage<T, N> broadcast(T number) {
    if constexpr (kShape == simd::Shape::halves)
      return {Pack<T, N / 2>(number), Pack<T, N / 2>(number)};
    else if constexpr (kShape == simd::Shape::scalar)
      return {number};
    else
      return {number - typename simd::Registers<T, N>::Value{}};  // x - 0 is x, bit by bit
  }
  static ROMAS_INLINE Pack
  wrap(typename simd::Registers<T, kShape == simd::Shape::halves ? 1 : N>::Value value) {
    return Pack(simd::PackStorage<T, N>{value});
  }
  // In lanes, not through memory: what reads a register's worth of numbers just written one by one waits.
  template <int... K>
  static ROMAS_INLINE Pack halves_of(const T* values, std::integer_sequence<int, K...>) {
    return join(Pack<T, N / 2>::of(values[K]...), Pack<T, N / 2>::of(values[N / 2 + K]...));
  }
  static ROMAS_INLINE Pack join(Pack<T, N / 2> low, Pack<T, N / 2> high) {
    return Pack(simd::PackStorage<T, N>{low, high});
  }
};

// Whether generated functions of numbers S compute N equal limbs of a robot side by side, in the lanes of a
// pack: where a register has room for two numbers. Packs of configurations fill the registers without that.
template <class S, int N>
inline constexpr bool computes_in_lanes = false;
template <int N>
inline constexpr bool computes_in_lanes<double, N> = native_lanes<double> >= 2;
template <int N>
inline constexpr bool computes_in_lanes<float, N> = native_lanes<float> >= 4 && N >= 4;

// Writes the lanes to elements in a row of an output, which is a pointer or takes out[k] = T.
template <class Out, class T, int N>
ROMAS_INLINE void write_lanes(Out& out, int first, const Pack<T, N>& lanes) {
  if constexpr (std::is_same_v<Out, T*>)
    lanes.store(out + first);
  else
    for (int k = 0; k < N; ++k) out[first + k] = lanes[k];
}

// True for packs, with any number of lanes.
template <class S>
inline constexpr bool is_pack = false;
template <class T, int N>
inline constexpr bool is_pack<Pack<T, N>> = true;

namespace simd {

// Writes N zeros by stores of L of them; the last store may overlap the one before. Loops would become calls
// of memset or string instructions, which take longer than these few stores.
template <int N, int L, class T, int... K>
ROMAS_INLINE void store_zeros(T* to, std::integer_sequence<int, K...> whole) {
  if constexpr (N >= L) {
    const Pack<T, L> zeros(T(0));
    (zeros.store(to + K * L), ...);
    if constexpr (N % L != 0) zeros.store(to + N - L);
  } else {
    static_cast<void>(whole);
    store_zeros<N, L / 2>(to, std::make_integer_sequence<int, N / (L / 2)>());
  }
}
template <class S, int... K>
ROMAS_INLINE void assign_zeros(S* to, std::integer_sequence<int, K...>) {
  ((to[K] = S(0)), ...);
}

}  // namespace simd

// Writes N zeros, from element `first` on, to an output, which is a pointer or takes out[k] = S.
template <class S, int N, class Out>
ROMAS_HOST_DEVICE ROMAS_INLINE void write_zeros(Out& out, int first) {
#ifdef __CUDA_ARCH__  // a thread has no such registers
  for (int k = 0; k < N; ++k) out[first + k] = S(0);
#else
  if constexpr (std::is_same_v<Out, S*> && is_pack<S>) {
    simd::assign_zeros(out + first, std::make_integer_sequence<int, N>());
  } else if constexpr (std::is_same_v<Out, S*> && (std::is_same_v<S, double> || std::is_same_v<S, float>)) {
    // Beside registers of 64 bytes processors compute with fewer units.
    constexpr int kWidest = 32 / static_cast<int>(sizeof(S));
    constexpr int kLanes = native_lanes<S> < kWidest ? native_lanes<S> : kWidest;
    simd::store_zeros<N, kLanes>(out + first, std::make_integer_sequence<int, N / kLanes>());
  } else {
    for (int k = 0; k < N; ++k) out[first + k] = S(0);
  }
#endif
}

}  // namespace ROMAS_SIMD_NAMESPACE
}  // namespace romas
