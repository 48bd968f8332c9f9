// Typed access to the values of a command line. An invalid value is a UsageError.
#pragma once

#include <boost/program_options.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/text/text.h"

namespace romas::tool {

using Strings = std::vector<std::string>;

// One sentence for the user.
struct UsageError {
  std::string message;
};

class OptionValues {
 public:
  explicit OptionValues(const boost::program_options::variables_map& values) : values_(values) {}

  bool given(const char* name) const { return values_.count(name) != 0; }
  // A switch that is on, or an option with a value that is given.
  bool on(const char* name) const {
    return given(name) && (values_[name].value().type() != typeid(bool) || values_[name].as<bool>());
  }
  std::string text(const char* name, const std::string& fallback = {}) const {
    return given(name) ? values_[name].as<std::string>() : fallback;
  }
  // --output=concise, as other linters spell it: a format, and no file (which would be ./concise).
  bool concise() const { return text("output") == "concise"; }
  // The value of -o as a path; empty if there is none.
  std::string output() const { return concise() ? std::string() : text("output"); }
  Strings list(const char* name) const { return given(name) ? values_[name].as<Strings>() : Strings{}; }
  // Words of a repeatable option that also takes lists with commas.
  Strings words(const char* name) const;
  // A whole number from 0.
  unsigned long long count(const char* name, unsigned long long fallback) const;
  // Every option that is given and its values, but for those with these names.
  std::string spelled(const Strings& but) const;
  // The index of an option's value among the words of its row, of which the first is the default.
  std::size_t choice(const char* name) const;
  // A number from 0 to `largest`; `expected` says what it is in the error.
  std::optional<double> number(const char* name, double largest, std::string_view expected) const;

 private:
  const boost::program_options::variables_map& values_;
};

// Writes NAME:=VALUE, which gives an argument of a xacro file its value, as the option --define.
void write_out_definitions(Strings& arguments);

}  // namespace romas::tool
