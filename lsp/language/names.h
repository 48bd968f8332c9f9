// The meanings of names in a text of the Romas language, as far as the texts tell them: definitions in scope,
// and members behind a '.'. Nothing is evaluated, and the text may be broken and half typed.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/language/typing/definitions.h"
#include "frontend/language/typing/outline.h"

namespace romas::typing {

// Facts that a text cannot tell. Every function may be empty.
struct TextFacts {
  // The text of an imported file, by its path as it is written.
  std::function<std::optional<std::string>(std::string_view path)> import;
  // The Blocks of an imported file or folder.
  std::function<std::vector<std::string>(std::string_view path)> blocks;
  // The files and folders (with '/' behind) in a folder as the text names it.
  std::function<std::vector<std::string>(std::string_view folder)> files;
  // The servos that the compiler knows.
  std::function<std::vector<std::string>()> servo_families;
  std::function<std::vector<std::string>(std::string_view family)> servo_devices;
};

// A text with all that it defines.
struct SourceText {
  explicit SourceText(std::string_view text);

  language::Outline outline;
  std::vector<language::Definition> definitions;
};

// A name behind a '.', or one of an imported robot.
struct Member {
  language::Definition::Kind kind = language::Definition::Kind::link;
  std::string name;
  bool is_moving = false;
  const language::Definition* definition = nullptr;  // null: of another format
};

// Tells which pieces of an outline contain which. Each question takes the same time, however deep the pieces
// nest.
class Nesting {
 public:
  explicit Nesting(const language::Outline& outline);

  // Whether a piece is another one or holds it.
  bool contains(std::uint32_t outer, std::uint32_t inner) const {
    return outer < last_.size() && inner < last_.size() && outer <= inner && inner <= last_[outer];
  }
  // How many pieces are around, itself among them. Precondition: it is a piece.
  std::uint32_t depth(std::uint32_t piece) const { return depths_[piece]; }
  // The outermost piece around; Outline::kNone of no piece.
  std::uint32_t root(std::uint32_t piece) const {
    return piece < roots_.size() ? roots_[piece] : language::Outline::kNone;
  }

 private:
  std::vector<std::uint32_t> last_;  // of each piece: the last one that it holds
  std::vector<std::uint32_t> depths_, roots_;
};

class Names {
 public:
  // The text and the facts live as long as this.
  Names(std::string_view text, const TextFacts& facts);

  const SourceText& source() const { return source_; }
  const TextFacts& facts() const { return facts_; }
  // The definitions that are known at an offset, the innermost first; or those of one name.
  std::vector<const language::Definition*> visible(std::uint32_t offset) const;
  std::vector<const language::Definition*> visible(std::uint32_t offset, std::string_view name) const;
  // Returns the definition that a name or a path of names has at an offset, from this text or from one that
  // it imports. Returns nullptr if there is none.
  const language::Definition* find(const std::vector<std::string>& path, std::uint32_t offset) const;
  // Returns the members that may follow the last of these names and a '.'.
  std::vector<Member> members(const std::vector<std::string>& path, std::uint32_t offset) const;
  // Returns the members of the thing that a `use` takes in whose braces an offset is. Returns nullopt if the
  // offset is in none.
  std::optional<std::vector<Member>> patched_members(std::uint32_t offset) const;
  // Returns the one robot of an imported file that is used like a module. Returns nullptr if the file has
  // none or several.
  const language::Definition* robot_of(const language::Definition& import) const;
  // Returns the comment above a definition of this text or of one that it imports.
  std::string documentation_of(const language::Definition& definition) const;
  // Whether an offset is in the braces of a test, which asks the complete robot.
  bool is_in_test(std::uint32_t offset) const;
  // Returns the import whose name begins at an offset, if that is its definition, else nullptr.
  const language::Definition* import_at(std::uint32_t offset) const;
  // Returns the names that an import can give values to: parameters of a file of the language, arguments of a
  // xacro file.
  std::vector<language::FormalText> parameters_of(const language::Definition& import) const;

 private:
  const SourceText* imported(const language::Definition& import) const;
  std::vector<Member> entities_of(const SourceText& text, std::uint32_t root) const;
  // The names in the record of a data file, by its path as it is written; none where it holds no record.
  std::vector<std::string> members_of_data(const std::string& path) const;
  std::vector<Member> members_of_instance(const language::Definition& instance, std::uint32_t offset) const;

  std::vector<const language::Definition*> visible_of(
      const std::vector<const language::Definition*>& definitions, std::uint32_t offset) const;

  SourceText source_;
  const TextFacts& facts_;
  Nesting nesting_;
  std::map<std::string_view, std::vector<const language::Definition*>> by_name_;
  struct Import {
    std::string text;
    std::unique_ptr<SourceText> source;  // null: of another format, or not there
  };
  mutable std::map<std::string, Import, std::less<>> imports_;  // by path, once they are asked for
};

}  // namespace romas::typing
