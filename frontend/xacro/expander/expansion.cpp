#include "frontend/xacro/expander/expansion.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "frontend/xacro/expander/counted_bytes.h"
#include "frontend/xacro/expander/macro.h"
#include "frontend/xacro/expander/trace.h"
#include "frontend/xml/schema/misnamed.h"
#include "frontend/xml/schema/xacro_words.h"
#include "ir/packages/relative_paths.h"
#include "support/process/stack.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace fs = std::filesystem;

Arguments::Arguments(const std::vector<std::pair<std::string, std::string>>& given) {
  for (const auto& [name, value] : given) values_[name] = {value, true, false};
}

const std::string* Arguments::read(std::string_view name) {
  const auto found = values_.find(name);
  if (found == values_.end()) return nullptr;
  found->second.used = true;
  return &found->second.value;
}

void Arguments::declare(std::string_view name, SourceRange written_name) {
  declarations_.emplace(name, written_name);
  if (const auto found = values_.find(name); found != values_.end()) found->second.used = true;
}

SourceRange Arguments::declaration(std::string_view name) const {
  const auto found = declarations_.find(name);
  return found == declarations_.end() ? SourceRange() : found->second;
}

std::vector<std::string> Arguments::names() const {
  std::vector<std::string> names;
  for (const auto& [name, argument] : values_)
    if (argument.used || !argument.given) names.push_back(name);
  return names;
}

std::vector<std::string> Arguments::unused() const {
  std::vector<std::string> names;
  for (const auto& [name, argument] : values_)
    if (argument.given && !argument.used) names.push_back(name);
  return names;
}

Expansion::Expansion(FrontendContext& in, const std::string& main_path, Trace* traced)
    : context(in),
      trace(traced),
      expansions(in.sources.expansions()),
      budget(in.options.expansion.steps),
      arguments(in.options.definitions) {
  open_files.push_back({main_path, SourceManager::file_key(main_path), {}});
  working_folder_ = working_folder_of(main_path);
}

FileId Expansion::seen(FileId file) {
  if (reading.step == nullptr) return file;
  if (file == plain_ && reading.step == step_) return seen_;
  plain_ = file;
  step_ = reading.step;
  return seen_ = expansions.instance(file, *step_);
}

SourceRange Expansion::seen(SourceRange range) { return {seen(range.file), range.begin, range.end}; }

DiagnosticBuilder Expansion::report(Rule rule, SourceRange range, std::string message) {
  return context.diagnostics.report(rule, seen(range), std::move(message));
}

std::string Expansion::how_given(std::string_view argument) const {
  return concat(argument, context.options.imported
                              ? " = VALUE at the import"
                              : ":=VALUE on the command line or in roots: of .romas.yaml");
}

void Expansion::stop(SourceRange range, std::string message) {
  if (!stopped) report(Rule::input_limit, range, std::move(message));
  stopped = true;
}

bool Expansion::enter(const XmlElement& at) {
  constexpr std::size_t kLeastStack = 262'144;
  const std::size_t most = context.options.expansion.depth;
  if (stopped) return false;
  if (++depth_ > most)
    stop(at.start_tag,
         concat("calls, includes and blocks are nested more than ", most,
                " deep here; nothing after this place is expanded (--expansion-depth raises the limit)"));
  else if (stack_left() < kLeastStack)
    stop(at.start_tag, "calls are nested too deeply here for this system's stack; 'ulimit -s' raises it");
  if (stopped) --depth_;
  return !stopped;
}

namespace {

// The absent attribute of a word that an unknown one is probably meant as; empty: there is none.
std::string_view meant_attribute(const XmlElement& child, const XmlAttribute& attribute,
                                 std::string_view word) {
  std::vector<KnownName> known;
  for (const WordAttribute& row : kWordAttributes) {
    if (row.word == word && row.name == attribute.name) return {};
    if (row.word == word) known.push_back({row.name, child.attribute(row.name) == nullptr});
  }
  return meant_names({attribute.name}, std::move(known)).front();
}

}  // namespace

void Expansion::report_missing(Rule rule, const XmlElement& child, std::string_view name, std::string message,
                               std::string_view help) {
  for (const XmlAttribute& attribute : child.attributes) {
    if (meant_attribute(child, attribute, child.local_name()) != name) continue;
    report(rule, attribute.name_range, concat(message, in_place_of(name, attribute.name)))
        .suggest(attribute.name_range, std::string(name));
    return;
  }
  report(rule, child.start_tag, concat(message, help));
}

const XmlAttribute* Expansion::required(const XmlElement& child, std::string_view name) {
  const XmlAttribute* attribute = child.attribute(name);
  if (attribute == nullptr)
    report_missing(Rule::xacro_parameter, child, name,
                   concat("<", child.name, "> needs the attribute '", name, "'"));
  return attribute;
}

void Expansion::check_attributes(const XmlElement& child, std::string_view word) {
  const std::vector<std::string_view> known = attribute_names(word);
  for (const XmlAttribute& attribute : child.attributes) {
    if (std::ranges::find(known, attribute.name) != known.end() || attribute.prefix() == "xmlns") continue;
    const std::string_view meant = meant_attribute(child, attribute, word);
    const bool is_missing = std::ranges::any_of(kWordAttributes, [&](const WordAttribute& row) {
      return row.word == word && row.name == meant && row.need == WordAttribute::Need::required;
    });
    if (is_missing) continue;  // report_missing() has it
    report(Rule::unknown_attribute, attribute.name_range,
           concat("<", child.name, "> has no attribute '", attribute.name, "'; it is ignored"))
        .meant(meant);
  }
}

TracedText Expansion::traced_text(const XmlText& text, Scope& scope, const Value& value) {
  return trace->text(text, scope, templates, value);
}

bool Expansion::spend(std::size_t steps, SourceRange range) {
  if (!stopped && !budget.spend(steps))
    stop(range, concat("the expansion takes more than ", budget.most(),
                       " steps; nothing after this place is expanded (--expansion-steps raises the limit)"));
  return !stopped;
}

bool Expansion::take_memory(std::uint64_t bytes, SourceRange range) {
  const std::uint64_t most = context.options.expansion.bytes;
  if (!stopped && bytes > most - bytes_)
    stop(range, concat("the expansion takes more than ", most,
                       " bytes; nothing after this place is expanded (--expansion-size raises the limit)"));
  if (!stopped) bytes_ += bytes;
  return !stopped;
}

SourceStep& Expansion::add_step(SourceStep step, SourceRange range) {
  constexpr std::size_t kRecords = 160;  // bytes of its instance, and of the table that finds it
  constexpr std::size_t kTime = 50;  // a call or insertion takes as long as so many steps of an expression
  spend(kTime, range);
  take_memory(counted_bytes<SourceStep>() + kRecords + step.name.size(), range);
  return expansions.add_step(std::move(step));
}

void Expansion::add_origin(const ValueOrigin& origin, SourceRange range) {
  if (take_memory(2 * counted_bytes<ValueOrigin>(), range)) expansions.add_origin(origin);
}

std::string Expansion::absolute(std::string_view name) const {
  const fs::path path(name);
  if (path.is_absolute()) return path.string();
  const std::string& file = open_files.back().path;
  const fs::path folder = file.starts_with('<') ? fs::path() : fs::path(file).parent_path();
  return (folder / path).string();
}

std::string Expansion::named_like_main(const std::string& path) const {
  const bool below = !working_folder_.empty() && path.starts_with(working_folder_);
  return below ? path.substr(working_folder_.size()) : path;
}

void Expansion::add_without_prefix(const XmlElement& element) {
  constexpr std::size_t kMost = 1000;
  if (without_prefix_.size() < kMost) without_prefix_.push_back({&element, seen(element.range.file)});
}

bool Expansion::lacks_prefix(std::string_view word, std::string_view name, Rule rule, SourceRange use) {
  const auto defines = [&](const WithoutPrefix& known) {
    const XmlElement& element = *known.element;
    const auto names = [&](const XmlAttribute* attribute) {
      return attribute != nullptr && attribute->value.text == name;
    };
    if (element.name == "macro" && word == "property") {
      const XmlAttribute* parameters = element.attribute("params");
      if (parameters == nullptr) return false;
      const auto known_parameters = read_parameters(parameters->value);
      return std::ranges::find(known_parameters, name, &MacroParameter::plain_name) != known_parameters.end();
    }
    return element.name == word && names(element.attribute("name"));
  };
  auto cause = std::ranges::find_if(without_prefix_, defines);
  if (cause == without_prefix_.end() && word != "arg")  // a file that is not read may define it
    cause = std::ranges::find_if(without_prefix_,
                                 [](const WithoutPrefix& known) { return known.element->name == "include"; });
  if (cause == without_prefix_.end()) return false;
  if (std::exchange(cause->reported, true)) return true;
  const XmlElement& element = *cause->element;
  const auto at = [&](SourceRange range) { return SourceRange{cause->file, range.begin, range.end}; };
  const std::string prefixed = concat("xacro:", element.name);
  auto finding =
      context.diagnostics.report(rule, at(element.name_range),
                                 concat("<", element.name, "> is a word of xacro only with its prefix, so '",
                                        name, "' is not defined; write <", prefixed, ">"));
  finding.suggest(at(element.name_range), prefixed);
  if (element.end_name_range.valid()) finding.suggest(at(element.end_name_range), prefixed);
  finding.note(seen(use), concat("'", name, "' is used here"));
  return true;
}

std::uint64_t memory_of(const XmlElement& element) {
  std::uint64_t bytes =
      2 * (counted_bytes<XmlElement>() + counted_bytes<SourceRange>() + element.name.size());
  for (const XmlAttribute& attribute : element.attributes)
    bytes += counted_bytes<XmlAttribute>() + attribute.name.size() + attribute.value.text.size();
  return bytes;
}

SourceRange part_of(const XmlText& text, std::size_t begin, std::size_t end, const SourceManager& sources) {
  if (text.literal) return text.part(begin, end - begin);
  const std::string_view raw = sources.text(text.range);
  // Walks through both: an entity is several bytes of the document and one character of the text.
  std::size_t at = 0;
  std::size_t said = 0;
  const auto offset_of = [&](std::size_t wanted) {
    while (said < wanted && at < raw.size()) {
      if (raw[at] == '&') {
        const std::size_t semicolon = raw.find(';', at);
        if (semicolon == std::string_view::npos) return raw.size();
        // The length of the character: what of the text stands for it.
        const auto lead = static_cast<unsigned char>(text.text[said]);
        said += lead < 0x80 ? 1U : lead < 0xe0 ? 2U : lead < 0xf0 ? 3U : 4U;
        at = semicolon + 1;
      } else {
        at += raw.substr(at).starts_with("\r\n") ? 2U : 1U;
        ++said;
      }
    }
    return at;
  };
  if (end > text.text.size()) return text.range;
  const std::size_t first = offset_of(begin);
  const std::size_t last = offset_of(end);
  const auto place = [&](std::size_t offset) {
    return static_cast<std::uint32_t>(text.range.begin + std::min(offset, raw.size()));
  };
  return {text.range.file, place(first), place(last)};
}

}  // namespace romas::xacro
