// Parameters of files and robots: their values come from the command line, from an import, or are presets.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "frontend/language/expand/expander.h"
#include "frontend/language/lower/session.h"
#include "frontend/language/program/file_text.h"

namespace romas::language {

class Parameters {
 public:
  explicit Parameters(Session& session) : session_(session) {}
  // param NAME [: TYPE] [= VALUE]. One without a value goes to `missing`.
  void define(const Statement& s, FileText& text, Evaluator& evaluator, std::vector<const Name*>& missing);
  // Those of a robot that stands for itself, and is not used in another one.
  void define_of(const RobotText& robot, Expander& expander);
  // Reports values on the command line that the main file has no parameters for.
  void check_command_line(const FileText& text);
  // Reports values of an import that its file has no parameters for.
  void check_given(const FileText& text);
  void report_missing(const FileText& text, const std::vector<const Name*>& missing);

 private:
  // The value of NAME in -D NAME=VALUE: nothing where there is none, Anything where it has an error, which is
  // reported. `text`: whether it is a text, which needs no quotes.
  std::optional<Value> from_command_line(std::string_view name, bool text, Evaluator& evaluator);
  DiagnosticBuilder report(Rule rule, SourceRange range, std::string message) {
    return session_.diagnostics.report(rule, range, std::move(message));
  }

  Session& session_;
};

}  // namespace romas::language
