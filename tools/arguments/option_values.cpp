#include "tools/arguments/option_values.h"

#include <algorithm>
#include <cctype>

#include "tools/arguments/options.h"

namespace romas::tool {

Strings OptionValues::words(const char* name) const {
  Strings result;
  for (const std::string& value : list(name))
    for (const std::string_view word : split(value, ',')) result.emplace_back(word);
  return result;
}

std::string OptionValues::spelled(const Strings& but) const {
  std::string all;
  for (const auto& [name, value] : values_) {
    if (std::find(but.begin(), but.end(), name) != but.end() || value.empty()) continue;
    Strings texts;
    if (value.value().type() == typeid(Strings))
      texts = value.as<Strings>();
    else if (value.value().type() == typeid(std::string))
      texts = {value.as<std::string>()};
    else
      texts = {on(name.c_str()) ? "on" : "off"};
    all += concat(name, " ", texts.size());
    for (const std::string& text : texts) all += concat(" ", text.size(), ":", text);
    all += "\n";
  }
  return all;
}

unsigned long long OptionValues::count(const char* name, unsigned long long fallback) const {
  if (!given(name)) return fallback;
  const auto value = parse_integer(text(name));
  if (!value || *value < 0) throw UsageError{concat("--", name, "=", text(name), ": not a number")};
  return static_cast<unsigned long long>(*value);
}

std::size_t OptionValues::choice(const char* name) const {
  const Strings allowed = option_words(name);
  const std::string value = text(name, allowed.front());
  const auto found = std::find(allowed.begin(), allowed.end(), value);
  if (found == allowed.end())
    throw UsageError{concat("--", name, "=", value, ": must be one of ", join(allowed, ", "),
                            did_you_mean(value, allowed))};
  return static_cast<std::size_t>(found - allowed.begin());
}

std::optional<double> OptionValues::number(const char* name, double largest,
                                           std::string_view expected) const {
  if (!given(name)) return std::nullopt;
  const auto value = parse_double(text(name));
  if (!value || *value < 0 || *value > largest)
    throw UsageError{concat("--", name, "=", text(name), ": ", expected)};
  return value;
}

void write_out_definitions(Strings& arguments) {
  for (std::string& argument : arguments) {
    if (argument == "--") return;
    const std::size_t sign = argument.find(":=");
    if (sign == std::string::npos || sign == 0) continue;
    const bool is_name =
        std::all_of(argument.begin(), argument.begin() + static_cast<std::ptrdiff_t>(sign),
                    [](unsigned char c) { return c == '_' || c >= 0x80 || std::isalnum(c) != 0; });
    if (is_name) argument = concat("--define=", argument.substr(0, sign), "=", argument.substr(sign + 2));
  }
}

}  // namespace romas::tool
