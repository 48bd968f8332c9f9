// Recognises meshes and pictures that a robot refers to by their bytes, not by their names. The formats are
// those that robot software and editors read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace romas {

// Bytes of the start and of the end of a file that are enough to recognise it.
inline constexpr std::size_t kAssetStart = 65536;
inline constexpr std::size_t kAssetEnd = 32;

// "STL", "PNG", …; empty for any other content. `start` and `end` are the first and last bytes of a file of
// `size` bytes, all of it if it is smaller.
std::string_view asset_kind(std::string_view start, std::string_view end, std::uint64_t size);

}  // namespace romas
