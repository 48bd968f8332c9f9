// Habits of other languages that the grammar refuses, and what is written here instead.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "support/findings/diagnostic.h"

namespace antlr4 {
class Token;
namespace misc {
class IntervalSet;
}
}  // namespace antlr4

namespace romas::language {

struct ForeignWord;

// A token that does not fit, those around it, and what may stand in its place.
struct Misfit {
  const antlr4::Token& token;
  const antlr4::Token& before;
  const antlr4::Token& next;
  std::string_view statement;  // its first word
  std::string_view text, before_text;
  std::string_view rest;  // of the file, behind the token
  const antlr4::misc::IntervalSet& expected;
  std::size_t rule = 0;  // that the parser is in
  std::size_t around =
      0;  // … without what values and names are made of, and without a body that lacks its '{'
};

// Returns what to write in place of a habit from another language. Returns an empty text if the misfit is no
// known habit.
std::string habit_of(const Misfit& misfit);
// Looks up a word that cannot start a statement in this body. Returns null if the word is not in the table.
const ForeignWord* find_foreign_statement(std::string_view word, std::size_t body_rule);
// Reports a token that begins nothing between the robots of a file.
void report_outside_robots(SourceRange token, std::uint16_t type, const SourceManager& sources,
                           DiagnosticEngine& diagnostics);
// Returns how to write a statement that begins with a name, judged by the text behind the name. Returns an
// empty text if nothing is known of it.
std::string_view habit_behind_name(std::string_view rest, bool in_robot);
// Returns the place of a word that begins statements of another body: "'axis' stands in a joint". Returns an
// empty text if it begins none.
std::string place_elsewhere(std::string_view word, std::uint16_t type, std::size_t body_rule);

}  // namespace romas::language
