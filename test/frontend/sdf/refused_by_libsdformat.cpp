// An SDF that libsdformat, the reader of Gazebo, refuses has at least a defect here. The texts are those of
// the corpus and of Inputs, each with one element, attribute or text deleted, emptied, misspelt, repeated, or
// made a word. Libsdformat takes a twentieth of a second for a text: every fourth kind of mutation is made,
// once in all files; where ROMAS_TEST_FULL is set, every kind ten times. Differences that are meant are rows
// of libsdformat_differences.def.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <map>
#include <sdf/sdf.hh>
#include <set>

#include "support/text/text.h"
#include "test/corpus.h"
#include "test/frontend/sdf/libsdformat.h"
#include "test/frontend/strict_compiler.h"
#include "test/frontend/xml/mutations.h"

namespace romas::test {
namespace {

struct Difference {
  std::string_view what, places;
};
constexpr std::array kDifferences = {
#define DIFFERENCE(what, places, reason) Difference{what, places},
#include "test/frontend/sdf/libsdformat_differences.def"
#undef DIFFERENCE
};

// The row that a mutation falls under; null: none.
const Difference* meant(const std::string& mutation) {
  for (const Difference& row : kDifferences)
    for (const Token& place : split_words(row.places))
      if (mutation.ends_with(place.text)) return &row;
  return nullptr;
}

// The first reason why libsdformat refuses a text; empty: it reads it. The description of SDF itself, which
// takes most of the time, is parsed once.
std::string refusal(const std::string& text) {
  static const sdf::SDFPtr kFormat = [] {
    auto format = std::make_shared<sdf::SDF>();
    sdf::init(format);
    return format;
  }();
  const auto document = std::make_shared<sdf::SDF>();
  document->Root(kFormat->Root()->Clone());
  sdf::Errors errors;
  try {
    if (!sdf::readString(text, document, errors)) return errors.empty() ? "no SDF" : errors.front().Message();
    sdf::Root root;
    const sdf::Errors more = root.Load(document);
    errors.insert(errors.end(), more.begin(), more.end());
  } catch (const std::exception& error) {
    return error.what();
  }
  return errors.empty() ? std::string() : errors.front().Message();
}

const StrictCompiler& compiler() {
  static const StrictCompiler kCompiler("robot.sdf");
  return kCompiler;
}

std::set<std::string> defects(const std::string& text) {
  return StrictCompiler::defects(compiler().compile(text));
}

struct Tally {
  std::size_t mutations = 0, refused = 0;
  struct Made {
    std::size_t times = 0;
    bool skipped = false;
  };
  std::map<std::string, Made> made;           // by mutation
  std::map<std::string, std::string> misses;  // by mutation: the first file, and what libsdformat says
  std::set<std::string_view> seen;            // differences that are meant
};

void compare(const std::filesystem::path& path, bool full, Tally& tally) {
  const std::string text = read_text(path);
  const auto before = defects(text);
  if (const std::string reason = refusal(text); !reason.empty()) {
    EXPECT_FALSE(before.empty()) << path << ": " << reason;
    return;
  }
  const auto is_foreign = [](const XmlElement&) { return false; };
  EXPECT_TRUE(for_each_mutation(text, 0, is_foreign, [&](const Mutation& mutation) {
    if (mutation.name == "misspell /sdf") return;  // no SDF at all
    const auto [made, fresh] = tally.made.try_emplace(mutation.name);
    if (fresh) made->second.skipped = !full && (tally.made.size() - 1) % 4 != 0;
    if (made->second.skipped || ++made->second.times > (full ? 10U : 1U)) return;
    ++tally.mutations;
    const std::string reason = refusal(mutation.text);
    const auto ours = defects(mutation.text);
    if (reason.empty()) return;
    ++tally.refused;
    if (!std::includes(before.begin(), before.end(), ours.begin(), ours.end())) return;
    if (const Difference* row = meant(mutation.name))
      tally.seen.insert(row->what);
    else
      tally.misses.emplace(mutation.name, concat(path.filename().string(), ": ", reason));
  })) << path;
}

TEST(RefusedByLibsdformat, whatItRefusesIsADefectHere) {
  silence_libsdformat();
  const bool full =
      std::getenv("ROMAS_TEST_FULL") != nullptr;  // NOLINT(concurrency-mt-unsafe): nobody sets it
  std::vector<std::filesystem::path> files = corpus_files("sdf", ".sdf");
  for (const char* file : {"frames.sdf", "old.sdf"})
    files.emplace_back(source_path(concat("test/frontend/sdf/Inputs/", file)));
  Tally tally;
  for (const auto& file : files) compare(file, full, tally);
  for (const auto& [mutation, what] : tally.misses) ADD_FAILURE() << mutation << "\n  " << what;
  if (full && std::filesystem::is_directory(corpus_folder()))
    for (const Difference& row : kDifferences)
      EXPECT_TRUE(tally.seen.contains(row.what)) << row.what << " is no difference";
  EXPECT_GT(tally.refused, 50U) << "too few mutations that libsdformat refuses to mean anything";
  std::cout << tally.mutations << " mutations of " << files.size() << " files, of which libsdformat refuses "
            << tally.refused << '\n';
}

}  // namespace
}  // namespace romas::test
