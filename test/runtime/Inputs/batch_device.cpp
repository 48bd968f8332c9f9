// romas::gpu::batch against the same functions one configuration at a time, for a header whose namespace is
// ur5_like: prints what it compared, or what differs. For nvcc, and for a C++ compiler with device_on_host.
#include <cmath>
#include <cstdio>
#include <vector>

#include <romas/batch.cuh>

#include "ur5_like.hpp"

namespace {

struct InverseDynamics {
  template <class... A>
  __device__ __forceinline__ void operator()(A... x) const {
    ur5_like::inverse_dynamics(x...);
  }
};
struct Jacobian {
  template <class... A>
  __device__ __forceinline__ void operator()(A... x) const {
    ur5_like::jacobian<ur5_like::Link::tool0>(x...);
  }
};

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::printf("CUDA: %s\n", cudaGetErrorString(error));
  std::exit(1);
}

// Rows of an array on the device and what they hold here. `stride` leaves places free behind each row.
template <class T>
struct Array {
  Array(int values, int stride) : host(static_cast<std::size_t>(values * stride)) {
    for (std::size_t i = 0; i < host.size(); ++i)
      host[i] = static_cast<T>(std::sin(1.0 + 0.7 * static_cast<double>(i)));
    check(cudaMalloc(&device, host.size() * sizeof(T)));
    check(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
  }
  ~Array() { cudaFree(device); }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  std::vector<T> read() const {
    std::vector<T> values(host.size());
    check(cudaMemcpy(values.data(), device, values.size() * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
  }
  T* device = nullptr;
  std::vector<T> host;
};

// The largest difference, relative to the largest value (at least 1), in rows of `count` configurations; what
// stands behind a row must not have changed.
template <int Values, class T, class F>
double difference(const Array<T>& result, int count, int stride, F expected) {
  const std::vector<T> got = result.read();
  double worst = 0, largest = 1;
  for (int i = 0; i < stride; ++i) {
    T values[Values];
    if (i < count)
      expected(i, values);
    else
      for (int k = 0; k < Values; ++k) values[k] = result.host[static_cast<std::size_t>(k * stride + i)];
    for (int k = 0; k < Values; ++k) {
      const double is = got[static_cast<std::size_t>(k * stride + i)], wanted = values[k];
      largest = std::fmax(largest, std::fabs(wanted));
      worst = std::isnan(is) ? INFINITY : std::fmax(worst, std::fabs(is - wanted));
    }
  }
  return worst / largest;
}

// Parts: of the torques, which are a vector, and of the Jacobian's columns.
template <class T, int Threads, int Blocks, int Parts>
bool agrees(int count, int more) {
  constexpr int n = ur5_like::n_v;
  const int stride = count + more, given = more == 0 ? 0 : stride;
  const Array<T> q(n, stride), v(n, stride), a(n, stride), tau(n, stride), J(6 * n, stride);
  check(romas::gpu::batch<Threads, Blocks, Parts>(
      count, InverseDynamics(), romas::in<n>(q.device, given), romas::in<n>(v.device, given),
      romas::in<n>(a.device, given), romas::out<n>(tau.device, given)));
  check(romas::gpu::batch_on<Threads, Blocks, Parts>(
      cudaStream_t{}, count, Jacobian(), romas::in<n>(q.device, given),
      romas::gpu::columns<n>(romas::out<6 * n>(J.device, given))));
  check(cudaDeviceSynchronize());
  const auto state = [&](const Array<T>& array, int i) {
    std::vector<T> values;
    for (int k = 0; k < n; ++k) values.push_back(array.host[static_cast<std::size_t>(k * stride + i)]);
    return values;
  };
  const double torques = difference<n>(tau, count, stride, [&](int i, T* to) {
    ur5_like::inverse_dynamics(state(q, i).data(), state(v, i).data(), state(a, i).data(), to);
  });
  const double jacobians = difference<6 * n>(J, count, stride, [&](int i, T* to) {
    ur5_like::jacobian<ur5_like::Link::tool0>(state(q, i).data(), to);
  });
  const double allowed = sizeof(T) == 8 ? 1e-14 : 1e-6;
  if (torques <= allowed && jacobians <= allowed) return true;
  std::printf("%d configurations, %d threads, %d parts: torques differ by %g, Jacobians by %g\n", count,
              Threads, Parts, torques, jacobians);
  return false;
}

}  // namespace

int main() {
  int compared = 0;
  bool same = true;
  for (const int count : {0, 1, 127, 128, 129, 5000})
    for (const int more : {0, 3}) {
      same = agrees<double, 128, 0, 1>(count, more) && same;
      same = agrees<float, 64, 4, 1>(count, more) && same;
      same = agrees<double, 64, 0, 4>(count, more) && same;
      same = agrees<float, 128, 0, 7>(count, more) && same;  // more parts than columns
      compared += 4;
    }
  if (same) std::printf("%d batches are the same\n", compared);
  return same ? 0 : 1;
}
