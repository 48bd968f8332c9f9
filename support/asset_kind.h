// What a file that a robot refers to holds: a mesh or a picture in one of the formats that programs for
// robots and their editors know, told by its bytes and not by its name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace romas {

// So many bytes of the start and of the end of a file tell its kind.
inline constexpr std::size_t kAssetStart = 65536;
inline constexpr std::size_t kAssetEnd = 32;

// "STL", "PNG", …; empty: none of them. `start` and `end` are the first and last bytes of a file of `size`
// bytes, all of it if it is smaller.
std::string_view asset_kind(std::string_view start, std::string_view end, std::uint64_t size);

}  // namespace romas
