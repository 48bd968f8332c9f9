#include "lsp/workspace/index_cache.h"

#include <optional>
#include <utility>

#include "driver/inputs/load.h"
#include "support/bytes/bytes.h"

namespace romas::lsp {

namespace {

std::vector<std::string> keys_of(const SourceManager& sources) {
  std::vector<std::string> keys;
  keys.reserve(sources.file_count());
  for (FileId file = 1; file <= sources.file_count(); ++file)
    keys.push_back(SourceManager::file_key(std::string(sources.name(file))));
  return keys;
}

FilesRead read_files(const driver::Input& input, const ProjectRequest& project) {
  if (is_srdf_name(input.file)) {
    const driver::CompileResult result = driver::compile(input, project.request, project.pipelines);
    return {keys_of(*result.sources), result.semantics.has_value()};
  }
  const driver::CompileRequest request = driver::request_for(input, project.request);
  SourceManager sources;
  DiagnosticEngine diagnostics;
  diagnostics.see_instances_of(sources);
  std::vector<std::string> read;
  std::string printed;
  driver::Stage stage{sources, diagnostics, read, printed};
  const driver::LoadedText text = driver::load(input.file, request.input, stage);
  if (text.file == 0) return {};
  driver::parse(input.file, text.file, request.input, true, stage);
  return {keys_of(sources), false};
}

std::string keep(const FilesRead& files) {
  ByteWriter to;
  to.number(files.has_semantics ? 1 : 0).number(files.keys.size());
  for (const std::string& key : files.keys) to.text(key);
  return to.take();
}

std::optional<FilesRead> restore(std::string_view kept) {
  ByteReader from(kept);
  FilesRead files;
  files.has_semantics = from.number(1) != 0;
  for (std::size_t left = from.count(); left > 0; --left) files.keys.emplace_back(from.text());
  return from.done() ? std::optional(std::move(files)) : std::nullopt;
}

}  // namespace

IndexCache::~IndexCache() {
  for (const auto& [identity, cache] : caches_)
    if (cache != nullptr) cache->finish();
}

void IndexCache::write(const std::function<bool()>& go_on) {
  for (const auto& [identity, cache] : caches_)
    if (cache != nullptr) cache->write_waiting(go_on);
}

driver::ResultCache* IndexCache::of(const ProjectRequest& project) {
  if (folder_.empty()) return nullptr;
  const auto [known, is_new] = caches_.try_emplace(project.identity);
  std::string problem;  // the editor goes on without it
  if (is_new)
    if (auto folder = driver::CacheFolder::open(folder_, kMostBytes, problem)) {
      known->second = std::make_unique<driver::ResultCache>(std::move(folder), project.identity,
                                                            project.request.input.frontend.places.index);
      known->second->write_later();
    }
  return known->second.get();
}

FilesRead IndexCache::files_read(const driver::Input& input, const ProjectRequest& project) {
  driver::ResultCache* const cache = of(project);
  if (cache == nullptr) return read_files(input, project);
  const driver::ResultCache::Place place = cache->place_of(driver::ResultCache::Kind::reading, input);
  if (const auto known = cache->find(place, input))
    if (auto files = restore(*known)) return std::move(*files);
  FileRecord record;
  FilesRead files = [&] {
    const Recording recording(&record);
    return read_files(input, project);
  }();
  cache->keep(place, input, record, keep(files));
  return files;
}

}  // namespace romas::lsp
