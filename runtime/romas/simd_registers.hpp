// The registers of the target: how wide they are, and the instructions on them for which C++ has no operator.
//
// The instruction set is chosen by the compiler's flags (-march=native, -mavx2 -mfma, …); -DROMAS_NO_SIMD
// does without, as do files of a compiler for graphics processors (nvcc). Everything that depends on it lives
// in an inline namespace named for it, so that files compiled with different flags can be linked together.
#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>

static_assert(sizeof(1.0) == sizeof(double),
              "-fsingle-precision-constant reads the numbers of a robot as floats: build without it");

// --- what the target has -----------------------------------------------------------------------------------

#if defined(ROMAS_NO_SIMD)
#define ROMAS_SIMD_BYTES 0
#define ROMAS_SIMD_NAMESPACE simd_off
#elif defined(__CUDACC__)
#define ROMAS_SIMD_BYTES 0
#define ROMAS_SIMD_NAMESPACE simd_device
#elif defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__)) && defined(__SSE2__)
#include <immintrin.h>
#define ROMAS_SIMD_X86 1
#if defined(__AVX512F__) && defined(__AVX2__) && defined(__FMA__)
#define ROMAS_SIMD_BYTES 64
#define ROMAS_SIMD_NAMESPACE simd_avx512
#elif defined(__AVX2__) && defined(__FMA__)
#define ROMAS_SIMD_BYTES 32
#define ROMAS_SIMD_NAMESPACE simd_avx2_fma
#elif defined(__AVX2__)
#define ROMAS_SIMD_BYTES 32
#define ROMAS_SIMD_NAMESPACE simd_avx2
#elif defined(__FMA__)
#define ROMAS_SIMD_BYTES 16
#define ROMAS_SIMD_NAMESPACE simd_sse_fma
#else
#define ROMAS_SIMD_BYTES 16
#define ROMAS_SIMD_NAMESPACE simd_sse2
#endif
#elif defined(__GNUC__) && defined(__aarch64__) && defined(__ARM_NEON) && !defined(__ARM_BIG_ENDIAN)
#include <arm_neon.h>
#define ROMAS_SIMD_NEON 1
#define ROMAS_SIMD_BYTES 16
#define ROMAS_SIMD_NAMESPACE simd_neon
#else
#define ROMAS_SIMD_BYTES 0
#define ROMAS_SIMD_NAMESPACE simd_plain
#endif

// Whether a fused multiply-add costs no more than a multiplication.
#if defined(__FP_FAST_FMA) || defined(__FMA__) || defined(__aarch64__)
#define ROMAS_FAST_FMA 1
#else
#define ROMAS_FAST_FMA 0
#endif
#if defined(__FP_FAST_FMAF) || defined(__FMA__) || defined(__aarch64__)
#define ROMAS_FAST_FMAF 1
#else
#define ROMAS_FAST_FMAF 0
#endif

#if defined(__GNUC__)
#define ROMAS_INLINE inline __attribute__((always_inline))
#define ROMAS_COLD inline __attribute__((noinline, cold))
#else
#define ROMAS_INLINE inline
#define ROMAS_COLD inline
#endif

// Of functions that run on the processor and on a graphics processor. There they become one with their
// caller, so that what it does not want of them is not computed.
#ifndef ROMAS_HOST_DEVICE
#if defined(__CUDA_ARCH__)
#define ROMAS_HOST_DEVICE __host__ __device__ __attribute__((always_inline))
#elif defined(__CUDACC__)
#define ROMAS_HOST_DEVICE __host__ __device__
#else
#define ROMAS_HOST_DEVICE
#endif
#endif

namespace romas {
inline namespace ROMAS_SIMD_NAMESPACE {

// Lanes of one register; 1 where there are no such registers.
template <class T>
inline constexpr int native_lanes = ROMAS_SIMD_BYTES == 0 ? 1
                                                          : ROMAS_SIMD_BYTES / static_cast<int>(sizeof(T));

// Whether a b + c, rounded once, is one instruction of the target.
template <class T>
inline constexpr bool fast_fma = std::is_same_v<T, float> ? ROMAS_FAST_FMAF != 0 : ROMAS_FAST_FMA != 0;

// --- raw registers -----------------------------------------------------------------------------------------

namespace simd {

enum class Shape { scalar, vector, halves };

template <class T, int N>
inline constexpr Shape shape = N == 1                                                         ? Shape::scalar
                               : N* static_cast<int>(sizeof(T)) >= 16 && N <= native_lanes<T> ? Shape::vector
                                                                                              : Shape::halves;

// The unsigned integer as wide as T.
template <class T>
using Word = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
template <class T>
using SignedWord = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;

template <class T, int N, Shape = shape<T, N>>
struct Registers;
template <class T, int N>
struct Registers<T, N, Shape::scalar> {
  using Value = T;
  using Bits = Word<T>;
  using Truth = bool;
};
#if ROMAS_SIMD_BYTES
template <class T, int N>
struct Registers<T, N, Shape::vector> {
  typedef T Value __attribute__((vector_size(N * static_cast<int>(sizeof(T)))));
  typedef Word<T> Bits __attribute__((vector_size(N * static_cast<int>(sizeof(T)))));
  // All bits of a lane, or none.
  typedef SignedWord<T> Truth __attribute__((vector_size(N * static_cast<int>(sizeof(T)))));
};
#endif

// Returns the same number or register, rounded to its type. The compiler does not know how the result was
// computed, so no flag (-ffast-math, -fassociative-math, x87 arithmetic) lets it reorder a sum across this
// call or keep more digits than the type has. Costs no instruction where the processor has registers for V.
template <class V>
ROMAS_INLINE V opaque(V value) {
#if defined(__GNUC__) && (defined(ROMAS_SIMD_X86) || defined(__x86_64__)) && defined(__AVX512F__)
  __asm__("" : "+v"(value));
#elif defined(__GNUC__) && (defined(ROMAS_SIMD_X86) || defined(__x86_64__))
  __asm__("" : "+x"(value));
#elif defined(__GNUC__) && defined(__aarch64__)
  __asm__("" : "+w"(value));
#elif defined(__GNUC__)
  __asm__("" : "+m"(value));  // also because registers of the x87 are wider than a double
#else
  volatile V kept = value;
  value = kept;
#endif
  return value;
}

ROMAS_INLINE float fma(float a, float b, float c) { return ROMAS_FAST_FMAF ? std::fma(a, b, c) : a * b + c; }
ROMAS_INLINE double fma(double a, double b, double c) {
  return ROMAS_FAST_FMA ? std::fma(a, b, c) : a * b + c;
}
ROMAS_INLINE float sqrt(float a) { return std::sqrt(a); }
ROMAS_INLINE double sqrt(double a) { return std::sqrt(a); }
ROMAS_INLINE bool any(bool truth) { return truth; }

#if ROMAS_SIMD_X86
using D2 = Registers<double, 2, Shape::vector>;
using F4 = Registers<float, 4, Shape::vector>;
ROMAS_INLINE D2::Value sqrt(D2::Value a) { return (D2::Value)_mm_sqrt_pd((__m128d)a); }
ROMAS_INLINE F4::Value sqrt(F4::Value a) { return (F4::Value)_mm_sqrt_ps((__m128)a); }
ROMAS_INLINE bool any(D2::Truth m) { return _mm_movemask_pd((__m128d)m) != 0; }
ROMAS_INLINE bool any(F4::Truth m) { return _mm_movemask_ps((__m128)m) != 0; }
#if defined(__FMA__)
ROMAS_INLINE D2::Value fma(D2::Value a, D2::Value b, D2::Value c) {
  return (D2::Value)_mm_fmadd_pd((__m128d)a, (__m128d)b, (__m128d)c);
}
ROMAS_INLINE F4::Value fma(F4::Value a, F4::Value b, F4::Value c) {
  return (F4::Value)_mm_fmadd_ps((__m128)a, (__m128)b, (__m128)c);
}
#else
ROMAS_INLINE D2::Value fma(D2::Value a, D2::Value b, D2::Value c) { return a * b + c; }
ROMAS_INLINE F4::Value fma(F4::Value a, F4::Value b, F4::Value c) { return a * b + c; }
#endif
#if ROMAS_SIMD_BYTES >= 32
using D4 = Registers<double, 4, Shape::vector>;
using F8 = Registers<float, 8, Shape::vector>;
ROMAS_INLINE D4::Value sqrt(D4::Value a) { return (D4::Value)_mm256_sqrt_pd((__m256d)a); }
ROMAS_INLINE F8::Value sqrt(F8::Value a) { return (F8::Value)_mm256_sqrt_ps((__m256)a); }
ROMAS_INLINE bool any(D4::Truth m) { return _mm256_movemask_pd((__m256d)m) != 0; }
ROMAS_INLINE bool any(F8::Truth m) { return _mm256_movemask_ps((__m256)m) != 0; }
#if defined(__FMA__)
ROMAS_INLINE D4::Value fma(D4::Value a, D4::Value b, D4::Value c) {
  return (D4::Value)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
}
ROMAS_INLINE F8::Value fma(F8::Value a, F8::Value b, F8::Value c) {
  return (F8::Value)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c);
}
#else
ROMAS_INLINE D4::Value fma(D4::Value a, D4::Value b, D4::Value c) { return a * b + c; }
ROMAS_INLINE F8::Value fma(F8::Value a, F8::Value b, F8::Value c) { return a * b + c; }
#endif
#endif
#if ROMAS_SIMD_BYTES >= 64
using D8 = Registers<double, 8, Shape::vector>;
using F16 = Registers<float, 16, Shape::vector>;
ROMAS_INLINE D8::Value sqrt(D8::Value a) { return (D8::Value)_mm512_maskz_sqrt_pd(0xFF, (__m512d)a); }
ROMAS_INLINE F16::Value sqrt(F16::Value a) { return (F16::Value)_mm512_maskz_sqrt_ps(0xFFFF, (__m512)a); }
ROMAS_INLINE bool any(D8::Truth m) { return _mm512_test_epi64_mask((__m512i)m, (__m512i)m) != 0; }
ROMAS_INLINE bool any(F16::Truth m) { return _mm512_test_epi32_mask((__m512i)m, (__m512i)m) != 0; }
ROMAS_INLINE D8::Value fma(D8::Value a, D8::Value b, D8::Value c) {
  return (D8::Value)_mm512_fmadd_pd((__m512d)a, (__m512d)b, (__m512d)c);
}
ROMAS_INLINE F16::Value fma(F16::Value a, F16::Value b, F16::Value c) {
  return (F16::Value)_mm512_fmadd_ps((__m512)a, (__m512)b, (__m512)c);
}
#endif
#endif

#if defined(ROMAS_SIMD_NEON)
using D2 = Registers<double, 2, Shape::vector>;
using F4 = Registers<float, 4, Shape::vector>;
ROMAS_INLINE D2::Value sqrt(D2::Value a) { return (D2::Value)vsqrtq_f64((float64x2_t)a); }
ROMAS_INLINE F4::Value sqrt(F4::Value a) { return (F4::Value)vsqrtq_f32((float32x4_t)a); }
ROMAS_INLINE bool any(D2::Truth m) { return vmaxvq_u32((uint32x4_t)m) != 0; }
ROMAS_INLINE bool any(F4::Truth m) { return vmaxvq_u32((uint32x4_t)m) != 0; }
ROMAS_INLINE D2::Value fma(D2::Value a, D2::Value b, D2::Value c) {
  return (D2::Value)vfmaq_f64((float64x2_t)c, (float64x2_t)a, (float64x2_t)b);
}
ROMAS_INLINE F4::Value fma(F4::Value a, F4::Value b, F4::Value c) {
  return (F4::Value)vfmaq_f32((float32x4_t)c, (float32x4_t)a, (float32x4_t)b);
}
#endif

}  // namespace simd
}  // namespace ROMAS_SIMD_NAMESPACE
}  // namespace romas
