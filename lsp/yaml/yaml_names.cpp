#include "lsp/yaml/yaml_names.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "frontend/yaml/reader.h"
#include "support/files/files.h"
#include "support/text/characters.h"
#include "support/text/text.h"

namespace romas::lsp {

namespace {

enum class Where : std::uint8_t { value, keys, owner };

struct PlaceRow {
  std::string_view key;
  Where where;
  NameKind kind;
};

constexpr PlaceRow kRows[] = {
#define YAML_VALUE(key, kind) {key, Where::value, NameKind::kind},
#define YAML_KEYS(key, kind) {key, Where::keys, NameKind::kind},
#define YAML_OWNER(key, kind) {key, Where::owner, NameKind::kind},
#include "lsp/yaml/yaml_name_places.def"
};

const PlaceRow* row_of(std::string_view key) {
  const auto* row = std::ranges::find(kRows, key, &PlaceRow::key);
  return row == std::end(kRows) ? nullptr : row;
}

class Finder {
 public:
  explicit Finder(std::string_view text) : text_(text) {}

  // Nesting is limited by the reader of YAML.
  void visit(const YamlNode& node) {  // NOLINT(misc-no-recursion)
    for (const YamlNode& item : node.items) visit(item);
    for (const YamlEntry& entry : node.entries) {
      const PlaceRow* row = row_of(entry.key.text);
      if (row != nullptr && row->where == Where::value) add_values(entry.value, row->kind);
      if (row != nullptr && row->where == Where::keys) add_keys(entry.value, row->kind);
      for (const YamlEntry& inner : entry.value.entries)
        if (const PlaceRow* owner = row_of(inner.key.text); owner != nullptr && owner->where == Where::owner)
          add(entry.key, owner->kind);
      visit(entry.value);
    }
  }

  std::vector<YamlName> take() {
    std::ranges::sort(names_, {}, &YamlName::begin);
    // An alias says the text of its anchor again.
    names_.erase(std::unique(names_.begin(), names_.end()), names_.end());
    return std::move(names_);
  }

 private:
  void add_values(const YamlNode& node, NameKind kind) {
    add(node, kind);
    for (const YamlNode& item : node.items) add(item, kind);
    add_keys(node, kind);
  }
  void add_keys(const YamlNode& node, NameKind kind) {
    for (const YamlEntry& entry : node.entries) add(entry.key, kind);
  }
  void add(const YamlNode& node, NameKind kind) {
    if (node.kind != YamlNode::Kind::scalar || node.text.empty() || node.range.end > text_.size()) return;
    // ros2_control names an interface behind the joint: "elbow/position".
    std::uint32_t begin = node.range.begin;
    const std::string_view written = text_.substr(begin, node.range.end - begin);
    if (written.starts_with('"') || written.starts_with('\'')) ++begin;
    if (text_.substr(begin, node.text.size()) != node.text) return;
    const std::size_t size = std::min(node.text.find('/'), node.text.size());
    if (size != 0)
      names_.push_back({kind, node.text.substr(0, size), begin, begin + static_cast<std::uint32_t>(size)});
  }

  std::string_view text_;
  std::vector<YamlName> names_;
};

}  // namespace

bool is_yaml_name(std::string_view path) { return path.ends_with(".yaml") || path.ends_with(".yml"); }

std::optional<YamlNames> find_yaml_names(std::string key, std::string text) {
  SourceManager sources;
  DiagnosticEngine aside;
  const FileId file = sources.add_text(key, text);
  YamlLimits limits;
  limits.depth = 100;
  limits.nodes = 200'000;
  const auto root = read_yaml(file, sources, aside, Rule::xacro_expression, limits, YamlFeatures::all);
  if (!root) return std::nullopt;
  Finder finder(text);
  finder.visit(*root);
  std::vector<YamlName> names = finder.take();
  return YamlNames{std::move(key), std::move(text), std::move(names)};
}

std::optional<NameKind> yaml_name_kind(std::string_view key, bool as_keys) {
  const PlaceRow* row = row_of(key);
  if (row == nullptr || row->where == Where::owner || (!as_keys && row->where == Where::keys))
    return std::nullopt;
  return row->kind;
}

bool is_plain_in_yaml(std::string_view name) {
  static constexpr std::array<std::string_view, 9> kWords = {"true", "false", "yes", "no", "on",
                                                             "off",  "null",  "y",   "n"};
  const auto may_begin = [](char c) { return is_letter(c) || c == '_'; };
  if (name.empty() || !may_begin(name.front())) return false;
  const bool is_word =
      std::ranges::all_of(name, [&](char c) { return may_begin(c) || is_digit(c) || c == '-' || c == '.'; });
  return is_word && std::ranges::find(kWords, to_lower(name)) == kWords.end();
}

NameShare share_of(const YamlNames& yaml, const Reading& reading) {
  std::set<std::pair<NameKind, std::string_view>> defined, said;
  for (const NameUse& use : reading.names().all())
    if (use.is_definition) defined.emplace(use.thing.kind, use.thing.name);
  for (const YamlName& name : yaml.names) said.emplace(name.kind, name.name);
  NameShare share;
  share.all = said.size();
  share.known = static_cast<std::size_t>(
      std::ranges::count_if(said, [&](const auto& name) { return defined.contains(name); }));
  return share;
}

std::shared_ptr<const YamlNames> YamlFiles::find(const std::string& key, const std::string* open) {
  Kept& kept = files_[key];
  const std::int64_t begin = file_time_now();
  auto stamp = open != nullptr ? std::nullopt : stamp_of(key);
  if (open == nullptr && !stamp) return nullptr;
  const bool same = open != nullptr ? kept.names && kept.names->text == *open : kept.stamp == stamp;
  if (same) return kept.names;
  std::string text;
  if (open != nullptr) {
    text = *open;
  } else if (auto file = read_plain_file(key, YamlLimits().bytes)) {
    text = std::move(file->content);
  }
  if (stamp && may_have_changed(*stamp, begin, file_time_now())) stamp.reset();
  auto found = find_yaml_names(key, std::move(text));
  kept = {stamp, found ? std::make_shared<const YamlNames>(std::move(*found)) : nullptr};
  return kept.names;
}

}  // namespace romas::lsp
