// Says for each argument whether it is a statement of a robot, by the reader of sound programs alone.
#include <cstdio>

#include "frontend/language/grammar/grammar_reader.h"
#include "frontend/language/grammar/lexer.h"

int main(int count, char** texts) {
  using namespace romas::language;
  for (int i = 1; i < count; ++i) {
    std::vector<Lexeme> words;
    Lexer lexer(texts[i], 0);
    for (Lexeme word = lexer.next(); word.type != Lexeme::kEnd; word = lexer.next()) words.push_back(word);
    ParseTree tree(words);
    const bool fits = read_by_grammar(StartRule::robot_statement, words, tree).whole;
    std::printf("%s: %s\n", fits ? "fits" : "does not fit", texts[i]);
  }
}
