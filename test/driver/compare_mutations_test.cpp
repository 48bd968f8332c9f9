// Protects the promise of --compare that it sees everything: every attribute and every element of real robots
// is changed or deleted, one at a time, and the comparison with the original must name a difference, or the
// changed file must have an error. A table that is independent of the compiler tells which changes mean the
// same by the format's own definition.
#include <gmock/gmock.h>

#include <cstdlib>
#include <optional>
#include <set>

#include "driver/several/compare.h"
#include "driver/stages/comparable.h"
#include "frontend/xml/reader/xml_reader.h"
#include "support/text/text.h"
#include "test/corpus.h"
#include "test/driver/driver_helpers.h"
#include "test/driver/xml_mutator.h"

namespace romas {
namespace {

using driver::CompileResult;
using driver::CompileStatus;

using test::Mutation;
using test::Mutator;

// The frontend says of an element around the mutation that it was not read; or of the changed file alone.
bool is_not_read(const CompileResult& original, const CompileResult& changed, const Mutation& mutation) {
  const auto messages = [](const CompileResult& result) {
    std::multiset<std::string> found;
    for (const Diagnostic& loss : result.losses) found.insert(loss.message);
    return found;
  };
  if (messages(changed) != messages(original)) return true;
  return std::any_of(original.losses.begin(), original.losses.end(), [&](const Diagnostic& loss) {
    return std::any_of(mutation.enclosing.begin(), mutation.enclosing.end(), [&](const SourceRange& tag) {
      return tag.begin <= loss.range.begin && loss.range.begin < tag.end;
    });
  });
}

struct Counts {
  std::size_t made = 0, errors = 0, differences = 0, not_read = 0;
  std::vector<std::string> unseen;
};

void mutate_file(const std::filesystem::path& path, std::size_t every, std::size_t first, Counts& counts) {
  const std::string text = test::read_file(path);
  SourceManager sources;
  DiagnosticEngine aside;
  const auto root = read_xml_tree(sources.add_text(path.string(), text), sources, aside);
  if (!root) return;
  driver::CompileRequest request = test::emitting({});
  request.passes.passes = "";
  const driver::Pipelines pipelines = test::pipelines_of(request);
  const auto compile = [&](const std::string& content) {
    return driver::compile(
        path.string(), request, pipelines,
        std::make_unique<SourceManager::Texts>(test::texts({{path.string(), content}})).get());
  };
  const CompileResult original = compile(text);
  if (original.status != CompileStatus::ok || original.models.size() != 1) return;
  CompareOptions options;
  options.canonical_xml = driver::canonical_xml;
  options.a.format = options.b.format = original.format;
  ASSERT_THAT(compare_models(original.models.front(), original.models.front(), options).differences,
              ::testing::IsEmpty());
  const std::vector<Mutation> mutations = Mutator().of(*root);
  for (std::size_t i = first % every; i < mutations.size(); i += every) {
    const Mutation& mutation = mutations[i];
    std::string changed = text;
    changed.replace(mutation.begin, mutation.end - mutation.begin, mutation.text);
    const CompileResult result = compile(changed);
    ++counts.made;
    if (result.status != CompileStatus::ok || result.models.size() != 1) {
      ++counts.errors;
    } else if (!compare_models(original.models.front(), result.models.front(), options).differences.empty()) {
      ++counts.differences;
    } else if (is_not_read(original, result, mutation)) {
      ++counts.not_read;
    } else {
      const auto at = sources.line_column({root->range.file, mutation.begin});
      counts.unseen.push_back(concat(path.filename().string(), ":", at.line, ": ", mutation.what));
    }
  }
}

// Every URDF and SDF of the corpus and of the examples that can be read. Large ones of the benchmark, of
// which one mutation takes seconds, are left out.
std::vector<std::filesystem::path> robots() {
  std::vector<std::filesystem::path> files;
  for (const auto& folder : {test::corpus_folder(), std::filesystem::path(test::source_path("examples"))})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      const auto extension = entry.path().extension();
      if ((extension == ".urdf" || extension == ".sdf") && entry.path().parent_path().filename() != "bench" &&
          entry.file_size() < 1'000'000)
        files.push_back(entry.path());
    }
  std::sort(files.begin(), files.end());
  return files;
}

std::optional<std::string> environment(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody sets it
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

TEST(CompareMutations, everyAttributeAndEveryElementCounts) {
  ROMAS_NEEDS_CORPUS();
  const std::optional<std::string> asked = environment("ROMAS_MUTATE_EVERY");
  const std::size_t every = asked ? std::stoul(*asked) : environment("ROMAS_TEST_FULL") ? 1 : 97;
  Counts counts;
  std::size_t first = 0;
  for (const auto& path : robots()) mutate_file(path, every, ++first * 31, counts);
  std::printf("%zu mutations: %zu differences, %zu files with errors, %zu told as not read, %zu unseen\n",
              counts.made, counts.differences, counts.errors, counts.not_read, counts.unseen.size());
  EXPECT_GT(counts.made, 1000U);
  for (const std::string& unseen : counts.unseen) ADD_FAILURE() << unseen;
}

}  // namespace
}  // namespace romas
