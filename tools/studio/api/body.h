// The JSON object of a request.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "frontend/yaml/reader.h"

namespace romas::studio {

class Body {
 public:
  Body() = default;  // an empty object
  // Nothing, and `problem` says why, if the text is no JSON object within the limits of depth and size.
  static std::optional<Body> read(const std::string& text, std::string& problem);

  // The value of a key, where it is a text or a whole number from 0; else nothing.
  std::optional<std::string> text(std::string_view key) const;
  std::optional<std::uint64_t> number(std::string_view key) const;

 private:
  YamlNode root_;
};

}  // namespace romas::studio
