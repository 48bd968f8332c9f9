#include "frontend/yaml/parameter_names.h"

#include <algorithm>
#include <string>
#include <utility>

#include "frontend/yaml/reader.h"

namespace romas {

namespace {

enum class NamePlace : std::uint8_t { value, keys, tables, owner };
enum class Judged : std::uint8_t { never, controller, always };

struct ParameterPlace {
  std::string_view key;
  NamePlace where;
  SemanticKind kind;
  Judged judged;
};

constexpr ParameterPlace kParameterPlaces[] = {
#define PARAMETER_VALUE(key, kind, judged) {key, NamePlace::value, SemanticKind::kind, Judged::judged},
#define PARAMETER_KEYS(key, kind, judged) {key, NamePlace::keys, SemanticKind::kind, Judged::judged},
#define PARAMETER_TABLES(key, kind, judged) {key, NamePlace::tables, SemanticKind::kind, Judged::judged},
#define PARAMETER_OWNER(key, kind, judged) {key, NamePlace::owner, SemanticKind::kind, Judged::judged},
#include "frontend/yaml/parameter_places.def"
};

const ParameterPlace* place_of_names(std::string_view key) {
  const auto* row = std::ranges::find(kParameterPlaces, key, &ParameterPlace::key);
  return row == std::end(kParameterPlaces) ? nullptr : row;
}

bool is_table(const YamlNode& node) { return node.kind == YamlNode::Kind::mapping; }

// A program fills in the name before it is used, or the name stands for several.
bool is_pattern(std::string_view name) { return name.find_first_of("*$<>{}()%?") != std::string_view::npos; }

class NameFinder {
 public:
  explicit NameFinder(std::string_view text) : text_(text) {}

  // Nesting is limited by the reader of YAML. `in_controller`: the node belongs to the parameters of one.
  void visit(const YamlNode& node, bool in_controller) {  // NOLINT(misc-no-recursion)
    const YamlEntry* type = node.find("type");
    in_controller = in_controller || (type != nullptr && type->value.kind == YamlNode::Kind::scalar);
    const std::size_t list = ++lists_;
    for (const YamlNode& item : node.items) visit(item, in_controller);
    for (const YamlEntry& entry : node.entries) {
      if (const ParameterPlace* row = place_of_names(entry.key.text)) add_named(entry, *row, in_controller);
      for (const YamlEntry& inner : entry.value.entries)
        if (const ParameterPlace* owner = place_of_names(inner.key.text);
            owner != nullptr && owner->where == NamePlace::owner && !is_table(inner.value))
          add(entry.key, *owner, list, in_controller);
      visit(entry.value, in_controller || entry.key.text == "ros__parameters");
    }
  }

  std::vector<ParameterName> take() {
    std::ranges::sort(names_, {}, [](const ParameterName& name) { return name.range.begin; });
    // An alias says the text of its anchor again.
    const auto is_same = [](const ParameterName& a, const ParameterName& b) {
      return a.range == b.range && a.kind == b.kind;
    };
    names_.erase(std::unique(names_.begin(), names_.end(), is_same), names_.end());
    return std::move(names_);
  }

 private:
  void add_named(const YamlEntry& entry, const ParameterPlace& row, bool in_controller) {
    if (row.where == NamePlace::owner) return;
    const std::size_t list = ++lists_;
    if (row.where == NamePlace::value) {
      add(entry.value, row, list, in_controller);
      for (const YamlNode& item : entry.value.items) add(item, row, list, in_controller);
    }
    for (const YamlEntry& inner : entry.value.entries)
      if (is_table(inner.value))
        add(inner.key, row, list, in_controller);
      else if (row.where != NamePlace::tables)  // parameters of other kinds may stand in a table of names
        add(inner.key, row, list, in_controller && row.where == NamePlace::keys);
  }
  void add(const YamlNode& node, const ParameterPlace& row, std::size_t list, bool in_controller) {
    if (node.kind != YamlNode::Kind::scalar || node.text.empty() || node.range.end > text_.size()) return;
    // ros2_control names an interface behind the joint: "elbow/position".
    SourceRange range = node.range;
    const std::string_view written = text_.substr(range.begin, range.end - range.begin);
    if (written.starts_with('"') || written.starts_with('\'')) ++range.begin;
    if (text_.substr(range.begin, node.text.size()) != node.text) return;
    const std::size_t size = std::min(node.text.find('/'), node.text.size());
    if (size == 0) return;
    range.end = range.begin + static_cast<std::uint32_t>(size);
    const bool may_be_judged =
        row.judged == Judged::always || (row.judged == Judged::controller && in_controller);
    names_.push_back({row.kind, node.text.substr(0, size), std::string(row.key), range,
                      may_be_judged && !is_pattern(node.text), list});
  }

  std::string_view text_;
  std::vector<ParameterName> names_;
  std::size_t lists_ = 0;
};

}  // namespace

bool is_yaml_name(std::string_view path) { return path.ends_with(".yaml") || path.ends_with(".yml"); }

std::optional<std::vector<ParameterName>> find_parameter_names(FileId file, const SourceManager& sources) {
  DiagnosticEngine aside;
  YamlLimits limits;
  limits.depth = 100;
  limits.nodes = 200'000;
  const auto root = read_yaml(file, sources, aside, Rule::bad_value, limits, YamlFeatures::all);
  if (!root) return std::nullopt;
  NameFinder finder(sources.text(file));
  finder.visit(*root, false);
  return finder.take();
}

bool may_have_judged_names(std::string_view text) {
  return std::ranges::any_of(kParameterPlaces, [&](const ParameterPlace& row) {
    return row.judged != Judged::never && text.find(row.key) != std::string_view::npos;
  });
}

std::optional<SemanticKind> parameter_name_kind(std::string_view key, bool as_keys) {
  const ParameterPlace* row = place_of_names(key);
  if (row == nullptr || row->where == NamePlace::owner || (!as_keys && row->where != NamePlace::value))
    return std::nullopt;
  return row->kind;
}

}  // namespace romas
