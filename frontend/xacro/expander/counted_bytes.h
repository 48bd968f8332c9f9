// Bytes that objects count for in the limit of memory.
#pragma once

#include <cstdint>

#include "frontend/xacro/expander/trace.h"

namespace romas::xacro {

// The bytes of a T where pointers have 64 bits: the limit stops at the same element on every machine.
template <class T>
inline constexpr std::uint64_t kCountedBytes = 0;
template <>
inline constexpr std::uint64_t kCountedBytes<XmlElement> = 224;
template <>
inline constexpr std::uint64_t kCountedBytes<XmlAttribute> = 72;
template <>
inline constexpr std::uint64_t kCountedBytes<XmlComment> = 40;
template <>
inline constexpr std::uint64_t kCountedBytes<XmlPiece> = 40;
template <>
inline constexpr std::uint64_t kCountedBytes<SourceRange> = 12;
template <>
inline constexpr std::uint64_t kCountedBytes<SourceStep> = 96;
template <>
inline constexpr std::uint64_t kCountedBytes<ValueOrigin> = 48;
template <>
inline constexpr std::uint64_t kCountedBytes<TraceNode> = 312;
template <>
inline constexpr std::uint64_t kCountedBytes<Symbol> = 176;
template <>
inline constexpr std::uint64_t kCountedBytes<TracedText> = 88;
template <>
inline constexpr std::uint64_t kCountedBytes<TracedText::Part> = 112;

template <class T>
consteval std::uint64_t counted_bytes() {
  static_assert(sizeof(T) <= kCountedBytes<T>, "the type has grown, and so must its row above");
  return kCountedBytes<T>;
}

}  // namespace romas::xacro
