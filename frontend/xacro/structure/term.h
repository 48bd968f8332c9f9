// Expressions of the Romas language on their way from xacro: trees whose names are bound, printed as plain
// numbers or as quantities, once it is known what the names measure.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/model/units.h"
#include "support/sources/source_range.h"

namespace romas::xacro {

// Something of a document that the language has no words for. It is caught in this box.
struct NotKept : std::runtime_error {
  NotKept(const std::string& why, SourceRange at) : std::runtime_error(why), place(at) {}
  SourceRange place;
};

// Does some work. Returns why the document cannot be kept so; nothing if it can.
template <class Work>
std::optional<NotKept> refusal_of(const Work& work) {
  try {
    work();
    return std::nullopt;
  } catch (const NotKept& why) {
    return why;
  }
}

// A value that is another one until the end of a scope.
template <class Value>
class Restored {
 public:
  Restored(Value& value, Value meanwhile) : value_(value), before_(std::exchange(value, meanwhile)) {}
  Restored(const Restored&) = delete;
  Restored& operator=(const Restored&) = delete;
  ~Restored() { value_ = before_; }

 private:
  Value& value_;
  Value before_;
};

// A macro whose calls cannot be written. It is caught in this box, and all is written again without the
// module.
struct WithoutModule : std::runtime_error {
  WithoutModule(const void* macro_of, const std::string& why) : std::runtime_error(why), macro(macro_of) {}
  const void* macro;
};

struct Term {
  enum class Kind : std::uint8_t {
    number,       // `text`
    name,         // `text`, which `key` tells from others of the same text
    text,         // pieces: `args` are texts of kind `literal`, and values that are inserted
    literal,      // `text`, as it is meant
    truth,        // `text`: true or false
    negative,     // -a
    sum,          // a + b, a - b: `text` is the operator
    product,      // a * b, a / b
    power,        // a^text, or a^b of plain numbers
    comparison,   // a text b
    logic,        // a and b, a or b
    negation,     // not a
    conditional,  // if a then b else c
    radians,      // of degrees
    degrees,      // of radians
    turned,       // sin, cos and tan of radians
    angle,        // asin, acos, atan and atan2 in radians
    call,         // of another function with plain numbers
    list,
    tuple,
    element,  // a[b]
    member,   // a.text, of a record
    load,  // of the file a, whose path begins in the folder of the file with the number `text`, if it has one
    find,  // package://text, in paths of files alone
    measured,  // a, which is a quantity in the units `text`
  } kind = Kind::number;
  std::string text;
  const void* key = nullptr;
  std::vector<Term> args;
};

Term term_of(Term::Kind kind, std::string text, std::vector<Term> args);
Term number_term(std::string text);
Term text_term(std::string text);
// The text that Python writes for a truth value.
Term truth_text(Term truth);
// The texts and values as one text.
Term joined_term(std::vector<Term> pieces);
// It names no value.
bool is_constant(const Term& term);
std::string in_language_quotes(std::string_view text);

// The units of names. A pass of the translation collects the demands, the next one prints by them.
class Dimensions {
 public:
  // The units that a name has; empty: it is a plain number, or no number.
  std::string_view units(const void* key) const;
  void demand(const void* key, std::string_view units) { demands_[key].insert(std::string(units)); }
  // Names that all uses agree about have their units from now on. False if nothing is new.
  bool decide();
  // Names with uses that do not agree, and the units of these.
  std::vector<std::pair<const void*, std::string>> conflicts() const;
  void keep_plain(const void* key) { plain_.insert(key); }

 private:
  std::map<const void*, std::set<std::string>> demands_;
  std::map<const void*, std::string> units_;
  std::set<const void*> plain_;
};

// How the program names what the document finds.
class Places {
 public:
  virtual ~Places() = default;
  // The folder of a file of the document: empty, or with a '/' at its end. 0: of no file.
  virtual std::string folder_of(FileId file) const = 0;
  // The folder of a package, without a '/' at its end.
  virtual std::string package(const std::string& name) const = 0;
};

class TermPrinter {
 public:
  // `name_text` gives a name to a value with texts in it, which cannot stand inside of a text; null: nobody
  // can.
  // Texts of other texts get a name by `name_text`; null: nobody can.
  explicit TermPrinter(Dimensions& dimensions, std::function<std::string(const std::string&)> name_text = {},
                       const Places* places = nullptr)
      : dimensions_(dimensions), name_text_(std::move(name_text)), places_(places) {}

  // The value as a plain number, text, truth value, list or tuple.
  std::string plain(const Term& term, int least = 0);
  // The value as a quantity: of numbers in these SI units.
  std::string quantity(const Term& term, std::string_view units, int least = 0);
  // The inside of a text, without quotes.
  std::string inside_of_text(const Term& term);
  // A name in braces for a value with texts in it.
  std::string named_in_text(const std::string& value);
  // The path of a file, as a text: $(find P) is package://P.
  std::string path(const Term& term);

 private:
  std::string exponent(const Term& term);
  Term in_its_folder(const Term& load) const;
  bool has_units(const Term& term) const;
  void demand(const Term& term, std::string_view units);
  std::string in_units(const Term& term, std::string_view units, int least = 0);
  std::string angle(const Term& term, int least);
  // infer_terms.cpp
  std::optional<Dimension> known(const Term& term) const;
  std::optional<Dimension> dimension_of_name(const Term& name) const;
  std::string units_of_comparison(const Term& term) const;
  void infer_product(const Term& term, const Dimension& wanted);
  struct Native {
    std::string text;
    Dimension dimension;
    int level = 0;
  };
  // The value by the units that its names have; nothing if that makes no sense.
  std::optional<Native> native(const Term& term, const Dimension& wanted);
  std::optional<Native> native_product(const Term& term, const Dimension& wanted);
  std::optional<Native> native_sum(const Term& term, const Dimension& wanted);

  Dimensions& dimensions_;
  std::function<std::string(const std::string&)> name_text_;
  const Places* places_;  // null: there are no files
};

}  // namespace romas::xacro
