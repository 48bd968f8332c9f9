// Many configurations at once on a graphics processor: one a thread, or one a few threads, for CUDA's compiler
// (nvcc, C++17).
//
//   // q: 7 rows of `count` angles, tau: 7 rows of `count` torques, in the device's memory.
//   // Value k of configuration i stands at k * count + i.
//   struct Gravity {
//     template <class... Arguments>
//     __device__ __forceinline__ void operator()(Arguments... arguments) const { panda::gravity_torque(arguments...); }
//   };
//   romas::gpu::batch(count, Gravity(), romas::in<7>(q), romas::out<7>(tau));
//
// The arrays are laid out as for romas::batch (batch.hpp), so that a warp reads and writes 32 configurations
// of a row together. Each thread reads all its inputs first, which are many loads in flight; each output is
// written when it is known. Sines are those of CUDA's library.
//
// A thread has 255 registers. What a large function needs beyond them goes to memory and comes back. Such a
// function is computed in parts: each configuration has several threads, and each of them computes some of the
// columns of the outputs and of what leads to them as much as these need. The compiler finds out what that is
// where the function is in one piece (romasc --whole-functions) and inlined.
//
//   romas::gpu::batch<128, 0, 4>(count, Derivatives(), romas::in<7>(q), romas::in<7>(v), romas::in<7>(a),
//                                romas::gpu::columns<7>(romas::out<49>(dtau_dq)),
//                                romas::gpu::columns<7>(romas::out<49>(dtau_dv)));
#pragma once

#include <cuda_runtime.h>

#include <romas/rows.hpp>
#include <romas/simd_registers.hpp>
#include <type_traits>

namespace romas::gpu {

// Where a function's outputs go: out[k] = value stores it in row k.
template <class T>
struct StridedOutput {
  T* data;
  std::ptrdiff_t stride;
  ROMAS_HOST_DEVICE T& operator[](std::ptrdiff_t k) const { return data[k * stride]; }
};

// Rows of outputs that are a matrix of Count columns, row by row.
template <int Count, class R>
struct Columns {
  R rows;
};
// Says so of rows of outputs: columns<7>(out<49>(dtau_dq)).
template <int Count, int Values, class T>
constexpr Columns<Count, Rows<Values, T, true>> columns(const Rows<Values, T, true>& rows) {
  static_assert(Count > 0 && Values % Count == 0, "a matrix has all its rows");
  return {rows};
}

namespace detail {

// One element of the outputs: kept where it belongs to this part, dropped where it does not. The compiler
// knows which, and drops with the element what led to it alone.
template <class T>
struct Place {
  T* at;
  bool here;
  ROMAS_HOST_DEVICE void operator=(const T& value) const {
    if (here) *at = value;
  }
};
// Where the outputs of part Part of Parts go: a range of the columns of a matrix with Count columns.
template <int Parts, int Part, int Count, class T>
struct PartOutput {
  T* data;
  std::ptrdiff_t stride;
  ROMAS_HOST_DEVICE Place<T> operator[](std::ptrdiff_t k) const {
    return {data + k * stride, static_cast<int>(k % Count) * Parts / Count == Part};
  }
};

// What one configuration's function gets for one of the rows: its values, or where to store them.
template <class R>
struct Argument;
template <int Values, class T>
struct Argument<Rows<Values, const T, false>> {
  T values[Values > 0 ? Values : 1];
  __device__ Argument(const Rows<Values, const T, false>& rows, std::ptrdiff_t at) {
#pragma unroll
    for (int k = 0; k < Values; ++k) values[k] = rows.data[k * rows.stride + at];
  }
  template <int Parts, int Part>
  __device__ const T* pass() const {
    return values;
  }
};
template <int Count, int Values, class T>
struct Argument<Columns<Count, Rows<Values, T, true>>> {
  StridedOutput<T> to;
  __device__ Argument(const Columns<Count, Rows<Values, T, true>>& columns, std::ptrdiff_t at)
      : to{columns.rows.data + at, columns.rows.stride} {}
  template <int Parts, int Part>
  __device__ auto pass() const {
    if constexpr (Parts == 1)
      return to;
    else
      return PartOutput<Parts, Part, Count, T>{to.data, to.stride};
  }
};

// All threads of a block compute the same part.
template <int Parts, int Part, class F, class... Arguments>
__device__ __forceinline__ void call(int part, const F& f, const Arguments&... arguments) {
  if (Parts == 1 || part == Part) {
    f(arguments.template pass<Parts, Part>()...);
  } else if constexpr (Part + 1 < Parts) {
    call<Parts, Part + 1>(part, f, arguments...);
  }
}

template <int Threads, int Blocks, int Parts, class F, class... AllRows>
__global__ void __launch_bounds__(Threads, Blocks) run(std::ptrdiff_t count, F f, AllRows... rows) {
  // One part after another, so that multiprocessors have the code of few of them at a time.
  const std::ptrdiff_t groups = (count + Threads - 1) / Threads, block = blockIdx.x;
  const std::ptrdiff_t at = block % groups * Threads + threadIdx.x;
  if (at < count) call<Parts, 0>(static_cast<int>(block / groups), f, Argument<AllRows>(rows, at)...);
}

template <int Values, class T>
Rows<Values, const T, false> with_stride(Rows<Values, const T, false> rows, std::ptrdiff_t count) {
  if (rows.stride == 0) rows.stride = count;
  return rows;
}
// A vector is a matrix of one row.
template <int Values, class T>
auto with_stride(Rows<Values, T, true> rows, std::ptrdiff_t count) {
  if (rows.stride == 0) rows.stride = count;
  return Columns<(Values > 0 ? Values : 1), Rows<Values, T, true>>{rows};
}
template <int Count, class R>
Columns<Count, R> with_stride(Columns<Count, R> columns, std::ptrdiff_t count) {
  if (columns.rows.stride == 0) columns.rows.stride = count;
  return columns;
}

}  // namespace detail

// Calls f for `count` configurations on `stream`: with a pointer to const values for each in<N>, and for each
// out<N> with what takes out[k] = value. The call returns when the work is queued; its result is the
// launch's. The arrays lie in the device's memory; outputs must not overlap inputs.
//
// Threads: of a block. Blocks: of a multiprocessor at least, which bounds the registers of a thread; 0 leaves
// them to the compiler, which then spills nothing as long as a thread's 255 registers are enough.
// Parts: threads of a configuration. Each computes the outputs of a range of columns, so that f is called once
// a part, with the same inputs; outputs of f are written, never read.
template <int Threads = 128, int Blocks = 0, int Parts = 1, class F, class... AllRows>
cudaError_t batch_on(cudaStream_t stream, std::ptrdiff_t count, const F& f, const AllRows&... rows) {
  static_assert(Parts > 0, "a configuration has at least one thread");
  if (count <= 0) return cudaSuccess;
  const auto launch = [&](auto... strided) {
    void* arguments[] = {static_cast<void*>(&count), const_cast<void*>(static_cast<const void*>(&f)),
                         static_cast<void*>(&strided)...};
    const dim3 blocks(static_cast<unsigned>((count + Threads - 1) / Threads * Parts));
    return cudaLaunchKernel(detail::run<Threads, Blocks, Parts, F, decltype(strided)...>, blocks,
                            dim3(Threads), arguments, 0, stream);
  };
  return launch(detail::with_stride(rows, count)...);
}
// The same on the default stream.
template <int Threads = 128, int Blocks = 0, int Parts = 1, class F, class... AllRows>
cudaError_t batch(std::ptrdiff_t count, const F& f, const AllRows&... rows) {
  return batch_on<Threads, Blocks, Parts>(cudaStream_t{}, count, f, rows...);
}

}  // namespace romas::gpu
