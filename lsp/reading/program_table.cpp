#include "lsp/reading/program_table.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace romas::lsp {

namespace {

auto start(SourceRange range) { return std::pair(range.file, range.begin); }

}  // namespace

bool is_call(const SourceManager& sources, const ProgramName& name) {
  return !name.is_definition() &&
         !sources.text(name.use.file).substr(0, name.use.begin).ends_with("</xacro:");
}

ProgramTable::ProgramTable(const SourceManager& sources) : sources_(&sources) {
  const ProgramNames* names = sources.expansions().names();
  if (names == nullptr) return;
  for (const ProgramName& name : names->names()) names_.push_back(&name);
  std::ranges::stable_sort(names_, {}, [](const ProgramName* name) { return start(name->use); });
  for (const ProgramValue& value : names->values()) values_.push_back({sources.written(value.at), &value});
  std::ranges::stable_sort(values_, {}, [](const Value& value) {
    return std::tuple(value.written.file, value.written.begin, ~value.written.end);
  });
}

const std::vector<ProgramName>& ProgramTable::in_order() const {
  static const std::vector<ProgramName> kNone;
  const ProgramNames* names = sources_ == nullptr ? nullptr : sources_->expansions().names();
  return names == nullptr ? kNone : names->names();
}

std::vector<const ProgramName*> ProgramTable::at(FileId file, std::size_t offset) const {
  std::vector<const ProgramName*> found;
  const std::pair<FileId, std::uint32_t> behind(file, static_cast<std::uint32_t>(offset) + 1);
  auto name = std::ranges::lower_bound(names_, behind, {},
                                       [](const ProgramName* candidate) { return start(candidate->use); });
  // Names do not overlap.
  while (name != names_.begin()) {
    --name;
    if ((*name)->use.file != file || (*name)->use.end < offset) break;
    found.push_back(*name);
  }
  std::ranges::reverse(found);
  return found;
}

std::vector<const ProgramName*> ProgramTable::of(SourceRange definition) const {
  std::vector<const ProgramName*> found;
  for (const bool definitions : {true, false})
    for (const ProgramName* name : names_)
      if (name->definition == definition && name->is_definition() == definitions) found.push_back(name);
  return found;
}

std::vector<const ProgramValue*> ProgramTable::values_at(FileId file, std::size_t offset) const {
  std::vector<const ProgramValue*> found;
  SourceRange smallest;
  for (const Value& value : values_) {
    const SourceRange& place = value.written;
    if (place.file != file || place.begin > offset || place.end < offset) continue;
    if (!smallest.valid() || place.end - place.begin < smallest.end - smallest.begin) {
      smallest = place;
      found.clear();
    }
    if (place == smallest) found.push_back(value.value);
  }
  return found;
}

std::vector<const ProgramValue*> ProgramTable::values_in(SourceRange range) const {
  std::vector<const ProgramValue*> found;
  auto value = std::ranges::lower_bound(values_, start(range), {},
                                        [](const Value& candidate) { return start(candidate.written); });
  for (; value != values_.end() && value->written.file == range.file && value->written.begin < range.end;
       ++value)
    if (value->written.end <= range.end) found.push_back(value->value);
  return found;
}

}  // namespace romas::lsp
