#include "driver/cache/result_cache.h"

#include <algorithm>
#include <utility>

#include "driver/cache/kept_result.h"
#include "support/bytes/bytes.h"

namespace romas::driver {

namespace {

using Question = FileRecord::Question;

// Returns a function that counts the elements of a place in the expansion of an input. Counts are needed only
// if robots share a text that one of them would fix, so they are not kept: the input is then compiled again.
std::function<std::size_t(SourceRange)> counts_of(const Input& input, const CompileRequest& request,
                                                  const Pipelines& pipelines) {
  return
      [input, &request, &pipelines, compiled = std::shared_ptr<CompileResult>()](SourceRange place) mutable {
        if (compiled == nullptr)
          compiled = std::make_shared<CompileResult>(driver::compile(input, request, pipelines));
        return compiled->sources->expansions().occurrences(place);
      };
}

}  // namespace

ResultCache::ResultCache(std::unique_ptr<CacheFolder> folder, std::string options,
                         std::shared_ptr<PackageIndex> packages)
    : folder_(std::move(folder)), options_(std::move(options)), files_(std::move(packages)) {}

ResultCache::Place ResultCache::place_of(Kind kind, const Input& input) const {
  Place place;
  if (input.file == "-") return place;  // it can be read once
  auto file = read_plain_file(input.file, SourceManager::kDefaultMaxInput);
  if (!file) return place;  // working on it will tell why
  place.text = std::move(file->content);
  place.hash = content_hash(place.text);
  ByteWriter all;
  all.number(static_cast<std::uint64_t>(kind)).text(options_).text(input.file).text(place.hash.hex());
  all.text(input.name).text(input.project_file).number(input.arguments.size());
  for (const InputArgument& argument : input.arguments)
    all.text(argument.name).text(argument.value).number(argument.begin).number(argument.end);
  all.number(input.robots.size());
  for (const Input& robot : input.robots) all.text(label(robot)).text(robot.file);
  all.number(input.robots_are_sure ? 1 : 0);
  all.number(input.described ? 1 : 0);
  all.number(input.semantics.size());
  for (const std::string& semantics : input.semantics) all.text(semantics);
  place.key = content_hash(all.take()).hex();
  return place;
}

std::optional<std::string> ResultCache::find(const Place& place, const Input& input) {
  if (place.key.empty()) return std::nullopt;
  const auto entry = folder_->read(place.key);
  if (!entry) return std::nullopt;
  ByteReader reader(*entry);
  for (std::size_t left = reader.count(); left > 0; --left) {
    FileRecord::Fact fact;
    fact.question = static_cast<Question>(reader.number(static_cast<unsigned>(FileRecord::kLastQuestion)));
    fact.about = reader.text();
    fact.answer = reader.text();
    if (!reader.ok()) return std::nullopt;
    const bool is_input = fact.question == Question::content && fact.about == input.file;
    if (is_input ? fact.answer != place.hash.hex() : !files_.holds(fact)) return std::nullopt;
  }
  std::string content(reader.text());
  return reader.done() ? std::optional(std::move(content)) : std::nullopt;
}

void ResultCache::keep(const Place& place, const Input& input, const FileRecord& record,
                       std::string_view content) {
  if (place.key.empty() || !record.complete()) return;
  // The text that was worked on may be another one by now.
  const auto is_text = [&](const FileRecord::Fact& fact) {
    return fact.question == Question::content && fact.about == input.file;
  };
  const auto text = std::ranges::find_if(record.facts(), is_text);
  if (text == record.facts().end() || text->answer != place.hash.hex()) return;
  ByteWriter writer;
  writer.number(record.facts().size());
  for (const FileRecord::Fact& fact : record.facts())
    writer.number(static_cast<std::uint64_t>(fact.question)).text(fact.about).text(fact.answer);
  writer.text(content);
  folder_->write(place.key, writer.take());
}

std::optional<CompileResult> ResultCache::restore(std::string_view content, const Input& input,
                                                  const std::string& text) const {
  ByteReader reader(content);
  const std::string_view form = reader.text();
  const std::string_view shown = reader.text();
  const std::string_view kept = reader.text();
  if (!reader.done()) return std::nullopt;
  return form_.show && form == form_.name ? restore_shown(shown, input) : restore_result(kept, input, text);
}

CompileResult ResultCache::compile(const Input& input, const CompileRequest& request,
                                   const Pipelines& pipelines) {
  Place place = place_of(Kind::result, input);
  if (const auto known = find(place, input))
    if (auto result = restore(*known, input, place.text)) {
      if (result->is_root) result->occurrences = counts_of(input, request, pipelines);
      return std::move(*result);
    }
  std::string().swap(place.text);
  FileRecord record;
  CompileResult result = [&] {
    const Recording recording(&record);
    return driver::compile(input, request, pipelines);
  }();
  if (const auto kept = keep_result(result)) {
    const auto text = form_.show ? form_.show(result) : std::nullopt;
    ByteWriter writer;
    writer.text(text ? form_.name : "").text(text ? keep_shown(result, *text) : "").text(*kept);
    keep(place, input, record, writer.take());
  }
  return result;
}

std::string ResultCache::finish() {
  folder_->remove_oldest();
  return folder_->problem();
}

}  // namespace romas::driver
