// The names and values of a program: which symbols of the document have a name in it, and what stands for the
// others.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "frontend/frontend.h"
#include "frontend/xacro/structure/program.h"
#include "frontend/xacro/structure/translate.h"

namespace romas::xacro {

struct Writers;

// Files of data whose values are written out, each with the reason.
struct UnreadData {
  std::map<std::string, std::string> files;  // by canonical path
  std::optional<std::string> all;
};

class WrittenNames : private Places {
 public:
  // `folder`: of the program.
  WrittenNames(Writers& all, const FrontendContext& context, const Structure::IsBuiltIn& is_built_in,
               Dimensions& dimensions, std::string folder, const UnreadData& unread);
  WrittenNames(const WrittenNames&) = delete;
  WrittenNames& operator=(const WrittenNames&) = delete;

  // A new name in `taken`, as near to the wanted one as possible.
  std::string identifier(std::string_view wanted, std::set<std::string>& taken);
  // A name of the whole program.
  std::string global_identifier(std::string_view wanted) { return identifier(wanted, taken_); }
  // A name for a value of the next statement.
  std::string name_text(const std::string& value, std::string_view wanted = "text");
  // A value that is named at the begin of what is being written.
  std::string named_value(std::string_view wanted, const std::string& text, const void* owner);
  void declare_global(const Symbol& symbol);
  bool is_declared(const Symbol& symbol) const { return global_names_.contains(symbol.definition); }
  // Outside of macros, and whatever the conditions are.
  static bool is_global(const Symbol& symbol);
  // Remembers a symbol that has a name, for remarks about its units.
  void note_named(const Symbol& symbol) { named_.emplace(symbol.definition, &symbol); }

  // Returns the term that stands for a symbol. Throws NotKept, as all that reads values.
  Term resolve(const Symbol& symbol);
  Resolve resolver() {
    return [this](const Symbol& symbol) { return resolve(symbol); };
  }
  Term value_term(const TracedText& text, bool path = false);
  Term property_term(const Symbol& symbol);
  std::string value_text(const Term& term, const void* key);
  TermPrinter& printer() { return printer_; }

  // A value that is written out stays what it is for the arguments of this run.
  void pin(const TracedText& text);
  void add_pins();
  // Names whose uses do not agree about units.
  void remark_conflicts();

 private:
  std::string folder_of(FileId file) const override;
  std::string package(const std::string& name) const override;
  std::string from_program(const std::string& folder) const;
  static bool is_set_by_macro(const Symbol& symbol);
  void expect_read(const Symbol& symbol) const;
  std::string_view units_of_data(SourceRange place) const;
  Term global_term(const Symbol& symbol);

  Writers& all_;
  Program& program_;
  const SourceManager& sources_;
  const FrontendOptions& options_;
  const Structure::IsBuiltIn& is_built_in_;
  Dimensions& dimensions_;
  std::string folder_;
  const UnreadData& unread_;
  TermPrinter printer_;
  std::set<std::string> taken_;
  std::map<const void*, std::pair<std::string, const void*>> global_names_;  // and the definition that has it
  std::map<const void*, const Symbol*> pinned_;  // arguments whose values are written out
  std::map<const void*, const Symbol*> named_;   // what has a name, by its definition
  std::size_t depth_ = 0;
};

}  // namespace romas::xacro
