// Names and values: which symbol has a name in the program, and what stands for one that has none.
#include <algorithm>
#include <array>

#include "frontend/xacro/structure/writer.h"
#include "support/text.h"

namespace romas::xacro {

namespace {

// Functions and constants of the language: values with their names would hide them.
constexpr std::array<std::string_view, 41> kBuiltIn = {
    "xyz",     "rpy",  "quat_xyzw", "matrix",     "inverse", "identity", "sqrt", "abs",       "sign",
    "min",     "max",  "clamp",     "floor",      "ceil",    "round",    "mod",  "sin",       "cos",
    "tan",     "asin", "acos",      "atan",       "atan2",   "exp",      "log",  "radians",   "degrees",
    "norm",    "dot",  "cross",     "unit",       "len",     "range",    "sum",  "enumerate", "zip",
    "reverse", "load", "has",       "total_mass", "dof"};

}  // namespace

std::string StructureWriter::identifier(std::string_view wanted, std::set<std::string>& taken) {
  std::string name;
  for (const char c : wanted) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    name += letter || (c >= '0' && c <= '9' && !name.empty()) ? c : '_';
  }
  if (is_reserved_word(name) || std::ranges::find(kBuiltIn, name) != kBuiltIn.end() || name.empty())
    name += "_value";
  std::string unique = name;
  for (int i = 2; !taken.insert(unique).second; ++i) unique = concat(name, "_", i);
  return unique;
}

// A name for a value of the next statement.
std::string StructureWriter::name_text(const std::string& value) {
  if (frame_ == nullptr) throw NotKept("a text cannot be computed inside of a text", {});
  for (const auto& [name, known] : frame_->texts)
    if (known == value) return name;
  std::set<std::string> taken = taken_;
  for (const auto& [definition, name] : frame_->declared) taken.insert(name);
  for (const Frame::Handed& handed : frame_->handed) taken.insert(handed.name);
  const std::string number = frame_->named_texts == 0 ? std::string() : concat("_", frame_->named_texts + 1);
  ++frame_->named_texts;
  std::string name = identifier(concat("text", number), taken);
  frame_->texts.emplace_back(name, value);
  return name;
}

void StructureWriter::add_what_it_needs() {
  for (const auto& [name, value] : std::exchange(frame_->texts, {}))
    line(concat("let ", name, " = ", value, ";"));
  for (std::string& text : std::exchange(frame_->assertions, {})) line(std::move(text));
}

// Outside of macros, and whatever the conditions are.
bool StructureWriter::is_global(const Symbol& symbol) {
  for (const TraceNode* node = symbol.node; node != nullptr; node = node->parent)
    if (node->kind == TraceNode::Kind::call || node->kind == TraceNode::Kind::condition ||
        (node->kind == TraceNode::Kind::element && node->parent != nullptr))
      return false;
  return true;
}

std::string StructureWriter::value_text(const Term& term, const void* key) {
  return printer_.quantity(term, dimensions_.units(key));
}

void StructureWriter::declare_global(const Symbol& symbol) {
  if (!symbol.known) throw NotKept(concat("the value of '", symbol.name, "' is not known"), symbol.place);
  const bool argument = symbol.kind == Symbol::Kind::argument;
  Frame* const frame = std::exchange(frame_, nullptr);  // a global value sees no parameters
  std::string text;
  try {
    Term term;
    if (argument) {
      TracedValue value = symbol.text.value;
      const std::vector<std::string> numbers = numbers_in(value.text);
      term = literal_term(value, symbol.place);
      if (!numbers.empty()) term = Term{Term::Kind::tuple, {}, nullptr, {}};
      for (const std::string& number : numbers) term.args.push_back(number_term(number));
    } else {
      term = translate_text(symbol.text, [this](const Symbol& other) { return resolve(other); });
      // A property that hands an argument on is that argument.
      if (term.kind == Term::Kind::name && term.text == symbol.name) {
        global_names_[symbol.definition] = {term.text, term.key};
        frame_ = frame;
        return;
      }
    }
    text = value_text(term, symbol.definition);
  } catch (...) {
    frame_ = frame;
    throw;
  }
  frame_ = frame;
  const std::string name = identifier(symbol.name, taken_);
  global_names_[symbol.definition] = {name, symbol.definition};
  // The command line gives a text without quotes to what is known to be one.
  const bool is_text = argument && text.starts_with('"');
  globals_.push_back(
      {concat(argument ? "param " : "let ", name, is_text ? " : string" : "", " = ", text, ";"),
       symbol.definition});
}

// A value that is written out stays what it is for the arguments of this run.
void StructureWriter::pin(const TracedText& text) {  // NOLINT(misc-no-recursion)
  for_each_symbol(text, [this](const Symbol& symbol) {
    if (!pinned_.emplace(&symbol, &symbol).second) return;
    if (symbol.forwarded != nullptr) pinned_.emplace(symbol.forwarded, symbol.forwarded);
    pin(symbol.text);
    if (symbol.forwarded != nullptr) pin(symbol.forwarded->text);
    for (const TraceNode* node = symbol.node; node != nullptr && symbol.kind == Symbol::Kind::property;
         node = node->parent)
      if (node->kind == TraceNode::Kind::condition && pinned_.emplace(node, nullptr).second) pin(node->value);
  });
}

Term StructureWriter::resolve(const Symbol& symbol) {  // NOLINT(misc-no-recursion)
  constexpr std::size_t kDeepest = 200;
  if (depth_ > kDeepest) throw NotKept("values need each other too deeply", symbol.place);
  const auto name = [&](const std::string& text) {
    return Term{Term::Kind::name, text, symbol.definition, {}};
  };
  if (frame_ != nullptr)
    if (const auto known = frame_->declared.find(symbol.definition); known != frame_->declared.end()) {
      if (symbol.known && symbol.text.value.kind == TracedValue::Kind::other)
        throw NotKept(
            concat("'", symbol.name, "' is a list or a dict, which is no value that the language has here"),
            symbol.place);
      frame_->used.insert(symbol.definition);
      named_.emplace(symbol.definition, &symbol);
      return name(known->second);
    }
  if (symbol.forwarded != nullptr) return resolve(*symbol.forwarded);
  const bool global =
      symbol.kind == Symbol::Kind::argument || (symbol.kind == Symbol::Kind::property && is_global(symbol));
  if (global && !written_out_.contains(symbol.definition)) {
    if (!global_names_.contains(symbol.definition)) declare_global(symbol);
    const auto& [text, key] = global_names_.at(symbol.definition);
    named_.emplace(key, &symbol);
    return {Term::Kind::name, text, key, {}};
  }
  if (!symbol.known) throw NotKept(concat("the value of '", symbol.name, "' is not known"), symbol.place);
  for (const TraceNode* node = symbol.node; node != nullptr && symbol.kind == Symbol::Kind::property;
       node = node->parent)
    if (node->kind == TraceNode::Kind::condition) guard(*node);
  if (symbol.kind == Symbol::Kind::argument) return literal_term(symbol.text.value, symbol.place);
  ++depth_;
  Term term;
  try {
    term = translate_text(symbol.text, [this](const Symbol& other) { return resolve(other); });
  } catch (...) {
    --depth_;
    throw;
  }
  --depth_;
  return term;
}

}  // namespace romas::xacro
