#include "lsp/yaml/yaml_names.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "frontend/yaml/parameter_names.h"
#include "frontend/yaml/reader.h"
#include "support/files/files.h"
#include "support/text/characters.h"
#include "support/text/text.h"

namespace romas::lsp {

std::optional<YamlNames> find_yaml_names(std::string key, std::string text) {
  SourceManager sources;
  auto found = find_parameter_names(sources.add_text(key, text), sources);
  if (!found) return std::nullopt;
  std::vector<YamlName> names;
  for (ParameterName& name : *found)
    names.push_back({name_kind(name.kind), std::move(name.text), name.range.begin, name.range.end});
  return YamlNames{std::move(key), std::move(text), std::move(names)};
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
