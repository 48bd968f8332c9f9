// Names and values: which symbol has a name in the program, and what stands for one that has none.
#include <algorithm>
#include <filesystem>

#include "frontend/xacro/structure/writer.h"
#include "frontend/yaml/unit_tags.h"
#include "ir/packages/file_search.h"
#include "support/files/files.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

bool loads(const Term& term) {  // NOLINT(misc-no-recursion)
  return term.kind == Term::Kind::load || std::ranges::any_of(term.args, loads);
}

}  // namespace

std::string StructureWriter::identifier(std::string_view wanted, std::set<std::string>& taken) {
  std::string name;
  for (const char c : wanted) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    name += letter || (c >= '0' && c <= '9' && !name.empty()) ? c : '_';
  }
  if (is_reserved_word(name) || is_built_in_(name) || name.empty()) name += "_value";
  std::string unique = name;
  for (int i = 2; !taken.insert(unique).second; ++i) unique = concat(name, "_", i);
  return unique;
}

// A name for a value of the next statement.
std::string StructureWriter::name_text(const std::string& value, std::string_view wanted) {
  if (frame_ == nullptr) throw NotKept("a text cannot be computed inside a text", {});
  for (const auto& [name, known] : frame_->texts)
    if (known == value) return name;
  std::set<std::string> taken = taken_;
  for (const auto& [definition, name] : frame_->declared) taken.insert(name);
  for (const Frame::Handed& handed : frame_->handed) taken.insert(handed.name);
  for (const Frame::Named& named : frame_->values) taken.insert(named.name);
  const std::string number = frame_->named_texts == 0 ? std::string() : concat("_", frame_->named_texts + 1);
  ++frame_->named_texts;
  std::string name = identifier(concat(wanted, number), taken);
  frame_->texts.emplace_back(name, value);
  return name;
}

// The folder of a file of the document, from that of the program; 0: of none.
std::string StructureWriter::folder_of(FileId file) const {
  if (unread_.all) throw NotKept(*unread_.all, {});
  if (file == 0) return {};
  const std::string relative = from_program(
      std::filesystem::path(canonical_path(std::string(sources_.name(file)))).parent_path().string());
  return relative == "." ? std::string() : relative + "/";
}

std::string StructureWriter::from_program(const std::string& folder) const {
  const std::string own = canonical_path(folder_.empty() ? "." : folder_);
  const std::string relative = std::filesystem::path(folder).lexically_relative(own).generic_string();
  return relative.empty() ? folder : relative;
}

// package://NAME where the program finds the same package; else the way from the program to its folder.
std::string StructureWriter::package(const std::string& name) const {
  const std::string program = (std::filesystem::path(folder_) / "kept.romas").string();
  const std::string main(sources_.name(trace_.root().source->range.file));
  const auto own = look_up_package(name, file_search(program, options_)).folder;
  const auto found = look_up_package(name, file_search(main, options_)).folder;
  if (!found || (own && canonical_path(*own) == canonical_path(*found))) return concat("package://", name);
  return from_program(canonical_path(*found));
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

// The units that a tag of xacro in front of a number of YAML says: !degrees 90.
std::string_view StructureWriter::units_of_data(SourceRange place) const {
  if (!place.valid()) return {};
  std::string_view in_front = sources_.text(place.file).substr(0, place.begin);
  std::string_view behind = sources_.text(place.file).substr(place.begin);
  while (in_front.ends_with(' ')) in_front.remove_suffix(1);
  for (const UnitTag& unit : kUnitTags)
    if (in_front.ends_with(unit.tag) || behind.starts_with(unit.tag)) return unit.base;
  return {};
}

void StructureWriter::declare_global(const Symbol& symbol) {
  if (!symbol.known) throw NotKept(concat("the value of '", symbol.name, "' is not known"), symbol.place);
  const bool argument = symbol.kind == Symbol::Kind::argument;
  Frame* const frame = std::exchange(frame_, nullptr);  // a global value sees no parameters
  std::string text;
  try {
    Term term;
    if (argument && !(symbol.is_path && !symbol.text.parts.empty())) {
      TracedValue value = symbol.text.value;
      const std::vector<std::string> numbers = numbers_in(value.text);
      term = literal_term(value, symbol.place);
      if (!numbers.empty()) term = Term{Term::Kind::tuple, {}, nullptr, {}};
      for (const std::string& number : numbers) term.args.push_back(number_term(number));
    } else {
      term = property_term(symbol);
      // A property that hands an argument on is that argument.
      if (term.kind == Term::Kind::name && term.text == symbol.name) {
        global_names_[symbol.definition] = {term.text, term.key};
        frame_ = frame;
        return;
      }
    }
    if (symbol.text.value.kind == TracedValue::Kind::other) dimensions_.keep_plain(symbol.definition);
    text = symbol.is_path ? printer_.path(term) : value_text(term, symbol.definition);
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

// Values of a file of data that the language does not read are written out where they are used.
void StructureWriter::expect_read(const Symbol& symbol) const {
  if (!symbol.text.data.valid() || unread_.files.empty()) return;
  const auto known = unread_.files.find(canonical_path(std::string(sources_.name(symbol.text.data.file))));
  if (known != unread_.files.end()) throw NotKept(known->second, symbol.place);
}

// A property that a call has set for those around it.
bool StructureWriter::is_set_by_macro(const Symbol& symbol) {
  if (symbol.kind != Symbol::Kind::property) return false;
  const TraceNode* call = symbol.node;
  while (call != nullptr && call->kind != TraceNode::Kind::call) call = call->parent;
  return call != nullptr && gives_values_alone({call});
}

Term StructureWriter::resolve(const Symbol& symbol) {  // NOLINT(misc-no-recursion)
  constexpr std::size_t kDeepest = 200;
  if (depth_ > kDeepest) throw NotKept("values need each other too deeply", symbol.place);
  const auto name = [&](const std::string& text) {
    return Term{Term::Kind::name, text, symbol.definition, {}};
  };
  // Lists and records have members of all kinds.
  const bool has_members = symbol.known && symbol.text.value.kind == TracedValue::Kind::other;
  if (has_members) dimensions_.keep_plain(symbol.definition);
  if (has_members) expect_read(symbol);
  if (frame_ != nullptr)
    if (const auto known = frame_->declared.find(symbol.definition); known != frame_->declared.end()) {
      frame_->used.insert(symbol.definition);
      named_.emplace(symbol.definition, &symbol);
      return name(known->second);
    }
  if (symbol.forwarded != nullptr) return resolve(*symbol.forwarded);
  const bool global =
      symbol.kind == Symbol::Kind::argument || (symbol.kind == Symbol::Kind::property && is_global(symbol));
  if (!global && frame_ != nullptr && !frame_->calls.empty() && instance_of(symbol.node) == nullptr &&
      (has_members || frame_->function || is_set_by_macro(symbol)))
    return name(hand_value_on(symbol));
  if (const std::optional<Term> set = property_value(symbol)) return *set;
  if (global && !written_out_.contains(symbol.definition)) {
    if (!global_names_.contains(symbol.definition)) declare_global(symbol);
    const auto& [text, key] = global_names_.at(symbol.definition);
    named_.emplace(key, &symbol);
    return {Term::Kind::name, text, key, {}};
  }
  if (!symbol.known) throw NotKept(concat("the value of '", symbol.name, "' is not known"), symbol.place);
  if (has_members && written_out_.contains(symbol.definition)) {
    const auto reason = reasons_.find(symbol.definition);
    throw NotKept(reason == reasons_.end() ? "nothing is kept" : reason->second, symbol.place);
  }
  if (const std::optional<Term> chosen = chosen_property(symbol)) return *chosen;
  for (const TraceNode* node = symbol.node; node != nullptr && symbol.kind == Symbol::Kind::property;
       node = node->parent)
    if (node->kind == TraceNode::Kind::condition) guard(*node);
  if (symbol.kind == Symbol::Kind::argument) return literal_term(symbol.text.value, symbol.place);
  Term term = property_term(symbol);
  if (!has_members || frame_ == nullptr || symbol.kind != Symbol::Kind::property) return term;
  // A property that a condition defines is known only where the condition holds, so it is named there.
  const std::string text = printer_.plain(term);
  for (const TraceNode* node = symbol.node; node != nullptr && node->kind != TraceNode::Kind::call;
       node = node->parent)
    if (node->kind == TraceNode::Kind::condition) return name(name_text(text, symbol.name));
  return name(named_value(symbol.name, text, symbol.definition));
}

// Returns the value of a text. A number with a tag in a file of data is a quantity there.
Term StructureWriter::value_term(const TracedText& text, bool path) {  // NOLINT(misc-no-recursion)
  Term term = translate_text(
      text, [this](const Symbol& other) { return resolve(other); }, path);
  const bool is_member = term.kind == Term::Kind::member || term.kind == Term::Kind::element;
  const std::string_view units = is_member ? units_of_data(text.data) : std::string_view();
  return units.empty() ? std::move(term)
                       : Term{Term::Kind::measured, std::string(units), nullptr, {std::move(term)}};
}

// Returns the value of a property or parameter.
Term StructureWriter::property_term(const Symbol& symbol) {  // NOLINT(misc-no-recursion)
  ++depth_;
  Term term;
  try {
    term = value_term(symbol.text, symbol.is_path);
    if (loads(term)) expect_read(symbol);
  } catch (...) {
    --depth_;
    throw;
  }
  --depth_;
  return term;
}

}  // namespace romas::xacro
