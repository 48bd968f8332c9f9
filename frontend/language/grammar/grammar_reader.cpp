#include "frontend/language/grammar/grammar_reader.h"

#include "RomasParserRules.h"

namespace romas::language {

namespace {

bool read(StartRule rule, rules::Cursor& words) {
  switch (rule) {
    case StartRule::file_statement: return rules::FileStatement::read(words);
    case StartRule::robot_statement: return rules::RobotStatement::read(words);
    case StartRule::robot_head: return rules::RobotHead::read(words);
    case StartRule::expression: return rules::Expression::read(words);
  }
  return false;
}

}  // namespace

Reading read_by_grammar(StartRule rule, const std::vector<Lexeme>& words, ParseTree& tree) {
  tree.cut(0);
  rules::Cursor cursor(words, tree);
  const bool fits = read(rule, cursor);
  return {fits && cursor.at_end(), cursor.reached()};
}

bool begins_robot_statement(std::size_t token_type) {
  return rules::kFirst<rules::RobotStatement>.contains(token_type);
}

bool begins_file_statement(std::size_t token_type) {
  return rules::kFirst<rules::FileStatement>.contains(token_type);
}

}  // namespace romas::language
