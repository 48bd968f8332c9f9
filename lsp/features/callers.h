// What calls stand in: macros of xacro, modules, functions and robots of the Romas language.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "lsp/language/names.h"
#include "lsp/markup/tree.h"
#include "lsp/protocol/feature_types.h"
#include "lsp/reading.h"

namespace romas::lsp {

struct Caller {
  SourceRange whole, name;  // of the definition, and the name in it
  std::string text;
  SymbolKind kind = SymbolKind::Function;
};

// Of texts of some readings, which live on. Each text is looked through once.
class Callers {
 public:
  // What is defined around a place; nothing: it is in no macro, and in the Romas language between the
  // definitions of the file.
  std::optional<Caller> around(const Reading& reading, SourceRange place);
  // What stands for all that a file calls outside of these: its root element, else the file.
  Caller file(const Reading& reading, SourceRange place);

 private:
  struct Text {
    explicit Text(std::string_view text);
    std::optional<markup::Tree> tree;           // of XML
    std::optional<typing::SourceText> program;  // of the Romas language
  };
  const Text& of(const Reading& reading, FileId file);

  std::map<std::pair<const Reading*, FileId>, Text> texts_;
};

}  // namespace romas::lsp
