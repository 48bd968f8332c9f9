#include "tools/studio/scene/places.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace romas::studio {

namespace {

using Ranges = std::vector<SourceRange>;

template <class Store>
Ranges ranges_of(const Store& store) {
  Ranges ranges;
  for (const auto& entity : store) ranges.push_back(entity.range);
  return ranges;
}

// The ranges in `newest` of what has the same key there.
template <class Store, class KeyOf>
Ranges ranges_by_key(const Store& shown, const Store& newest, KeyOf key_of) {
  std::map<decltype(key_of(newest.front())), SourceRange> known;
  for (const auto& entity : newest) known.emplace(key_of(entity), entity.range);
  Ranges ranges;
  for (const auto& entity : shown) {
    const auto found = known.find(key_of(entity));
    ranges.push_back(found == known.end() ? SourceRange{} : found->second);
  }
  return ranges;
}

Ranges contact_ranges(const Block& block) { return ranges_of(block.contacts); }

void write_place(JsonWriter& json, SourceRange range, const SourceManager& sources) {
  range = sources.written(range);
  if (!range.valid() || range.file > sources.file_count()) return json.null();
  const LineColumn begin = sources.line_column({range.file, range.begin});
  const LineColumn end = sources.line_column({range.file, range.end});
  json.begin_object(JsonWriter::Style::inline_);
  json.field("source", range.file - 1);
  json.field("line", begin.line);
  json.field("column", begin.column);
  json.field("end_line", end.line);
  json.field("end_column", end.column);
  json.end_object();
}

void write_list(JsonWriter& json, const Ranges& ranges, const SourceManager& sources) {
  json.begin_array();
  for (const SourceRange& range : ranges) write_place(json, range, sources);
  json.end_array();
}

bool is_around(const SourceRange& outer, const SourceRange& inner) {
  return outer.file == inner.file && outer.begin <= inner.begin && inner.end <= outer.end;
}

}  // namespace

EntityRanges EntityRanges::of(const Model& shown, const Model& newest) {
  EntityRanges ranges;
  if (&shown == &newest) {
    ranges = {
        ranges_of(shown.links), ranges_of(shown.joints), ranges_of(shown.parts), ranges_of(shown.blocks), {}};
    for (const Block& block : shown.blocks) ranges.contacts.push_back(contact_ranges(block));
    return ranges;
  }
  const auto by_name = [](const auto& entity) { return std::string_view(entity.name); };
  const auto by_identity = [](const Block& block) { return std::tie(block.id, block.name, block.tag); };
  ranges.links = ranges_by_key(shown.links, newest.links, by_name);
  ranges.joints = ranges_by_key(shown.joints, newest.joints, by_name);
  ranges.parts = ranges_by_key(shown.parts, newest.parts, [](const Part& part) { return part.id; });
  ranges.blocks = ranges_by_key(shown.blocks, newest.blocks, by_identity);
  for (const Block& block : shown.blocks) {
    const auto same = std::find_if(newest.blocks.begin(), newest.blocks.end(), [&](const Block& other) {
      return by_identity(other) == by_identity(block);
    });
    Ranges contacts = same == newest.blocks.end() ? Ranges() : contact_ranges(*same);
    contacts.resize(block.contacts.size());
    ranges.contacts.push_back(std::move(contacts));
  }
  return ranges;
}

void write_places(JsonWriter& json, const EntityRanges& ranges, const SourceManager& sources) {
  json.key("places");
  json.begin_object();
  const auto write = [&](std::string_view key, const Ranges& list) {
    json.key(key);
    write_list(json, list, sources);
  };
  write("links", ranges.links);
  write("joints", ranges.joints);
  write("parts", ranges.parts);
  write("blocks", ranges.blocks);
  json.key("contacts");
  json.begin_array();
  for (const Ranges& contacts : ranges.contacts) write_list(json, contacts, sources);
  json.end_array();
  json.end_object();
}

EntitiesByPlace::EntitiesByPlace(const EntityRanges& ranges) {
  const auto add = [&](std::string_view kind, const Ranges& list) {
    for (std::size_t i = 0; i < list.size(); ++i)
      if (list[i].valid()) rows_.push_back({list[i], {kind, i}});
  };
  add("link", ranges.links);
  add("joint", ranges.joints);
  add("part", ranges.parts);
  add("block", ranges.blocks);
  std::stable_sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) {
    return std::tie(a.range.file, a.range.begin, b.range.end) <
           std::tie(b.range.file, b.range.begin, a.range.end);
  });
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const bool same_file = i > 0 && rows_[i - 1].range.file == rows_[i].range.file;
    rows_[i].farthest_end = std::max(rows_[i].range.end, same_file ? rows_[i - 1].farthest_end : 0);
  }
}

std::vector<EntityAt> EntitiesByPlace::smallest_around(SourceRange place) const {
  std::vector<EntityAt> found;
  if (!place.valid()) return found;
  const auto behind =
      std::upper_bound(rows_.begin(), rows_.end(), place, [](const SourceRange& at, const Row& row) {
        return std::tie(at.file, at.begin) < std::tie(row.range.file, row.range.begin);
      });
  std::uint32_t size = 0;
  for (auto row = behind; row != rows_.begin();) {
    --row;
    if (row->range.file != place.file || row->farthest_end < place.end) break;
    if (!is_around(row->range, place)) continue;
    const std::uint32_t its_size = row->range.end - row->range.begin;
    if (found.empty() || its_size < size) {
      found.clear();
      size = its_size;
    }
    if (its_size == size && found.size() < kMost) found.push_back(row->entity);
  }
  std::reverse(found.begin(), found.end());
  return found;
}

void write_entities(JsonWriter& json, const std::vector<EntityAt>& entities) {
  json.key("entities");
  json.begin_array(JsonWriter::Style::inline_);
  for (const EntityAt& entity : entities) {
    json.begin_object();
    json.field("kind", entity.kind);
    json.field("index", entity.index);
    json.end_object();
  }
  json.end_array();
}

}  // namespace romas::studio
