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
  // Reads a body. Returns nullopt, and why in `problem`, if the text is no JSON object within the limits of
  // depth and size.
  static std::optional<Body> read(const std::string& text, std::string& problem);

  // The value of a key, where it is a text or a whole number from 0; else nothing.
  std::optional<std::string> text(std::string_view key) const;
  std::optional<std::uint64_t> number(std::string_view key) const;
  // A finite number, and a whole one of any sign within ±1e9.
  std::optional<double> real(std::string_view key) const;
  std::optional<int> integer(std::string_view key) const;
  // True where the value is `true`.
  bool flag(std::string_view key) const;
  // The key is there; with a value other than null.
  bool mentions(std::string_view key) const { return root_.find(key) != nullptr; }
  bool has(std::string_view key) const;

 private:
  // The text of a value that is no string; null for any other.
  const std::string* plain(std::string_view key) const;
  YamlNode root_;
};

}  // namespace romas::studio
