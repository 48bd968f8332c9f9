// Many configurations at once: calls a function on packs for plain arrays in structure-of-arrays layout.
//
//   // q: 7 rows of `count` angles, tau: 7 rows of `count` torques.
//   // Value k of configuration i stands at k * count + i.
//   romas::batch(count, [](const auto* q, auto* tau) { panda::gravity_torque(q, tau); },
//                romas::in<7>(q), romas::out<7>(tau));
//
// Configurations go through in groups of one register's width (batch<8> asks for another); the last group may
// be smaller. A function that takes its outputs as `auto` gets iterators (StridedOutput), which store each
// value in its row at once. A function that takes `auto*` gets pointers to a buffer, and each value is
// written twice; this counts where there are many: poses, Jacobians, M. Generated functions take both.
#pragma once

#include <romas/rows.hpp>
#include <romas/sincos.hpp>
#include <tuple>
#include <type_traits>
#include <utility>

namespace romas {
inline namespace ROMAS_SIMD_NAMESPACE {

// Where a function's outputs go in structure-of-arrays layout: out[k] = pack stores it in row k.
template <class P>
struct StridedOutput {
  struct Element {
    typename P::Scalar* at;
    ROMAS_INLINE void operator=(const P& pack) const { pack.store(at); }
  };
  typename P::Scalar* data;
  std::ptrdiff_t stride;
  ROMAS_INLINE Element operator[](std::ptrdiff_t k) const { return {data + k * stride}; }
};

namespace simd {

template <int Lanes, int Values, class T>
struct Group {
  using P = Pack<std::remove_const_t<T>, Lanes>;
  ROMAS_INLINE Group() {
  }  // leaves the values uninitialised: zeros by std::tuple would cost as much as a kernel
  P values[Values];
};

// `used` lanes are loaded and stored; in a full group all of them.
template <bool Full, int Lanes, int Values, class T, bool Output>
ROMAS_INLINE void load_group(const Rows<Values, T, Output>& rows, Group<Lanes, Values, T>& group,
                             std::ptrdiff_t stride, std::ptrdiff_t at, int used) {
  using P = typename Group<Lanes, Values, T>::P;
  if constexpr (!Output && Full) {
    for (int k = 0; k < Values; ++k) group.values[k] = P::load(rows.data + k * stride + at);
  } else if constexpr (!Output) {
    for (int k = 0; k < Values; ++k) {
      const T* from = rows.data + k * stride + at;
      typename P::Scalar lanes[Lanes];
      for (int lane = 0; lane < Lanes; ++lane) lanes[lane] = from[lane < used ? lane : 0];
      group.values[k] = P::load(lanes);
    }
  }
}
template <bool Full, int Lanes, int Values, class T, bool Output>
ROMAS_INLINE void store_group(const Rows<Values, T, Output>& rows, const Group<Lanes, Values, T>& group,
                              std::ptrdiff_t stride, std::ptrdiff_t at, int used) {
  if constexpr (Output && Full) {
    for (int k = 0; k < Values; ++k) group.values[k].store(rows.data + k * stride + at);
  } else if constexpr (Output) {
    for (int k = 0; k < Values; ++k) {
      T lanes[Lanes];
      group.values[k].store(lanes);
      for (int lane = 0; lane < Lanes && lane < used; ++lane) rows.data[k * stride + at + lane] = lanes[lane];
    }
  }
}
template <bool Output, int Lanes, int Values, class T>
ROMAS_INLINE auto* group_pointer(Group<Lanes, Values, T>& group) {
  if constexpr (Output)
    return &group.values[0];
  else
    return static_cast<const typename Group<Lanes, Values, T>::P*>(&group.values[0]);
}

// Buffer for the outputs of a group that is not full.
template <bool Needed, int Lanes, int Values, class T>
struct Scratch {
  ROMAS_INLINE Scratch() {}
  std::remove_const_t<T> lanes[Needed ? Values * Lanes : 1];
};

// What a function gets for one of the rows: a pointer to packs that were loaded, or where to store them.
template <bool Full, int Lanes, int Values, class T, bool Output>
ROMAS_INLINE auto direct(const Rows<Values, T, Output>& rows, Group<Lanes, Values, T>& group,
                         Scratch<(Output && !Full), Lanes, Values, T>& scratch, std::ptrdiff_t stride,
                         std::ptrdiff_t at) {
  if constexpr (!Output)
    return static_cast<void>(scratch), group_pointer<false>(group);
  else if constexpr (Full)
    return static_cast<void>(scratch),
           StridedOutput<typename Group<Lanes, Values, T>::P>{rows.data + at, stride};
  else
    return StridedOutput<typename Group<Lanes, Values, T>::P>{scratch.lanes, Lanes};
}
template <int Lanes, int Values, class T, bool Output>
ROMAS_INLINE void store_scratch(const Rows<Values, T, Output>& rows,
                                const Scratch<Output, Lanes, Values, T>& scratch, std::ptrdiff_t stride,
                                std::ptrdiff_t at, int used) {
  if constexpr (Output)
    for (int k = 0; k < Values; ++k)
      for (int lane = 0; lane < Lanes && lane < used; ++lane)
        rows.data[k * stride + at + lane] = scratch.lanes[k * Lanes + lane];
}
template <bool Output, class P>
using DirectArgument = std::conditional_t<Output, StridedOutput<P>, const P*>;

// Through a function that takes StridedOutput.
template <bool Full, int Lanes, class F, int... Values, class... T, bool... Output>
ROMAS_INLINE void run_directly(std::ptrdiff_t count, std::ptrdiff_t at, int used, F& f,
                               const Rows<Values, T, Output>&... rows) {
  std::tuple<std::pair<Group<Lanes, Values, T>, Scratch<(Output && !Full), Lanes, Values, T>>...> all;
  std::apply(
      [&](auto&... pair) {
        (load_group<Full>(rows, pair.first, rows.stride != 0 ? rows.stride : count, at, used), ...);
        f(direct<Full>(rows, pair.first, pair.second, rows.stride != 0 ? rows.stride : count, at)...);
        if constexpr (!Full)
          (store_scratch(rows, pair.second, rows.stride != 0 ? rows.stride : count, at, used), ...);
      },
      all);
}

template <bool Full, int Lanes, class F, int... Values, class... T, bool... Output>
ROMAS_INLINE void run_group(std::ptrdiff_t count, std::ptrdiff_t at, int used, F& f,
                            const Rows<Values, T, Output>&... rows) {
  if constexpr (std::is_invocable_v<F&, DirectArgument<Output, typename Group<Lanes, Values, T>::P>...>) {
    run_directly<Full, Lanes>(count, at, used, f, rows...);
  } else {
    std::tuple<Group<Lanes, Values, T>...> groups;
    std::apply(
        [&](auto&... group) {
          (load_group<Full>(rows, group, rows.stride != 0 ? rows.stride : count, at, used), ...);
          f(group_pointer<Output>(group)...);
          (store_group<Full>(rows, group, rows.stride != 0 ? rows.stride : count, at, used), ...);
        },
        groups);
  }
}
template <int Lanes, class F, class... AllRows>
void run_batch(std::ptrdiff_t count, F& f, const AllRows&... rows) {
  std::ptrdiff_t at = 0;
  for (; count - at >= Lanes; at += Lanes) run_group<true, Lanes>(count, at, Lanes, f, rows...);
  if (at < count) run_group<false, Lanes>(count, at, static_cast<int>(count - at), f, rows...);
}

}  // namespace simd

// Calls f(pointers to packs…) for `count` configurations, with a pointer for each of the rows in their order:
// pointers to const packs for in<N>, to packs for out<N> (or StridedOutput, where f can be called with it), N
// values each. Outputs must not overlap inputs. Lanes 0: as many as a register has.
template <int Lanes = 0, class F, int Values, class T, bool Output, class... More>
void batch(std::ptrdiff_t count, F&& f, const Rows<Values, T, Output>& first, const More&... more) {
  constexpr int kLanes = Lanes > 0 ? Lanes : native_lanes<std::remove_const_t<T>>;
  simd::run_batch<kLanes>(count, f, first, more...);
}

}  // namespace ROMAS_SIMD_NAMESPACE
}  // namespace romas
