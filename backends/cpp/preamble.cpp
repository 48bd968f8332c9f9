#include "backends/cpp/preamble.h"

#include <algorithm>

namespace romas::cpp {

namespace {

// A plain version of <romas/generated.hpp>.
constexpr std::string_view kRuntime = R"(#include <cmath>

#ifndef ROMAS_GENERATED_STANDALONE
#define ROMAS_GENERATED_STANDALONE
static_assert(sizeof(1.0) == sizeof(double),
              "-fsingle-precision-constant reads the numbers of a robot as floats: build without it");
namespace romas {
struct JointLimits {
  double lower = 0;
  double upper = 0;
  double effort = 0;
  double velocity = 0;
};
struct JointSafety {
  double soft_lower = 0;
  double soft_upper = 0;
  double k_position = 0;
  double k_velocity = 0;
};
#if !defined(ROMAS_HOST_DEVICE) && defined(__CUDA_ARCH__)
#define ROMAS_HOST_DEVICE __host__ __device__ __attribute__((always_inline))
#elif !defined(ROMAS_HOST_DEVICE) && defined(__CUDACC__)
#define ROMAS_HOST_DEVICE __host__ __device__  // runs on the processor and on a graphics processor
#elif !defined(ROMAS_HOST_DEVICE)
#define ROMAS_HOST_DEVICE
#endif
template <class S>
ROMAS_HOST_DEVICE inline S select_by_sign(const S& condition, const S& a, const S& b) {
  return condition >= S(0) ? a : b;
}
template <class S, int N, class Out>
ROMAS_HOST_DEVICE inline void write_zeros(Out& out, int first) {
  for (int k = 0; k < N; ++k) out[first + k] = S(0);
}
template <int N, class S>
ROMAS_HOST_DEVICE inline void sincos_all(const S* q, S* s, S* c) {
  using std::cos;
  using std::sin;
  for (int i = 0; i < N; ++i) {
    s[i] = sin(q[i]);
    c[i] = cos(q[i]);
  }
}
template <int N, class S>
ROMAS_HOST_DEVICE inline void sincos_all_backward(const S* q, S* s, S* c) {
  sincos_all<N>(q, s, c);
}
}  // namespace romas
#endif

)";

constexpr std::string_view kStraightLine = R"(#ifndef ROMAS_STRAIGHT_LINE
#if defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__)
// g++ makes long straight-line code slower by vectorising parts of it.
#define ROMAS_STRAIGHT_LINE __attribute__((optimize("no-tree-slp-vectorize")))
#else
#define ROMAS_STRAIGHT_LINE
#endif
#endif

)";

}  // namespace

void print_preamble(const CodeModel& code, IndentedWriter& out) {
  out.line("#pragma once");
  out.line();
  for (const char* header : {"array", "limits", "string_view"}) out.line("#include <", header, ">");
  out.line();
  if (code.options.standalone) {
    out.raw(kRuntime);
  } else {
    const auto& solvers = code.inverse_kinematics;
    if (!solvers.empty()) out.line("#include <romas/closed_form_ik.hpp>");
    if (std::any_of(solvers.begin(), solvers.end(), [](const ClosedFormIk& ik) { return ik.six_revolute; }))
      out.line("#include <romas/six_revolute_ik.hpp>");
    out.line("#include <romas/generated.hpp>");
    out.line();
  }
  out.raw(kStraightLine);
}

}  // namespace romas::cpp
