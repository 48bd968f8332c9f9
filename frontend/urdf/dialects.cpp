#include "frontend/urdf/dialects.h"

#include <algorithm>
#include <array>

namespace romas::urdf {

namespace {

enum class Dialect : unsigned char {
#define DIALECT(enumerator, name) enumerator,
#include "frontend/urdf/dialects.def"
};

constexpr std::array kNames = {
#define DIALECT(enumerator, name) std::string_view(name),
#include "frontend/urdf/dialects.def"
};

struct DialectWord {
  Dialect dialect;
  std::string_view element, word;
  WordKind kind;
};

constexpr std::array kWords = {
#define DIALECT_ELEMENT(dialect, parent, name) DialectWord{Dialect::dialect, parent, name, WordKind::element},
#define DIALECT_ATTRIBUTE(dialect, element, name) \
  DialectWord{Dialect::dialect, element, name, WordKind::attribute},
#include "frontend/urdf/dialects.def"
};

}  // namespace

std::string_view find_dialect(std::string_view element, std::string_view word, WordKind kind) {
  const auto* found = std::find_if(kWords.begin(), kWords.end(), [&](const DialectWord& row) {
    return row.element == element && row.word == word && row.kind == kind;
  });
  return found == kWords.end() ? std::string_view() : kNames[static_cast<std::size_t>(found->dialect)];
}

}  // namespace romas::urdf
