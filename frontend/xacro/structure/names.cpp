// Which symbol has a name in the program, and what stands for one that has none.
#include "frontend/xacro/structure/names.h"

#include <algorithm>
#include <filesystem>

#include "frontend/xacro/structure/writers.h"
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

WrittenNames::WrittenNames(Writers& all, const FrontendContext& context,
                           const Structure::IsBuiltIn& is_built_in, Dimensions& dimensions,
                           std::string folder, const UnreadData& unread)
    : all_(all),
      program_(all.program),
      sources_(context.sources),
      options_(context.options),
      is_built_in_(is_built_in),
      dimensions_(dimensions),
      folder_(std::move(folder)),
      unread_(unread),
      printer_(
          dimensions, [this](const std::string& value) { return name_text(value); }, this) {}

std::string WrittenNames::identifier(std::string_view wanted, std::set<std::string>& taken) {
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

std::string WrittenNames::name_text(const std::string& value, std::string_view wanted) {
  if (program_.draft == nullptr) throw NotKept("a text cannot be computed inside a text", {});
  for (const auto& [name, known] : program_.draft->texts)
    if (known == value) return name;
  std::set<std::string> taken = taken_;
  taken.merge(program_.draft->names());
  const std::string number =
      program_.draft->named_texts == 0 ? std::string() : concat("_", program_.draft->named_texts + 1);
  ++program_.draft->named_texts;
  std::string name = identifier(concat(wanted, number), taken);
  program_.draft->texts.emplace_back(name, value);
  return name;
}

std::string WrittenNames::named_value(std::string_view wanted, const std::string& text, const void* owner) {
  std::vector<Draft::Named>& values =
      program_.draft != nullptr ? program_.draft->values : program_.global_values;
  if (const auto known = std::ranges::find(values, text, &Draft::Named::text); known != values.end())
    return known->name;
  std::set<std::string> taken = taken_;
  if (program_.draft != nullptr) taken.merge(program_.draft->names());
  std::string name = identifier(wanted, taken);
  if (program_.draft == nullptr) {
    taken_.insert(name);
    program_.globals.push_back({concat("let ", name, " = ", text, ";"), owner});
  } else {
    for (const auto& [inner, value] : std::exchange(program_.draft->texts, {}))
      values.push_back({inner, value, owner});
  }
  values.push_back({name, text, owner});
  return name;
}

// Returns the value of a property or parameter.
Term WrittenNames::property_term(const Symbol& symbol) {  // NOLINT(misc-no-recursion)
  const Restored depth(depth_, depth_ + 1);
  Term term = value_term(symbol.text, symbol.is_path);
  if (loads(term)) expect_read(symbol);
  return term;
}

// Returns the value of a text. A number with a tag in a file of data is a quantity there.
Term WrittenNames::value_term(const TracedText& text, bool path) {  // NOLINT(misc-no-recursion)
  Term term = translate_text(text, resolver(), path);
  const bool is_member = term.kind == Term::Kind::member || term.kind == Term::Kind::element;
  const std::string_view units = is_member ? units_of_data(text.data) : std::string_view();
  return units.empty() ? std::move(term)
                       : Term{Term::Kind::measured, std::string(units), nullptr, {std::move(term)}};
}

// The folder of a file of the document, from that of the program; 0: of none.
std::string WrittenNames::folder_of(FileId file) const {
  if (unread_.all) throw NotKept(*unread_.all, {});
  if (file == 0) return {};
  const std::string relative = from_program(
      std::filesystem::path(canonical_path(std::string(sources_.name(file)))).parent_path().string());
  return relative == "." ? std::string() : relative + "/";
}

// package://NAME where the program finds the same package; else the way from the program to its folder.
std::string WrittenNames::package(const std::string& name) const {
  const std::string program = (std::filesystem::path(folder_) / "kept.romas").string();
  const std::string main(sources_.name(program_.trace.root().source->range.file));
  const auto own = look_up_package(name, file_search(program, options_)).folder;
  const auto found = look_up_package(name, file_search(main, options_)).folder;
  if (!found || (own && canonical_path(*own) == canonical_path(*found))) return concat("package://", name);
  return from_program(canonical_path(*found));
}

std::string WrittenNames::from_program(const std::string& folder) const {
  const std::string own = canonical_path(folder_.empty() ? "." : folder_);
  const std::string relative = std::filesystem::path(folder).lexically_relative(own).generic_string();
  return relative.empty() ? folder : relative;
}

Term WrittenNames::resolve(const Symbol& symbol) {  // NOLINT(misc-no-recursion)
  constexpr std::size_t kDeepest = 200;
  if (depth_ > kDeepest) throw NotKept("values need each other too deeply", symbol.place);
  const auto name = [&](const std::string& text) {
    return Term{Term::Kind::name, text, symbol.definition, {}};
  };
  // Lists and records have members of all kinds.
  const bool has_members = symbol.known && symbol.text.value.kind == TracedValue::Kind::other;
  if (has_members) dimensions_.keep_plain(symbol.definition);
  if (has_members) expect_read(symbol);
  if (program_.draft != nullptr)
    if (const auto known = program_.draft->declared.find(symbol.definition);
        known != program_.draft->declared.end()) {
      program_.draft->used.insert(symbol.definition);
      note_named(symbol);
      return name(known->second);
    }
  if (symbol.forwarded != nullptr) return resolve(*symbol.forwarded);
  const bool global =
      symbol.kind == Symbol::Kind::argument || (symbol.kind == Symbol::Kind::property && is_global(symbol));
  if (!global && program_.draft != nullptr && !program_.draft->calls.empty() &&
      all_.elements.instance_of(symbol.node) == nullptr &&
      (has_members || program_.draft->function || is_set_by_macro(symbol)))
    return name(all_.elements.hand_value_on(symbol));
  if (const std::optional<Term> set = all_.modules.property_value(symbol)) return *set;
  if (global && !program_.unkept.contains(symbol.definition)) {
    if (!global_names_.contains(symbol.definition)) declare_global(symbol);
    const auto& [text, key] = global_names_.at(symbol.definition);
    named_.emplace(key, &symbol);
    return {Term::Kind::name, text, key, {}};
  }
  if (!symbol.known) throw NotKept(concat("the value of '", symbol.name, "' is not known"), symbol.place);
  if (has_members && program_.unkept.contains(symbol.definition))
    throw NotKept(program_.unkept.why(symbol.definition), symbol.place);
  if (const std::optional<Term> chosen = all_.conditions.chosen_property(symbol)) return *chosen;
  for (const TraceNode* node = symbol.node; node != nullptr && symbol.kind == Symbol::Kind::property;
       node = node->parent)
    if (node->kind == TraceNode::Kind::condition) all_.conditions.guard(*node);
  if (symbol.kind == Symbol::Kind::argument) return literal_term(symbol.text.value, symbol.place);
  Term term = property_term(symbol);
  if (!has_members || program_.draft == nullptr || symbol.kind != Symbol::Kind::property) return term;
  // A property that a condition defines is known only where the condition holds, so it is named there.
  const std::string text = printer_.plain(term);
  for (const TraceNode* node = symbol.node; node != nullptr && node->kind != TraceNode::Kind::call;
       node = node->parent)
    if (node->kind == TraceNode::Kind::condition) return name(name_text(text, symbol.name));
  return name(named_value(symbol.name, text, symbol.definition));
}

bool WrittenNames::is_global(const Symbol& symbol) {
  for (const TraceNode* node = symbol.node; node != nullptr; node = node->parent)
    if (node->kind == TraceNode::Kind::call || node->kind == TraceNode::Kind::condition ||
        (node->kind == TraceNode::Kind::element && node->parent != nullptr))
      return false;
  return true;
}

// A property that a call has set for those around it.
bool WrittenNames::is_set_by_macro(const Symbol& symbol) {
  if (symbol.kind != Symbol::Kind::property) return false;
  const TraceNode* call = symbol.node;
  while (call != nullptr && call->kind != TraceNode::Kind::call) call = call->parent;
  return call != nullptr && Modules::gives_values_alone({call});
}

// Values of a file of data that the language does not read are written out where they are used.
void WrittenNames::expect_read(const Symbol& symbol) const {
  if (!symbol.text.data.valid() || unread_.files.empty()) return;
  const auto known = unread_.files.find(canonical_path(std::string(sources_.name(symbol.text.data.file))));
  if (known != unread_.files.end()) throw NotKept(known->second, symbol.place);
}

// The units that a tag of xacro in front of a number of YAML says: !degrees 90.
std::string_view WrittenNames::units_of_data(SourceRange place) const {
  if (!place.valid()) return {};
  std::string_view in_front = sources_.text(place.file).substr(0, place.begin);
  std::string_view behind = sources_.text(place.file).substr(place.begin);
  while (in_front.ends_with(' ')) in_front.remove_suffix(1);
  for (const UnitTag& unit : kUnitTags)
    if (in_front.ends_with(unit.tag) || behind.starts_with(unit.tag)) return unit.base;
  return {};
}

// The value of a property or argument outside of macros.
Term WrittenNames::global_term(const Symbol& symbol) {  // NOLINT(misc-no-recursion)
  const bool argument = symbol.kind == Symbol::Kind::argument;
  if (!argument || (symbol.is_path && !symbol.text.parts.empty())) return property_term(symbol);
  const std::vector<std::string> numbers = numbers_in(symbol.text.value.text);
  Term literal = literal_term(symbol.text.value, symbol.place);
  if (numbers.empty()) return literal;
  Term tuple{Term::Kind::tuple, {}, nullptr, {}};
  for (const std::string& number : numbers) tuple.args.push_back(number_term(number));
  return tuple;
}

void WrittenNames::declare_global(const Symbol& symbol) {  // NOLINT(misc-no-recursion)
  if (!symbol.known) throw NotKept(concat("the value of '", symbol.name, "' is not known"), symbol.place);
  const bool argument = symbol.kind == Symbol::Kind::argument;
  std::string text;
  {
    const Restored draft(program_.draft, static_cast<Draft*>(nullptr));  // a global value sees no parameters
    const Term term = global_term(symbol);
    // A property that hands an argument on is that argument.
    if (!argument && term.kind == Term::Kind::name && term.text == symbol.name) {
      global_names_[symbol.definition] = {term.text, term.key};
      return;
    }
    if (symbol.text.value.kind == TracedValue::Kind::other) dimensions_.keep_plain(symbol.definition);
    text = symbol.is_path ? printer_.path(term) : value_text(term, symbol.definition);
  }
  const std::string name = identifier(symbol.name, taken_);
  global_names_[symbol.definition] = {name, symbol.definition};
  // The command line gives a text without quotes to what is known to be one.
  const bool is_text = argument && text.starts_with('"');
  program_.globals.push_back(
      {concat(argument ? "param " : "let ", name, is_text ? " : string" : "", " = ", text, ";"),
       symbol.definition});
}

std::string WrittenNames::value_text(const Term& term, const void* key) {
  return printer_.quantity(term, dimensions_.units(key));
}

void WrittenNames::pin(const TracedText& text) {  // NOLINT(misc-no-recursion)
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

// Arguments whose values are written out somewhere have no other ones.
void WrittenNames::add_pins() {
  std::map<std::string, const void*> pins;
  for (const auto& [key, symbol] : pinned_) {
    const bool argument = symbol != nullptr && symbol->kind == Symbol::Kind::argument;
    const auto known = argument ? global_names_.find(symbol->definition) : global_names_.end();
    if (known == global_names_.end()) continue;
    const std::string& name = known->second.first;
    const std::string value =
        value_text(literal_term(symbol->text.value, symbol->place), known->second.second);
    const bool truth = symbol->text.value.kind == TracedValue::Kind::truth;
    const std::string holds = !truth            ? concat(name, " == ", value)
                              : value == "true" ? name
                                                : concat("not ", name);
    pins.emplace(concat("assert ", holds, ", \"this was written for ", symbol->name,
                        ":=", in_language_quotes(symbol->text.value.text), "\";"),
                 symbol->definition);
  }
  for (const auto& [text, owner] : pins) program_.result.lines.push_back({text, owner});
}

void WrittenNames::remark_conflicts() {
  for (const auto& [key, units] : dimensions_.conflicts())
    if (const auto named = named_.find(key); named != named_.end())
      program_.remark(named->second->place,
                      concat("'", named->second->name, "' is used in ", units,
                             "; it stays a plain number, which gets its unit where it is used"));
}

}  // namespace romas::xacro
