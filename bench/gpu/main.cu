// Times functions of one robot over many configurations on a graphics processor (bench/gpu_code.py compiles
// it with -DSCALAR=double or float, -DHEADER="panda.hpp" and -DROBOT=panda, its namespace; -DPARTS=4 for
// derivatives in four parts, alone). Writes a line of JSON for the device and one a function.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include <romas/batch.cuh>

#include HEADER

namespace robot = ROBOT;

namespace {

using T = SCALAR;
constexpr int kRounds = 9;
#ifdef THREADS  // to try others than the usual ones
constexpr int kThreads = THREADS, kBlocks = BLOCKS;
#else
constexpr int kThreads = 128, kBlocks = 0;
#endif
#ifndef PARTS
#define PARTS 1
#endif
constexpr std::ptrdiff_t kChecked = 2000;  // configurations whose results are held against the processor's
constexpr int kN = robot::n_q, kV = robot::n_v;

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
  std::exit(1);
}

// An array in the device's memory.
class Array {
 public:
  explicit Array(std::size_t size) { check(cudaMalloc(&data_, size * sizeof(T))); }
  ~Array() { cudaFree(data_); }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  T* get() const { return data_; }

 private:
  T* data_ = nullptr;
};

// Seconds of one launch: the median of rounds, each of several launches.
template <class Launch>
double seconds(const Launch& launch) {
  cudaEvent_t begin, end;
  check(cudaEventCreate(&begin));
  check(cudaEventCreate(&end));
  launch(), launch();
  check(cudaGetLastError());
  std::vector<double> times;
  for (int round = 0; round < kRounds; ++round) {
    constexpr int kLaunches = 5;
    check(cudaEventRecord(begin));
    for (int i = 0; i < kLaunches; ++i) launch();
    check(cudaEventRecord(end));
    check(cudaEventSynchronize(end));
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, begin, end));
    times.push_back(milliseconds * 1e-3 / kLaunches);
  }
  check(cudaGetLastError());
  cudaEventDestroy(begin), cudaEventDestroy(end);
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

__global__ void copy(const double2* from, double2* to, std::ptrdiff_t count) {
  const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (at < count) to[at] = from[at];
}
// Eight independent chains of multiply-adds.
__global__ void multiply_add(T* to, T factor, int steps) {
  T x[8];
  for (int k = 0; k < 8; ++k) x[k] = static_cast<T>(threadIdx.x + k);
  for (int i = 0; i < steps; ++i)
#pragma unroll
    for (int k = 0; k < 8; ++k) x[k] = x[k] * factor + T(1);
  T sum = 0;
  for (int k = 0; k < 8; ++k) sum += x[k];
  to[static_cast<std::ptrdiff_t>(blockIdx.x) * blockDim.x + threadIdx.x] = sum;
}

void measure_device() {
  cudaDeviceProp device{};
  check(cudaGetDeviceProperties(&device, 0));
  int memory_clock = 0, bus = 0;  // kHz, bits
  check(cudaDeviceGetAttribute(&memory_clock, cudaDevAttrMemoryClockRate, 0));
  check(cudaDeviceGetAttribute(&bus, cudaDevAttrGlobalMemoryBusWidth, 0));
  const double nominal = 2.0 * memory_clock * 1e3 * bus / 8;
  const std::ptrdiff_t bytes = std::ptrdiff_t{1} << 31;
  Array from(bytes / sizeof(T)), to(bytes / sizeof(T));
  const std::ptrdiff_t count = bytes / static_cast<std::ptrdiff_t>(sizeof(double2));
  const double copying = seconds([&] {
    copy<<<static_cast<unsigned>(count / 256), 256>>>(reinterpret_cast<const double2*>(from.get()),
                                                      reinterpret_cast<double2*>(to.get()), count);
  });
  constexpr int kGrid = 4096, kWidth = 256, kSteps = 4096;
  const double computing = seconds([&] { multiply_add<<<kGrid, kWidth>>>(to.get(), T(0.5), kSteps); });
  std::printf(
      "{\"device\": \"%s\", \"nominal_bandwidth\": %.4g, \"copy_bandwidth\": %.4g, \"flops\": %.4g}\n",
      device.name, nominal, 2.0 * static_cast<double>(bytes) / copying,
      2.0 * 8 * kGrid * kWidth * kSteps / computing);
}

// The inputs of all functions; row k of an array is the k-th value of all configurations.
struct Inputs {
  explicit Inputs(std::ptrdiff_t count) : count(count), q(count * kN), v(count * kV), a(count * kV), host(3) {
    std::mt19937_64 random(1);
    Array* const arrays[] = {&q, &v, &a};
    const int sizes[] = {kN, kV, kV};
    const double bounds[] = {3, 2, 5};
    for (int k = 0; k < 3; ++k) {
      std::uniform_real_distribution<double> uniform(-bounds[k], bounds[k]);
      std::vector<T>& values = host[static_cast<std::size_t>(k)];
      values.resize(static_cast<std::size_t>(count) * static_cast<std::size_t>(sizes[k]));
      // The first configurations are all different; the others repeat them, which no function can notice.
      const std::size_t drawn = std::min<std::size_t>(values.size(), 1000003);
      for (std::size_t i = 0; i < drawn; ++i) values[i] = static_cast<T>(uniform(random));
      for (std::size_t i = drawn; i < values.size(); ++i) values[i] = values[i - drawn];
      check(cudaMemcpy(arrays[k]->get(), values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
    }
  }
  std::ptrdiff_t count;
  Array q, v, a;
  std::vector<std::vector<T>> host;
};

// The largest difference between the first configurations' results and those of the processor in double,
// relative to the largest value.
template <int Outputs, class F>
double difference(const Inputs& inputs, const Array& result, F f) {
  const std::ptrdiff_t checked = std::min(kChecked, inputs.count);
  std::vector<T> rows(static_cast<std::size_t>(inputs.count) * Outputs);
  check(cudaMemcpy(rows.data(), result.get(), rows.size() * sizeof(T), cudaMemcpyDeviceToHost));
  double largest = 0, worst = 0;
  for (std::ptrdiff_t i = 0; i < checked; ++i) {
    double q[kN], v[kV], a[kV], expected[Outputs];
    const auto take = [&](double* to, int size, const std::vector<T>& from) {
      for (int k = 0; k < size; ++k) to[k] = from[static_cast<std::size_t>(k * inputs.count + i)];
    };
    take(q, kN, inputs.host[0]), take(v, kV, inputs.host[1]), take(a, kV, inputs.host[2]);
    f(q, v, a, expected);
    for (int k = 0; k < Outputs; ++k) {
      const double got = rows[static_cast<std::size_t>(k * inputs.count + i)];
      if (std::isnan(got)) return NAN;
      largest = std::max(largest, std::abs(expected[k]));
      worst = std::max(worst, std::abs(got - expected[k]));
    }
  }
  return worst / largest;
}

void report(const char* name, int values, std::ptrdiff_t count, double time, double difference) {
  const double bytes = static_cast<double>(values) * sizeof(T);
  std::printf(
      "{\"function\": \"%s\", \"bytes\": %.0f, \"configurations\": %td, \"ns\": %.4g, \"bandwidth\": %.4g, "
      "\"difference\": %.2g}\n",
      name, bytes, count, time / static_cast<double>(count) * 1e9, bytes * static_cast<double>(count) / time,
      difference);
  std::fflush(stdout);
}

// A function of q, of q and v, or of q, v and a, with one output or two of equal size, as functors of the
// device.
#define BENCH_Q(name)                                   \
  struct name##_ {                                      \
    template <class... A>                               \
    ROMAS_HOST_DEVICE void operator()(A... x) const {   \
      robot::name(x...);                                \
    }                                                   \
  };
BENCH_Q(forward_kinematics)
BENCH_Q(mass_matrix)
BENCH_Q(inverse_dynamics)
BENCH_Q(forward_dynamics)
BENCH_Q(inverse_dynamics_derivatives)
#ifndef LARGE
BENCH_Q(forward_dynamics_derivatives)
#endif
#undef BENCH_Q

template <int Outputs, class F>
void measure_q(const char* name, const Inputs& inputs, const Array& out, F f) {
  const double time = seconds([&] {
    check(romas::gpu::batch<kThreads, kBlocks>(inputs.count, f, romas::in<kN>(inputs.q.get()),
                                               romas::out<Outputs>(out.get())));
  });
  report(name, kN + Outputs, inputs.count, time,
         difference<Outputs>(inputs, out,
                             [&](const double* q, const double*, const double*, double* to) { f(q, to); }));
}
template <int Outputs, class F>
void measure_qva(const char* name, const Inputs& inputs, const Array& out, F f) {
  const double time = seconds([&] {
    check(romas::gpu::batch<kThreads, kBlocks>(inputs.count, f, romas::in<kN>(inputs.q.get()),
                                               romas::in<kV>(inputs.v.get()), romas::in<kV>(inputs.a.get()),
                                               romas::out<Outputs>(out.get())));
  });
  report(name, kN + 2 * kV + Outputs, inputs.count, time,
         difference<Outputs>(inputs, out, [&](const double* q, const double* v, const double* a, double* to) {
           f(q, v, a, to);
         }));
}
// Columns of the outputs, of which there are Matrices.
template <int Matrices, class F>
void measure_derivatives(const char* name, const Inputs& inputs, const Array& out, F f) {
  constexpr int kSquare = kV * kV;
  const auto matrix = [&](int k) {
    return romas::gpu::columns<kV>(romas::out<kSquare>(out.get() + k * kSquare * inputs.count));
  };
  const double time = seconds([&] {
    const auto launch = [&](auto... matrices) {
      check(romas::gpu::batch<kThreads, kBlocks, PARTS>(
          inputs.count, f, romas::in<kN>(inputs.q.get()), romas::in<kV>(inputs.v.get()),
          romas::in<kV>(inputs.a.get()), matrices...));
    };
    if constexpr (Matrices == 2)
      launch(matrix(0), matrix(1));
    else
      launch(matrix(0), matrix(1), matrix(2));
  });
  report(name, kN + 2 * kV + Matrices * kSquare, inputs.count, time,
         difference<Matrices * kSquare>(
             inputs, out, [&](const double* q, const double* v, const double* a, double* to) {
               if constexpr (Matrices == 2)
                 f(q, v, a, to, to + kSquare);
               else
                 f(q, v, a, to, to + kSquare, to + 2 * kSquare);
             }));
}

}  // namespace

int main() {
  measure_device();
  constexpr int kPoses = 12 * robot::n_links, kSquare = kV * kV;
  constexpr int kMost = std::max(kPoses, 3 * kSquare);
  // At most some 8 GB of outputs.
  const Inputs inputs(std::min(std::ptrdiff_t{1} << 22, std::ptrdiff_t{8'000'000'000} / (kMost * 8)));
  const Array out(static_cast<std::size_t>(inputs.count) * kMost);
  if (PARTS == 1) {
    measure_qva<kV>("inverse_dynamics", inputs, out, inverse_dynamics_());
    measure_q<kPoses>("forward_kinematics", inputs, out, forward_kinematics_());
    measure_q<kSquare>("mass_matrix", inputs, out, mass_matrix_());
    measure_qva<kV>("forward_dynamics", inputs, out, forward_dynamics_());
  }
  measure_derivatives<2>("inverse_dynamics_derivatives", inputs, out, inverse_dynamics_derivatives_());
#ifndef LARGE  // nvcc takes minutes over them
  measure_derivatives<3>("forward_dynamics_derivatives", inputs, out, forward_dynamics_derivatives_());
#endif
}
