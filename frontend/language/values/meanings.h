// Meanings of names in expressions, and messages about names that have none.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/language/values/evaluator.h"
#include "frontend/language/words/builtin_info.h"
#include "frontend/language/words/foreign_words.h"

namespace romas::language {

// The names of RobotFacts.
bool is_robot_fact(std::string_view name);
bool mentions_robot_facts(const Expr& expr);
// The facts of the links and joints from these indices on.
RobotFacts robot_facts(const Model& model, std::size_t first_link = 0, std::size_t first_joint = 0);
// The names that expressions know without a definition: constants, and the facts that assertions may ask for.
struct BuiltinNames {
  std::span<const std::string_view> constants, facts;
};
BuiltinNames builtin_names();
// The members of tuples, by place.
inline constexpr std::array<std::string_view, 3> kTupleMembers = {"x", "y", "z"};
// … of poses: the position as a vector, its parts, and the angles of rpy(…).
inline constexpr std::array<std::string_view, 7> kPoseMembers = {"position", "x",     "y",  "z",
                                                                 "roll",     "pitch", "yaw"};

std::optional<Value> meaning_as_value(Evaluator& e, const Scope::Entry& entry, const Expr& expr);
// Reports a name that is unknown, with what is written here where the word is one of other languages; else
// with the nearest name.
void report_unknown(WordPlace place, const Expr& name, std::string message,
                    const std::vector<std::string_view>& known, DiagnosticEngine& diagnostics);
// "nothing is called 'x'; did you mean 'y'?" `robots`: whether a robot may be meant.
void report_unknown_name(Evaluator& e, const Expr& name, bool robots = false);
void report_unknown_statements(Evaluator& e, const Name& name);
// … of a member of an imported file that is not there, or private.
void report_unseen(Evaluator& e, const LanguageFile& file, const Scope::Entry& import, std::string_view name,
                   SourceRange where);

}  // namespace romas::language
