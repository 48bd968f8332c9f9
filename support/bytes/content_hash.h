// A fast hash of whole files, with 128 bits: it tells whether a content is the one that was seen before. It
// is no secret and no signature: who wants two contents with one hash can make them. It may differ between
// machines and versions, so that nothing that is handed on may contain it; hash.h is for that.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace romas {

struct ContentHash {
  std::uint64_t first = 0, second = 0;
  // 32 hexadecimal digits.
  std::string hex() const;
  friend bool operator==(const ContentHash&, const ContentHash&) = default;
};

ContentHash content_hash(std::string_view content);

}  // namespace romas
