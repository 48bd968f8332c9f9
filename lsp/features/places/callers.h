// Finds the definition that contains a call: a macro of xacro, or a module, function or robot of the Romas
// language.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "lsp/language/names.h"
#include "lsp/markup/tree/tree.h"
#include "lsp/protocol/feature_types.h"
#include "lsp/reading/reading.h"

namespace romas::lsp {

struct Caller {
  SourceRange whole, name;  // of the definition, and the name in it
  std::string text;
  SymbolKind kind = SymbolKind::Function;
};

// Finds callers in the texts of readings, which must outlive this object. Each text is parsed once.
class Callers {
 public:
  // Returns the definition that contains a place. Returns nullopt if the place is in no macro, or in the
  // Romas language between the definitions of the file.
  std::optional<Caller> around(const Reading& reading, SourceRange place);
  // Returns the caller for a place in no definition: the root element of the file, else the file itself.
  Caller file(const Reading& reading, SourceRange place);

  // The tree of a text of XML; null for other texts.
  const markup::Tree* tree(const Reading& reading, FileId file);

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
