#include "ir/values/number.h"

#include <algorithm>
#include <cstring>

#include "support/text/text.h"

namespace romas {

const char* SpellingArena::keep(std::string_view spelling) {
  constexpr std::size_t kChunk = 16384;
  const std::size_t needed = spelling.size() + 1;
  if (used_ + needed > capacity_) {
    capacity_ = std::max(kChunk, needed);
    chunks_.push_back(std::make_unique<char[]>(capacity_));
    used_ = 0;
  }
  char* place = chunks_.back().get() + used_;
  used_ += needed;
  std::memcpy(place, spelling.data(), spelling.size());
  place[spelling.size()] = '\0';
  return place;
}

void Number::append_text(std::string& out) const {
  if (spelling_ != nullptr) {
    out.append(spelling_);
  } else {
    append_double(out, value_);
  }
}

std::string Number::text() const {
  std::string out;
  append_text(out);
  return out;
}

}  // namespace romas
