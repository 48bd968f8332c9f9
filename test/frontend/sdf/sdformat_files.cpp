// Holds romasc against libsdformat on the files of libsdformat's own tests, if they are there:
// ROMAS_SDFORMAT=FOLDER names the sources of sdformat 12. Files that libsdformat refuses are refused here,
// and those that it takes have the same joints, frames and masses, model by model and as a whole world.
// Differences that are meant are rows of sdformat_files.def.
#include <gtest/gtest.h>

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>

#include "test/frontend/sdf/libsdformat.h"
#include "test/frontend/strict_compiler.h"

namespace romas::test {
namespace {

namespace fs = std::filesystem;

struct Difference {
  std::string_view file, reason;
};
constexpr std::array kDifferences = {
#define SDFORMAT_FILE(file, reason) Difference{file, reason},
#include "test/frontend/sdf/sdformat_files.def"
#undef SDFORMAT_FILE
};

std::vector<fs::path> descriptions(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file() &&
        (entry.path().extension() == ".sdf" || entry.path().extension() == ".world"))
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

// Those tests name the models of their folder without model://, by a callback. Copies of the files say it.
void copy_with_uris(const fs::path& from, const fs::path& to, const fs::path& models) {
  for (const auto& entry : fs::recursive_directory_iterator(from)) {
    if (!entry.is_regular_file() || entry.file_size() > 1'000'000) continue;
    std::string text = read_text(entry.path());
    constexpr std::string_view kOpen = "<uri>";
    for (std::size_t at = text.find(kOpen); at != std::string::npos; at = text.find(kOpen, at + 1)) {
      const std::size_t begin = at + kOpen.size();
      const std::string name = text.substr(begin, text.find('<', begin) - begin);
      if (!name.empty() && name.find(':') == std::string::npos && fs::exists(models / name))
        text.insert(begin, "model://");
    }
    const fs::path copy = to / entry.path().lexically_relative(from);
    fs::create_directories(copy.parent_path());
    std::ofstream(copy, std::ios::binary) << text;
  }
}

void compare_models(const sdf::Root& root, const std::vector<Model>& models) {
  std::size_t compared = 0;
  const auto compare = [&](const sdf::Model& theirs) {
    for (const Model& ours : models) {
      if (ours.name != theirs.Name()) continue;
      expect_same_model(ours, theirs, 1e-4);
      ++compared;
      return;
    }
    ADD_FAILURE() << "there is no model " << theirs.Name();
  };
  if (root.Model() != nullptr) compare(*root.Model());
  for (std::uint64_t w = 0; w < root.WorldCount(); ++w)
    for (std::uint64_t m = 0; m < root.WorldByIndex(w)->ModelCount(); ++m)
      compare(*root.WorldByIndex(w)->ModelByIndex(m));
  EXPECT_EQ(compared, models.size());
}

std::string first_defect(const driver::CompileResult& result) {
  const auto defects = StrictCompiler::defects(result);
  return defects.empty() ? std::string() : *defects.begin();
}

void compare_file(const fs::path& file, StrictCompiler& compiler) {
  sdf::Root root;
  const sdf::Errors refused = root.Load(file.string());
  compiler.set_world(false);
  const auto ours = compiler.compile_file(file.string());
  if (!refused.empty()) {
    EXPECT_NE(first_defect(ours), "") << "libsdformat refuses it: " << refused.front().Message();
    return;
  }
  if (root.Model() != nullptr || (root.WorldCount() > 0 && root.WorldByIndex(0)->ModelCount() > 0))
    EXPECT_FALSE(ours.models.empty()) << "libsdformat takes it: " << first_defect(ours);
  if (ours.models.empty()) return;
  compare_models(root, ours.models);
  if (root.WorldCount() != 1 || root.WorldByIndex(0)->ModelCount() == 0) return;
  compiler.set_world(true);
  const auto whole = compiler.compile_file(file.string());
  ASSERT_EQ(whole.models.size(), 1U) << first_defect(whole);
  expect_same_world(whole.models.front(), *root.WorldByIndex(0), 1e-4);
}

TEST(SdformatFiles, areReadAsLibsdformatReadsThem) {
  const char* given = std::getenv("ROMAS_SDFORMAT");  // NOLINT(concurrency-mt-unsafe): nobody sets it
  if (given == nullptr) GTEST_SKIP() << "ROMAS_SDFORMAT names no folder with the sources of sdformat 12";
  silence_libsdformat();
  const fs::path folder = fs::path(testing::TempDir()) / concat("romas-sdformat-", ::getpid());
  fs::remove_all(folder);
  copy_with_uris(fs::path(given) / "test", folder / "test", fs::path(given) / "test/integration/model");
  const fs::path models = folder / "test/integration/model";
  sdf::addURIPath("model://", models.string());
  StrictCompiler compiler("unused.sdf");
  compiler.set_models(models.string());
  std::size_t count = 0;
  for (const fs::path& file : descriptions(folder / "test")) {
    const std::string name = file.lexically_relative(folder).generic_string();
    const auto* row = std::find_if(kDifferences.begin(), kDifferences.end(),
                                   [&](const Difference& each) { return each.file == name; });
    ++count;
    if (row != kDifferences.end()) continue;
    SCOPED_TRACE(name);
    compare_file(file, compiler);
  }
  fs::remove_all(folder);
  EXPECT_GT(count, 100U) << "these are not the tests of sdformat 12";
  std::cout << count << " files, of which " << kDifferences.size() << " differ on purpose\n";
}

}  // namespace
}  // namespace romas::test
