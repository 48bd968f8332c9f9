// Reads statements without syntax errors by recursive descent. The trees are the same as those of ANTLR's
// parser, which reads all other statements and reports their errors.
#pragma once

#include <vector>

#include "frontend/language/grammar/parse_tree.h"

namespace romas::language {

struct Reading {
  bool whole = false;         // false: the words do not fit; ignore the tree
  std::uint32_t reached = 0;  // the furthest word that was examined
};

// The rules by which a text is read, one statement at a time.
enum class StartRule { file_statement, robot_statement, robot_head, expression };

// Reads all words as one rule of the grammar. The first alternative that fits is taken, without look-ahead to
// the words after it. The recursion is as deep as brackets and conditions are nested: the caller must check
// that the stack has room for it (kStackPerLevel).
Reading read_by_grammar(StartRule rule, const std::vector<Lexeme>& words, ParseTree& tree);

// True for tokens that begin a statement of a robot.
bool begins_robot_statement(std::size_t token_type);
// … and a statement of a file, outside of robots.
bool begins_file_statement(std::size_t token_type);

}  // namespace romas::language
