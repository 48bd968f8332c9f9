// A text with ${…} and $(…) in it, taken apart. Each text of a document is taken apart once.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "frontend/xacro/expressions/syntax/expression.h"

namespace romas::xacro {

struct TemplatePart {
  enum class Kind : std::uint8_t {
    text,
    expression,    // ${…}
    substitution,  // $(…)
  } kind = Kind::text;
  std::uint32_t begin = 0, end = 0;  // bytes of the text, with the brackets
  std::string_view content;          // what is between the brackets; of a text: what it means
  bool nested = false;               // the content has parts of its own, which are evaluated first
  std::shared_ptr<const Expression> expression;  // unless it is nested
  std::optional<EvalError> error;                // why the expression cannot be read
};

struct TextTemplate {
  std::vector<TemplatePart> parts;
  // The byte of a bracket that is not closed, or of a '$' without a meaning.
  std::optional<std::uint32_t> broken;
};

// The parts view into the text.
TextTemplate take_apart(std::string_view text);

// The templates of texts that live as long as this.
class TextTemplates {
 public:
  const TextTemplate& of(std::string_view text);
  // The expression that a computed text says.
  const std::variant<std::shared_ptr<const Expression>, EvalError>& expression(std::string_view text);

 private:
  struct Key {
    const char* begin;
    std::size_t size;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct HashKey {
    std::size_t operator()(const Key& key) const { return std::hash<const void*>()(key.begin) ^ key.size; }
  };
  std::unordered_map<Key, TextTemplate, HashKey> templates_;
  std::unordered_map<std::string, std::variant<std::shared_ptr<const Expression>, EvalError>> expressions_;
};

}  // namespace romas::xacro
