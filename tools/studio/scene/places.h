// The places of a robot's parts in the texts, and the parts that a place in a text is about.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "ir/model/model.h"
#include "support/sources/source_manager.h"
#include "support/text/json_writer.h"

namespace romas::studio {

// Ranges by index in the stores of a model. The range is invalid if an entity has no place.
struct EntityRanges {
  std::vector<SourceRange> links, joints, parts, blocks;
  std::vector<std::vector<SourceRange>> contacts;  // of each Block

  // Returns the ranges of the entities of `shown` in the texts from which `newest` was read. `shown` is the
  // same model, or an earlier reading: its links and joints are found again by their names, its parts by
  // their ids, its Blocks by id, name and tag.
  static EntityRanges of(const Model& shown, const Model& newest);
};

// The field "places" of an open object.
void write_places(JsonWriter& json, const EntityRanges& ranges, const SourceManager& sources);

struct EntityAt {
  std::string_view kind;  // "link", "joint", "part", "block"
  std::size_t index;
  friend bool operator==(const EntityAt&, const EntityAt&) = default;
};

// Finds the entities around places.
class EntitiesByPlace {
 public:
  explicit EntitiesByPlace(const EntityRanges& ranges);

  // The smallest ones around a place. They are several where one text made several, and at most kMost.
  static constexpr std::size_t kMost = 32;
  std::vector<EntityAt> smallest_around(SourceRange place) const;

 private:
  struct Row {
    SourceRange range;
    EntityAt entity;
    std::uint32_t farthest_end = 0;  // of this range and all before it in the file
  };
  std::vector<Row> rows_;  // by file and begin; of several that begin together the largest first
};

// The field "entities" of an open object.
void write_entities(JsonWriter& json, const std::vector<EntityAt>& entities);

}  // namespace romas::studio
