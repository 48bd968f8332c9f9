// Tells by the texts alone which definition of xacro a word means: for parts that no robot evaluates.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lsp/markup/tree/tree.h"
#include "support/text/characters.h"

namespace romas::markup {

// Whether a byte belongs to a name as a text may have it, beyond ASCII too.
constexpr bool is_of_xacro_name(char c) {
  return is_word_character(c) || static_cast<unsigned char>(c) >= 0x80;
}

enum class XacroKind : std::uint8_t {
  value,  // a property or parameter
  block,
  argument,
  macro,
};

// All words of the files of robots that have one name of one kind.
class XacroScopes {
 public:
  // A macro, by its text and its element. The scope outside of all macros is that of all texts together.
  using Scope = std::pair<std::size_t, NodeId>;
  static constexpr Scope kOutside{static_cast<std::size_t>(-1), kNone};
  using Meaning = std::optional<std::set<Scope>>;

  struct Word {
    std::size_t text = 0;
    std::uint32_t begin = 0, end = 0;
    bool is_definition = false;
    Scope scope = kOutside;  // of a definition: its own; else where the word stands
    bool is_unclear = false;
    bool is_outer = false;  // it is evaluated where its macro is called
    std::string macro;      // of an argument in a call: the macro
  };

  // The texts live as long as this.
  XacroScopes(const std::vector<std::string_view>& texts, std::string_view name, XacroKind kind);

  const std::vector<Word>& words() const { return words_; }
  // Returns the scopes whose definition a word may have. A macro sees the names around its definition and
  // around its calls. Empty if the texts do not define it. Returns nullopt if the texts cannot tell.
  Meaning meaning(const Word& word) const;

 private:
  using Visited = std::set<Scope>;

  void find_words(std::size_t text);
  void add_word(std::size_t text, std::uint32_t begin);
  void add_in_value(Word word, NodeId element, const Attribute& attribute);
  void add_in_expression(Word word, Range whole);
  void add_definition(Word word, NodeId element);
  Scope scope_around(std::size_t text, NodeId node) const;
  bool is_parameter(const Word& definition) const;
  NodeId block_around(const Word& word) const;
  std::set<Scope> seen_from(Scope scope, const Word& word, Visited& visited) const;
  std::set<Scope> seen_outside(Scope macro, Visited& visited) const;

  std::string_view name_;
  XacroKind kind_;
  std::vector<Tree> trees_;
  std::vector<Word> words_;
  std::map<std::string, std::vector<Scope>> macros_;  // definitions, by name
  std::map<std::string, std::vector<Word>> calls_;    // by the name of the macro
  bool is_unclear_ = false;                           // a text has what moves names between scopes
};

}  // namespace romas::markup
