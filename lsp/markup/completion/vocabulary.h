// The vocabulary of a format, for completion and hovers: one interface to the tables of all formats.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/mjcf/grammar/vocabulary.h"
#include "frontend/xml/schema/schema.h"

namespace romas::markup {

// The names of elements from the root to the one that is meant.
using Path = std::span<const std::string_view>;

struct AttributeWord {
  std::string_view name;
  std::string_view meaning;  // with unit and default, as far as the table says them
  bool required = false;
  std::string_view words = {};  // the values that it may have, separated by spaces; empty: others
  std::string_view since = {};  // the version of the format that brought it; empty: the first, or unknown
  bool dialect = false;         // belongs to a dialect, which may write it with a prefix
  // MJCF only: the kind of thing that the attribute refers to by name, or the attribute that gives this kind;
  // and the folder of the file that it names.
  std::string_view refers_to = {}, kind_in = {};
  mjcf::Folder file = mjcf::Folder::none;
  std::string_view preset = {};  // the value that counts where it is left out, if the meaning does not say it
};

struct ElementWord {
  std::string_view name;
  std::string_view meaning;
  Occurs occurs = Occurs::many;
  std::string_view since = {};
  bool dialect = false;
};

class Vocabulary {
 public:
  virtual ~Vocabulary() = default;
  // The elements that may stand in the last element of the path; for an empty path those that begin a
  // document.
  virtual std::vector<ElementWord> children(Path path) const = 0;
  virtual std::vector<AttributeWord> attributes(Path path) const = 0;
  // Whether the element holds text and no elements: <mu1>0.5</mu1>.
  virtual bool holds_text(Path path) const = 0;
  // The words that the text may be; empty: others.
  virtual std::string_view text_words(Path path) const = 0;
  // The page of the specification about the last element of the path. Empty if there is none.
  virtual std::string page(Path /*path*/) const { return {}; }
  // The usual value of a child or attribute that most elements of this name have, although it may be left
  // out: snippets contain it. A child has no value. Returns nullopt for other parts.
  virtual std::optional<std::string_view> usual(std::string_view /*element*/,
                                                std::string_view /*part*/) const {
    return std::nullopt;
  }
  // Elements whose content may stand anywhere in a macro, the likeliest first.
  virtual std::vector<ElementWord> everywhere() const = 0;
};

enum class Format : unsigned char { urdf, sdf, block, assembly, srdf, mjcf };

const Vocabulary& vocabulary(Format format);

// The format of a document by its root element. SRDF has that of URDF, which is assumed of other roots, too.
Format format_of_root(std::string_view root);

// The child of this name; nothing if the element cannot stand there.
const ElementWord* find_child(std::span<const ElementWord> children, std::string_view name);

}  // namespace romas::markup
