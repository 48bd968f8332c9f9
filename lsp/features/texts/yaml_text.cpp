#include "lsp/features/texts/yaml_text.h"

#include <algorithm>
#include <set>
#include <utility>

#include "frontend/frontend.h"
#include "frontend/servo/device_files.h"
#include "frontend/yaml/reader.h"
#include "lsp/reading/written_paths.h"
#include "lsp/yaml/yaml_cursor.h"
#include "lsp/yaml/yaml_documents.h"
#include "support/findings/diagnostic.h"
#include "support/findings/profiles.h"
#include "support/text/text.h"

namespace romas::lsp {

namespace {

using markup::CompletionItem;
using markup::ItemKind;

class YamlCompletion {
 public:
  YamlCompletion(Workspace& workspace, const View& view, std::uint32_t offset)
      : workspace_(workspace),
        view_(view),
        document_(yaml_document(view.key, view.document->text)),
        offset_(offset),
        cursor_(yaml_cursor(view.document->text, offset)) {}

  std::vector<CompletionItem> run() {
    if (cursor_.in_comment) return {};
    const bool is_item = !cursor_.path.empty() && cursor_.path.back() == "-";
    if (!cursor_.in_value || is_item) add_keys();
    if (cursor_.in_value) add_values();
    return std::move(items_);
  }

 private:
  void add(std::string label, ItemKind kind, std::string put, std::string meaning = {}) {
    if (!seen_.insert(label).second) return;
    items_.push_back({std::move(label), kind, put, put, std::move(meaning), {}, cursor_.word});
  }
  void add_words(std::string_view words) {
    for (const Token& word : split_words(words))
      add(std::string(word.text), ItemKind::value, std::string(word.text));
  }

  // A key that is followed by a colon already gets no second one.
  std::string key_text(std::string_view key) const {
    const std::string_view behind = std::string_view(view_.document->text).substr(cursor_.word.end);
    return behind.starts_with(':') ? std::string(key) : concat(key, ": ");
  }
  void add_keys() {
    const std::vector<std::string_view> path = cursor_.keys();
    for (const YamlKey& key : yaml_keys_in(document_, path))
      add(std::string(key.name), ItemKind::key, key_text(key.name), key.meaning);
    if (path.empty()) return;
    if (const auto kind = parameter_name_kind(path.back(), true))
      for (const std::string& name : names(name_kind(*kind))) add(name, ItemKind::name, key_text(name));
  }

  void add_values() {
    const std::vector<std::string_view> path = cursor_.keys();
    if (path.empty()) return;
    const std::vector<YamlKey> keys = yaml_keys_in(document_, std::span(path).first(path.size() - 1));
    const auto key = std::ranges::find(keys, path.back(), &YamlKey::name);
    if (key != keys.end()) add_words(key->words);
    if (const auto kind = parameter_name_kind(path.back(), false))
      for (const std::string& name : names(name_kind(*kind))) add(name, ItemKind::name, name);
    if (document_ == YamlDocument::servo_map && path.size() > 1) add_servos(path.back());
    if (document_ == YamlDocument::project) add_of_project(path);
  }

  // Returns names of the robots that the file is about. A line that is being typed can make the file
  // unreadable, so it is left out if no robot is known.
  std::vector<std::string> names(NameKind kind) {
    auto robots = view_.named_robots;
    if (robots.empty()) {
      std::string text = view_.document->text;
      const std::size_t line = text.rfind('\n', cursor_.word.begin == 0 ? 0 : cursor_.word.begin - 1);
      const std::size_t begin = line == std::string::npos ? 0 : line + 1;
      const std::size_t end = std::min(text.find('\n', cursor_.word.begin), text.size());
      text.erase(begin, end > begin ? end - begin : 0);
      const auto yaml = find_yaml_names(view_.key, std::move(text));
      if (yaml) robots = workspace_.robots_of(*yaml);
      if (yaml && yaml->names.empty()) robots = workspace_.robots_of_package(view_.key);
    }
    std::set<std::string> found;
    for (const auto& reading : robots)
      for (const NameUse& use : reading->names().all())
        if (use.is_definition && use.thing.kind == kind) found.insert(use.thing.name);
    return {found.begin(), found.end()};
  }

  void add_servos(std::string_view key) {
    if (key == "family")
      for (const std::string_view family : embedded_servo_families())
        add(std::string(family), ItemKind::value, std::string(family));
    if (key != "device") return;
    const std::string family = family_here();
    SourceManager sources;
    DiagnosticEngine aside;
    std::vector<std::string> read;
    const driver::CompileRequest& request = workspace_.project_of(view_.document->path).request;
    FrontendContext context{sources, aside, request.input.frontend, read};
    const std::vector<std::string> wanted = family.empty() ? std::vector<std::string>() : std::vector{family};
    for (const ServoDevice& device : read_servo_devices(request.servos.devices, context, wanted).devices)
      add(device.name, ItemKind::value, device.name);
  }
  // The family that the entry names, else that of the defaults: the nearest one above.
  std::string family_here() const {
    constexpr std::string_view kFamily = "family:";
    const std::string_view text = view_.document->text;
    std::size_t at = text.rfind(kFamily, cursor_.word.begin);
    if (at == std::string_view::npos) at = text.find(kFamily);
    if (at == std::string_view::npos) return {};
    const std::string_view rest = text.substr(at + kFamily.size());
    return std::string(trim(rest.substr(0, std::min(rest.find_first_of(",}\r\n#"), rest.size()))));
  }

  void add_of_project(const std::vector<std::string_view>& path) {
    if (path.front() == "warnings" && path.size() == 1) add_warnings();
    if (path.front() == "profile" && path.size() == 1)
      for (const ProfileInfo& profile : all_profiles())
        add(std::string(profile.name), ItemKind::value, std::string(profile.name),
            std::string(profile.title));
    if (path.front() == "per-file-ignores" && path.size() == 2) add_rules("");
    const bool is_path = path.back() == "file" || path.back() == "baseline" || path.back() == "library" ||
                         path.back().ends_with("-path") || (path.back() == "roots" && path.size() == 1);
    if (!is_path) return;
    FileSearch search;
    search.source_folder = view_.key.substr(0, view_.key.rfind('/'));
    const std::string_view typed = cursor_.word.of(view_.document->text);
    const std::size_t slash = typed.substr(0, offset_ - cursor_.word.begin).rfind('/');
    const std::string folder(slash == std::string_view::npos ? std::string_view()
                                                             : typed.substr(0, slash + 1));
    for (const std::string& name : files_in(folder, search))
      add(folder + name, name.ends_with('/') ? ItemKind::folder : ItemKind::file, folder + name);
  }
  void add_warnings() {
    add("everything", ItemKind::value, "everything", "all rules");
    add_rules("no-");
    add_rules("error=");
    add_rules("");
  }
  void add_rules(std::string_view before) {
    for (const RuleInfo& rule : all_rules())
      if (rule.cls != RuleClass::error)
        add(concat(before, rule.slug), ItemKind::rule, concat(before, rule.slug),
            concat(rule.id(), ": ", rule.summary));
  }

  Workspace& workspace_;
  const View& view_;
  YamlDocument document_;
  std::uint32_t offset_;
  YamlCursor cursor_;
  std::set<std::string> seen_;
  std::vector<CompletionItem> items_;
};

// "no-mesh-missing" is about a rule.
const RuleInfo* rule_in(std::string_view word) {
  for (const std::string_view before : {"-W", "no-", "error="})
    if (word.starts_with(before)) word.remove_prefix(before.size());
  return find_rule(word);
}

class YamlOutline {
 public:
  YamlOutline(const TextPositions& positions, std::size_t most) : positions_(positions), left_(most) {}

  // Nesting is limited by the reader of YAML.
  std::vector<DocumentSymbol> of(const YamlNode& node) {  // NOLINT(misc-no-recursion)
    std::vector<DocumentSymbol> symbols;
    for (const YamlEntry& entry : node.entries) {
      if (left_ == 0) break;
      --left_;
      symbols.push_back(symbol(entry.key.text, entry.key.range, entry.value));
    }
    for (const YamlNode& item : node.items) {
      if (left_ == 0 || item.entries.empty()) continue;
      --left_;
      const YamlEntry& first = item.entries.front();
      symbols.push_back(
          symbol(first.value.text.empty() ? first.key.text : first.value.text, item.range, item));
    }
    return symbols;
  }

 private:
  DocumentSymbol symbol(const std::string& name, SourceRange place,
                        const YamlNode& value) {  // NOLINT(misc-no-recursion)
    DocumentSymbol symbol;
    symbol.name = name.empty() ? "(no name)" : name;
    if (value.kind == YamlNode::Kind::scalar) symbol.detail = value.text;
    symbol.kind = value.kind == YamlNode::Kind::mapping    ? SymbolKind::Object
                  : value.kind == YamlNode::Kind::sequence ? SymbolKind::Namespace
                                                           : SymbolKind::Variable;
    symbol.selectionRange = positions_.range(place.begin, place.end);
    symbol.range =
        positions_.range(std::min(place.begin, value.range.begin), std::max(place.end, value.range.end));
    symbol.children = of(value);
    return symbol;
  }

  const TextPositions& positions_;
  std::size_t left_;
};

}  // namespace

std::vector<markup::CompletionItem> complete_yaml(Workspace& workspace, const View& view,
                                                  std::uint32_t offset) {
  return YamlCompletion(workspace, view, offset).run();
}

std::optional<Hover> hover_yaml(const Workspace& workspace, const View& view, Position position) {
  const std::string& text = view.document->text;
  const TextPositions positions(text, workspace.encoding());
  const auto offset = static_cast<std::uint32_t>(positions.offset(position));
  // The cursor is moved to the end of its word: the text behind it tells whether the word is a key.
  std::uint32_t end = yaml_cursor(text, offset).word.end;
  const YamlCursor cursor = yaml_cursor(text, end);
  if (cursor.in_comment || cursor.word.empty()) return std::nullopt;
  const std::string_view word = cursor.word.of(text);
  const YamlDocument document = yaml_document(view.key, text);
  const std::string_view behind = trim(std::string_view(text).substr(cursor.word.end, 2));
  const Range range = positions.range(cursor.word.begin, cursor.word.end);
  if (behind.starts_with(':')) {
    for (const YamlKey& key : yaml_keys_in(document, cursor.keys())) {
      if (key.name != word) continue;
      std::string shown = key.meaning;
      if (!key.words.empty())
        shown += concat("\n\none of ", join(split_words(key.words), ", ", &Token::text));
      return Hover{{"plaintext", std::move(shown)}, range};
    }
    return std::nullopt;
  }
  if (document != YamlDocument::project) return std::nullopt;
  const RuleInfo* rule = rule_in(word);
  if (rule == nullptr) return std::nullopt;
  return Hover{{"plaintext", concat(rule->id(), " ", rule->slug, ": ", rule->summary)}, range};
}

std::vector<DocumentSymbol> yaml_symbols(const Workspace& workspace, const View& view) {
  constexpr std::size_t kMost = 5000;
  SourceManager sources;
  DiagnosticEngine aside;
  const std::string& text = view.document->text;
  const FileId file = sources.add_text(view.key, text);
  YamlLimits limits;
  limits.depth = kDeepestOutline;
  const auto root = read_yaml(file, sources, aside, Rule::bad_value, limits, YamlFeatures::all);
  if (!root) return {};
  const TextPositions positions(text, workspace.encoding());
  return YamlOutline(positions, kMost).of(*root);
}

}  // namespace romas::lsp
