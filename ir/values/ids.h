// Typed indices into the stores of a Model: values, not pointers.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>

namespace romas {

// Index of an entity in its store. A default-constructed id names nothing.
template <class Entity>
class Id {
 public:
  constexpr Id() = default;
  constexpr explicit Id(std::size_t index) : index_(static_cast<std::uint32_t>(index)) {}
  constexpr bool valid() const { return index_ != kNone; }
  constexpr explicit operator bool() const { return valid(); }
  constexpr std::size_t index() const { return index_; }
  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy takes its 0 for a pointer
  friend constexpr auto operator<=>(Id, Id) = default;

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;
  std::uint32_t index_ = kNone;
};

struct Link;
struct Joint;
struct Material;
struct Block;
using LinkId = Id<Link>;
using JointId = Id<Joint>;
using MaterialId = Id<Material>;
using BlockId = Id<Block>;

// "joint 3", or "no joint" for an invalid id: for debug output and failed tests. labels.h adds the name.
std::ostream& operator<<(std::ostream& out, LinkId id);
std::ostream& operator<<(std::ostream& out, JointId id);
std::ostream& operator<<(std::ostream& out, MaterialId id);
std::ostream& operator<<(std::ostream& out, BlockId id);

}  // namespace romas

template <class Entity>
struct std::hash<romas::Id<Entity>> {
  std::size_t operator()(romas::Id<Entity> id) const noexcept { return id.index(); }
};
