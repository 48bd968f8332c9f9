// Reads each statement of a text twice: by recursive descent, and by ANTLR's parser, which is the
// specification.
#pragma once

#include <string>

namespace romas::test {

struct TreeComparison {
  std::size_t statements = 0;  // heads of robots are counted, too
  std::size_t whole = 0;       // those without errors
  std::string difference;      // the text of the first statement of which the two say different things
};

TreeComparison compare_trees(const std::string& text);

}  // namespace romas::test
