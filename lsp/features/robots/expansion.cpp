#include "lsp/features/robots/expansion.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "driver/inputs/expand_input.h"
#include "support/text/text.h"

namespace romas::lsp {

namespace {

std::string_view kind_word(SourceStep::Kind kind) {
  switch (kind) {
    case SourceStep::Kind::macro_call: return "macro";
    case SourceStep::Kind::include: return "include";
    case SourceStep::Kind::insert_block: return "block";
    case SourceStep::Kind::class_use: return "class";
  }
  return {};
}

// Finds the current places of the texts that an expansion was made from. A document may have changed since.
class WrittenPlaces {
 public:
  WrittenPlaces(const Workspace& workspace, const SourceManager& sources)
      : workspace_(workspace), sources_(sources) {}

  Location operator()(SourceRange range) {
    const SourceRange written = sources_.written(range);
    const File& file = file_of(written.file);
    return {file.uri, file.positions.range(file.moved(written.begin), file.moved(written.end))};
  }

 private:
  struct File {
    std::string uri;
    MovedOffsets moved;
    TextPositions positions;
  };

  const File& file_of(FileId id) {
    if (const auto known = files_.find(id); known != files_.end()) return known->second;
    const std::string key = SourceManager::file_key(std::string(sources_.name(id)));
    const Document* document = workspace_.documents().find_key(key);
    const std::string_view was = sources_.text(id);
    const std::string_view is = document != nullptr ? std::string_view(document->text) : was;
    return files_
        .emplace(id, File{workspace_.documents().uri(key), MovedOffsets(was, is),
                          TextPositions(is, workspace_.encoding())})
        .first->second;
  }

  const Workspace& workspace_;
  const SourceManager& sources_;
  std::map<FileId, File> files_;
};

// Finds parts of an expansion by an offset in a written text.
class PartFinder {
 public:
  PartFinder(const driver::ExpandedInput& expansion, FileId file, std::uint32_t offset)
      : parts_(expansion.document->parts),
        expansions_(expansion.sources->expansions()),
        file_(file),
        offset_(offset) {}

  std::vector<const PrintedPart*> find() {
    for (const PrintedPart& part : parts_) {
      consider(part.written, Kind::part);
      for (const SourceStep* step = step_of(part); step != nullptr;
           step = expansions_.step(step->place.file)) {
        consider(step->place, Kind::step);
        consider(step->definition, Kind::macro);
      }
    }
    for (std::size_t i = 0; i < expansions_.origin_count(); ++i)
      consider(expansions_.origin(i).from, Kind::origin);
    switch (kind_) {
      case Kind::none: return {};
      case Kind::part: return written_there();
      case Kind::step: return made_by([&](const SourceStep& step) { return is_it(step.place); });
      case Kind::macro: return made_by([&](const SourceStep& step) { return is_it(step.definition); });
      case Kind::origin: return taking_it();
    }
    return {};
  }

 private:
  enum class Kind : std::uint8_t { none, part, step, macro, origin };

  // Keeps the smallest range around the offset.
  void consider(SourceRange range, Kind kind) {
    const SourceRange written = expansions_.written(range);
    if (written.file != file_ || offset_ < written.begin || offset_ > written.end) return;
    if (kind_ != Kind::none && written.end - written.begin >= smallest_.end - smallest_.begin) return;
    smallest_ = written;
    kind_ = kind;
  }
  bool is_it(SourceRange range) const { return range.valid() && expansions_.written(range) == smallest_; }
  const SourceStep* step_of(const PrintedPart& part) const { return expansions_.step(part.written.file); }

  std::vector<const PrintedPart*> written_there() const {
    std::vector<const PrintedPart*> found;
    for (const PrintedPart& part : parts_)
      if (is_it(part.written)) found.push_back(&part);
    return found;
  }

  // The outermost parts that a step led to.
  std::vector<const PrintedPart*> made_by(const std::function<bool(const SourceStep&)>& is_wanted) const {
    std::vector<const PrintedPart*> found;
    for (const PrintedPart& part : parts_) {
      if (!found.empty() && part.begin < found.back()->end) continue;
      const SourceStep* step = step_of(part);
      while (step != nullptr && !is_wanted(*step)) step = expansions_.step(step->place.file);
      if (step != nullptr) found.push_back(&part);
    }
    return found;
  }

  // The attributes and texts whose value was written there.
  std::vector<const PrintedPart*> taking_it() const {
    std::vector<SourceRange> values;
    for (std::size_t i = 0; i < expansions_.origin_count(); ++i)
      if (is_it(expansions_.origin(i).from)) values.push_back(expansions_.origin(i).at);
    std::vector<const PrintedPart*> found;
    for (const PrintedPart& part : parts_) {
      const bool has_value = std::ranges::any_of(values, [&](const SourceRange& value) {
        return value.file == part.written.file && part.written.begin <= value.begin &&
               value.end <= part.written.end;
      });
      if (!has_value) continue;
      while (!found.empty() && part.end <= found.back()->end) found.pop_back();  // an element around it
      found.push_back(&part);
    }
    return found;
  }

  const std::vector<PrintedPart>& parts_;
  const Expansions& expansions_;
  FileId file_;
  std::uint32_t offset_;
  Kind kind_ = Kind::none;
  SourceRange smallest_;
};

// Fills the places and steps of a text.
class PlaceWriter {
 public:
  PlaceWriter(const Workspace& workspace, const SourceManager& sources, ExpandedText& text)
      : expansions_(sources.expansions()),
        places_(workspace, sources),
        positions_(text.text, workspace.encoding()),
        text_(text) {}

  void add(const PrintedPart& part) {
    if (!part.head.valid()) return;
    text_.places.push_back({positions_.range(part.begin, part.end), places_(part.head),
                            index_of(expansions_.step(part.written.file))});
  }
  Range range(const PrintedPart& part) const { return positions_.range(part.begin, part.end); }

 private:
  // Chains may be as deep as calls are nested.
  std::optional<std::uint32_t> index_of(const SourceStep* step) {
    std::vector<const SourceStep*> added;
    for (; step != nullptr && !steps_.contains(step); step = expansions_.step(step->place.file))
      added.push_back(step);
    std::optional<std::uint32_t> outer;
    if (step != nullptr) outer = steps_.at(step);
    for (auto next = added.rbegin(); next != added.rend(); ++next) {
      text_.steps.push_back(
          {std::string(kind_word((*next)->kind)), (*next)->name, places_((*next)->place), outer});
      outer = static_cast<std::uint32_t>(text_.steps.size() - 1);
      steps_.emplace(*next, *outer);
    }
    return outer;
  }

  const Expansions& expansions_;
  WrittenPlaces places_;
  TextPositions positions_;
  ExpandedText& text_;
  std::map<const SourceStep*, std::uint32_t> steps_;
};

// Returns the parts of an expansion that come from a position of the document. The document may have changed
// since.
std::vector<const PrintedPart*> parts_at(const Workspace& workspace, const View& view,
                                         const driver::ExpandedInput& expansion, Position position) {
  const SourceManager& sources = *expansion.sources;
  for (FileId file = 1; file <= sources.file_count(); ++file) {
    if (SourceManager::file_key(std::string(sources.name(file))) != view.key) continue;
    const std::string& text = view.document->text;
    const std::size_t offset = TextPositions(text, workspace.encoding()).offset(position);
    const std::size_t then = MovedOffsets(text, sources.text(file))(offset);
    return PartFinder(expansion, file, static_cast<std::uint32_t>(then)).find();
  }
  return {};
}

}  // namespace

std::variant<ExpandedText, CommandFailed> expanded_text(Workspace& workspace, const View& view,
                                                        const std::optional<std::string>& root,
                                                        std::optional<Position> position) {
  const auto readings = workspace.readings_of(view.key);
  if (readings.empty()) return CommandFailed{"the document describes no robot"};
  // The view has the same robots in the same order, each as it was when it had a meaning.
  std::size_t index = 0;
  while (root && index < readings.size() && driver::label(readings[index]->input()) != *root) ++index;
  if (index >= std::min(readings.size(), view.readings.size()))
    return CommandFailed{concat("no robot '", *root, "' reads the document")};
  const auto expand = [&](const Reading& reading) {
    return driver::expand_input(reading.input(), workspace.project_of(reading.input().file).request,
                                &reading.texts());
  };
  ExpandedText result;
  driver::ExpandedInput expansion = expand(*readings[index]);
  if (!expansion.document && view.readings[index] != readings[index]) {
    driver::ExpandedInput before = expand(*view.readings[index]);
    result.isStale = before.document.has_value();
    if (before.document) expansion = std::move(before);
  }
  const driver::Input& input = readings[index]->input();
  if (!expansion.document)
    return CommandFailed{concat("'", driver::label(input), "' has errors: ", expansion.problem)};
  result.name = driver::expanded_name(input);
  result.text = std::move(expansion.document->text);
  PlaceWriter writer(workspace, *expansion.sources, result);
  for (const PrintedPart& part : expansion.document->parts) writer.add(part);
  if (position) {
    result.found.emplace();
    for (const PrintedPart* part : parts_at(workspace, view, expansion, *position))
      result.found->push_back(writer.range(*part));
  }
  return result;
}

}  // namespace romas::lsp
