// The part of CUDA that batch.cuh and its test need, on the processor: a launch runs the threads in turn.
// It shows that places, strides and results are right where there is no device; it says nothing of speed.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>

#define __global__
#define __device__
#define __host__
#define __forceinline__
#define __launch_bounds__(...)

struct dim3 {
  unsigned x = 1, y = 1, z = 1;
  dim3(unsigned width = 1) : x(width) {}
};
inline dim3 blockIdx, threadIdx;

using cudaStream_t = void*;
enum cudaError_t { cudaSuccess, cudaErrorInvalidConfiguration };
enum cudaMemcpyKind { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost };
inline const char* cudaGetErrorString(cudaError_t) { return "the launch is not valid"; }

template <class T>
cudaError_t cudaMalloc(T** data, std::size_t bytes) {
  *data = static_cast<T*>(std::malloc(bytes));
  return cudaSuccess;
}
inline cudaError_t cudaFree(void* data) { return std::free(data), cudaSuccess; }
inline cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind) {
  return std::memcpy(to, from, bytes), cudaSuccess;
}
inline cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }

namespace device_on_host {
template <std::size_t At, class First, class... Rest, class Kernel, class... Taken>
void unpack(Kernel kernel, void** arguments, Taken&... taken) {
  First& next = *static_cast<First*>(arguments[At]);
  if constexpr (sizeof...(Rest) == 0)
    kernel(taken..., next);
  else
    unpack<At + 1, Rest...>(kernel, arguments, taken..., next);
}
}  // namespace device_on_host

template <class... Arguments>
cudaError_t cudaLaunchKernel(void (*kernel)(Arguments...), dim3 grid, dim3 block, void** arguments,
                             std::size_t, cudaStream_t) {
  if (grid.x == 0 || block.x == 0 || block.x > 1024) return cudaErrorInvalidConfiguration;
  for (blockIdx.x = 0; blockIdx.x < grid.x; ++blockIdx.x)
    for (threadIdx.x = 0; threadIdx.x < block.x; ++threadIdx.x)
      device_on_host::unpack<0, Arguments...>(kernel, arguments);
  return cudaSuccess;
}
