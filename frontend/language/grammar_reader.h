// Reads what has no syntax errors by recursive descent, without ANTLR: the trees are those that its parser
// would make. What does not fit is for ANTLR's parser, which says why.
#pragma once

#include <vector>

#include "frontend/language/parse_tree.h"

namespace romas::language {

struct Reading {
  bool whole = false;         // else the words do not fit, and the tree is of no use
  std::uint32_t reached = 0;  // the furthest word that was looked at
};

// The rules that a text is read by, one statement at a time.
enum class StartRule { file_statement, robot_statement, robot_head, expression };

// The words as a rule of the grammar, all of them. Of several ways to go on the first is taken that fits by
// itself, without a look at what comes behind it. Recursion is as deep as brackets and conditions are within
// each other: who calls has seen that the stack has room for it (kStackPerLevel).
Reading read_by_grammar(StartRule rule, const std::vector<Lexeme>& words, ParseTree& tree);

// True for tokens that begin a statement of a robot.
bool begins_robot_statement(std::size_t token_type);
// … and a statement of a file, outside of robots.
bool begins_file_statement(std::size_t token_type);

}  // namespace romas::language
