// A record of an expansion, step by step: the order of elements, conditions, calls, includes and insertions,
// and the parts of each text with expressions.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/xacro/expander/macro.h"
#include "frontend/xacro/expander/scope.h"
#include "frontend/xacro/expander/text_template.h"
#include "frontend/xacro/expressions/syntax/expression.h"
#include "frontend/xml/reader/xml_element.h"

namespace romas::xacro {

struct Node;
struct Symbol;
struct TraceNode;

// A value as far as the language has it.
struct TracedValue {
  enum class Kind : std::uint8_t { number, truth, text, other } kind = Kind::other;
  std::string text;  // as str() prints it
  friend bool operator==(const TracedValue&, const TracedValue&) = default;
};
TracedValue traced(const Value& value);

// A text of the document in one evaluation: its parts, and what the names in them stood for.
struct TracedText {
  struct Part {
    TemplatePart::Kind kind = TemplatePart::Kind::text;
    std::string text;                              // of a text; of a substitution what stands in the brackets
    std::shared_ptr<const Expression> expression;  // null where the expression itself is computed
    std::vector<std::pair<std::uint32_t, const Symbol*>>
        names;                         // by the first byte of each in the expression
    std::vector<const Symbol*> inner;  // arguments that the text of the part itself is made of
    const Symbol* argument = nullptr;  // of $(arg …)
  };
  std::vector<Part> parts;
  SourceRange range;
  SourceRange data;  // where a file of data says the value, if one does
  TracedValue value;
};

// A property, a parameter of one call, or an argument of the file.
struct Symbol {
  enum class Kind : std::uint8_t { property, parameter, argument } kind = Kind::property;
  std::string name;
  const void* definition = nullptr;  // the same for all evaluations of one written definition
  SourceRange place;
  TraceNode* node = nullptr;          // where it was defined: the property, the call, the argument
  const Symbol* forwarded = nullptr;  // the caller's property, of a parameter that takes it
  bool is_default = false;            // the parameter was not given
  bool known = false;                 // the text was evaluated
  mutable bool is_path = false;       // a file of data is found by it
  TracedText text;
};

struct TraceNode {
  enum class Kind : std::uint8_t {
    element,
    text,
    comment,
    condition,
    call,
    blocks,  // in a call: the content that is handed over
    include,
    insertion,
    property,
    argument,
    definition,  // of a macro
  } kind = Kind::element;
  const XmlElement* source = nullptr;
  std::string_view name;  // of an element, which may be computed
  const Macro* macro = nullptr;
  std::string file;                    // of an include
  std::string_view remark;             // of a comment
  bool taken = false;                  // of a condition
  bool content_only = false;           // of an insertion
  const TraceNode* of_call = nullptr;  // of an insertion: the call whose content it takes; null: it is here
  std::size_t block = 0;               // which element of that content
  const Symbol* symbol = nullptr;      // of a property or argument
  std::vector<Symbol*> parameters;     // of a call
  TracedText value;                    // of a condition or text
  std::vector<std::pair<const XmlAttribute*, TracedText>> attributes;   // those with expressions
  std::vector<std::pair<std::string_view, TracedText>> set_attributes;  // by xacro:attribute
  TraceNode* parent = nullptr;
  std::vector<std::unique_ptr<TraceNode>> children;
};

// Whether an expression reads a file of data: load_yaml(…).
bool is_load(const Node& node);
// Returns the text of an element for an attribute with expressions, and null for any other attribute.
const TracedText* computed_text(const TraceNode& element, const XmlAttribute& attribute);
// … and what xacro:attribute has set for it; null if it has not.
const TracedText* set_text(const TraceNode& element, std::string_view name);
// The elements that a call hands over, in order; an insertion stands for what it inserts.
std::vector<const TraceNode*> handed_elements(const TraceNode& call);

class Trace {
 public:
  Trace() : open_(&root_) {}
  Trace(const Trace&) = delete;
  Trace& operator=(const Trace&) = delete;

  const TraceNode& root() const { return root_; }
  TraceNode& open() { return *open_; }
  TraceNode& add(TraceNode::Kind kind, const XmlElement* source);
  Symbol& add_symbol(Symbol::Kind kind, std::string_view name, const void* definition, SourceRange place);
  // Finds an argument by the name of its declaration. Returns null if no file has declared it so far.
  const Symbol* argument(std::string_view name);
  // The memory that was taken since the last call, in bytes.
  std::uint64_t take_bytes() { return std::exchange(bytes_, 0); }
  // The text in the evaluation that has just been made, which gave `value`.
  TracedText text(const XmlText& text, Scope& scope, TextTemplates& templates, const Value& value);

  // Puts all that is added during its lifetime into a new node. Does nothing if the trace is null.
  class Inside {
   public:
    Inside(Trace* trace, TraceNode::Kind kind, const XmlElement* source) : trace_(trace) {
      if (trace_ == nullptr) return;
      before_ = trace_->open_;
      trace_->open_ = node_ = &trace_->add(kind, source);
    }
    ~Inside() {
      if (trace_ != nullptr) trace_->open_ = before_;
    }
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;
    TraceNode* node() const { return node_; }

   private:
    Trace* trace_;
    TraceNode* before_ = nullptr;
    TraceNode* node_ = nullptr;
  };

 private:
  TraceNode root_;
  TraceNode* open_;
  std::uint64_t bytes_ = 0;
  std::deque<Symbol> symbols_;
  std::vector<Symbol*> arguments_;
};

}  // namespace romas::xacro
