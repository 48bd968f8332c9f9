// Many configurations at once on a graphics processor: one a thread, for CUDA's compiler (nvcc, C++17).
//
//   // q: 7 rows of `count` angles, tau: 7 rows of `count` torques, in the device's memory.
//   // Value k of configuration i stands at k * count + i.
//   struct Gravity {
//     template <class... Arguments>
//     __device__ void operator()(Arguments... arguments) const { panda::gravity_torque(arguments...); }
//   };
//   romas::gpu::batch(count, Gravity(), romas::in<7>(q), romas::out<7>(tau));
//
// The arrays are laid out as for romas::batch (batch.hpp), so that a warp reads and writes 32 configurations
// of a row together. Each thread reads all its inputs first, which are many loads in flight; each output is
// written when it is known. Sines are those of CUDA's library.
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

namespace detail {

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
  __device__ const T* pass() const { return values; }
};
template <int Values, class T>
struct Argument<Rows<Values, T, true>> {
  StridedOutput<T> to;
  __device__ Argument(const Rows<Values, T, true>& rows, std::ptrdiff_t at)
      : to{rows.data + at, rows.stride} {}
  __device__ StridedOutput<T> pass() const { return to; }
};

template <class F, class... Arguments>
__device__ void call(const F& f, const Arguments&... arguments) {
  f(arguments.pass()...);
}

template <int Threads, int Blocks, class F, class... AllRows>
__global__ void __launch_bounds__(Threads, Blocks) run(std::ptrdiff_t count, F f, AllRows... rows) {
  const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(blockIdx.x) * Threads + threadIdx.x;
  if (at < count) call(f, Argument<AllRows>(rows, at)...);
}

template <int Values, class T, bool Output>
Rows<Values, T, Output> with_stride(Rows<Values, T, Output> rows, std::ptrdiff_t count) {
  if (rows.stride == 0) rows.stride = count;
  return rows;
}

}  // namespace detail

// Calls f for `count` configurations on `stream`: with a pointer to const values for each in<N>, and for each
// out<N> with what takes out[k] = value. The call returns when the work is queued; its result is the
// launch's. The arrays lie in the device's memory; outputs must not overlap inputs.
//
// Threads: of a block. Blocks: of a multiprocessor at least, which bounds the registers of a thread; 0 leaves
// them to the compiler, which then spills nothing as long as a thread's 255 registers are enough.
template <int Threads = 128, int Blocks = 0, class F, class... AllRows>
cudaError_t batch_on(cudaStream_t stream, std::ptrdiff_t count, const F& f, const AllRows&... rows) {
  if (count <= 0) return cudaSuccess;
  const auto launch = [&](auto... strided) {
    void* arguments[] = {static_cast<void*>(&count), const_cast<void*>(static_cast<const void*>(&f)),
                         static_cast<void*>(&strided)...};
    const dim3 blocks(static_cast<unsigned>((count + Threads - 1) / Threads));
    return cudaLaunchKernel(detail::run<Threads, Blocks, F, decltype(strided)...>, blocks, dim3(Threads),
                            arguments, 0, stream);
  };
  return launch(detail::with_stride(rows, count)...);
}
// The same on the default stream.
template <int Threads = 128, int Blocks = 0, class F, class... AllRows>
cudaError_t batch(std::ptrdiff_t count, const F& f, const AllRows&... rows) {
  return batch_on<Threads, Blocks>(cudaStream_t{}, count, f, rows...);
}

}  // namespace romas::gpu
