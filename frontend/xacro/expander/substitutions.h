// $(…): find, arg, env, optenv, eval, dirname, cwd, as ROS launch files know them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "frontend/xacro/expander/expansion.h"

namespace romas::xacro {

class TextReader;

class Substitutions {
 public:
  explicit Substitutions(Expansion& run) : run_(run) {}

  // The place of a substitution in a text.
  struct Place {
    SourceRange range;  // with its brackets
    const XmlText& whole;
    const TemplatePart& part;
  };
  // `content` is what stands between the brackets. Nothing if that fails, which is reported.
  std::optional<Value> evaluate(const std::string& content, const Place& place, Scope& scope,
                                TextReader& texts);

  // Functions of $(eval …) share these with the substitutions of the same name. They return nothing if there
  // is no such package or variable; `problem` says so.
  std::optional<std::string> find(const std::string& package, std::string& problem);
  static std::optional<std::string> variable(const std::string& name);
  std::string folder() const;
  // The value of an argument as $(eval …) takes it: a number or truth value by its look.
  static Value converted(const std::string& value);

  Expansion& run() { return run_; }
  // Inside of the root's start tag, where no argument of the file itself can be known yet.
  void set_in_root_tag(bool in_root_tag) { in_root_tag_ = in_root_tag; }
  void report_undefined(std::string_view name, SourceRange range) const;

 private:
  std::optional<Value> argument(const std::string& name, const Place& place);
  std::optional<std::string> with_packages(const std::string& value, const Place& place);
  std::optional<std::string> find_or_report(const std::string& package, SourceRange range);
  std::optional<Value> eval(std::string_view expression, const Place& place, Scope& scope, TextReader& texts);
  bool expect_words(std::size_t count, std::size_t least, std::size_t most, std::string_view usage,
                    const Place& place) const;

  Expansion& run_;
  std::map<std::string, PackageLookup> packages_;
  bool in_root_tag_ = false;
};

}  // namespace romas::xacro
