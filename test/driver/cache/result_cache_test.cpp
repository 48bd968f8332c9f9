// The kept result of an input is the one that was found, and nothing that happens to the folder of the cache
// changes a result. test/tools/cache.test holds whole runs with a cache against runs without one.
#include "driver/cache/result_cache.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "driver/cache/kept_result.h"
#include "test/driver/driver_helpers.h"
#include "test/folders.h"

namespace romas {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& path, std::string_view text) { std::ofstream(path, std::ios::binary) << text; }

// Whatever a run may say of a result.
std::string all_of(const driver::CompileResult& result) {
  std::string text = test::print_result(result);
  text += render_json({&result.report, 1}, {});
  text += render_sarif({&result.report, 1}, "1", {});
  const DiagnosticReport losses{result.sources.get(), result.losses, {}};
  text += render_json({&losses, 1}, {});
  text += concat(result.format, " ", result.file, " ", result.label, " ", result.is_root, result.unchecked);
  for (FileId file = 1; file <= result.sources->file_count(); ++file) text += result.sources->name(file);
  return text;
}

class ResultCacheTest : public testing::Test {
 protected:
  ResultCacheTest() : folder_(fs::path(testing::TempDir()) / concat("romas-cache-", ::getpid())) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    write(folder_ / "arm.urdf", R"(<robot name="arm"><link name="a" colour="red"/></robot>)");
  }
  ~ResultCacheTest() override { fs::remove_all(folder_); }

  std::unique_ptr<driver::ResultCache> cache(const std::string& options = "o",
                                             std::uint64_t bound = driver::CacheFolder::kDefaultBound) const {
    std::string problem;
    auto folder = driver::CacheFolder::open((folder_ / "cache").string(), bound, problem);
    EXPECT_EQ(problem, "");
    return std::make_unique<driver::ResultCache>(std::move(folder), options, nullptr);
  }
  // The text of the result, through a cache.
  std::string through(driver::ResultCache& cache, const std::string& input) const {
    return all_of(cache.compile(input, request_, test::pipelines_of(request_)));
  }
  std::string input() const { return (folder_ / "arm.urdf").string(); }
  std::vector<fs::path> entries() const {
    std::vector<fs::path> found;
    for (const auto& entry : fs::recursive_directory_iterator(folder_ / "cache"))
      if (entry.is_regular_file() && entry.path().filename() != "CACHEDIR.TAG") found.push_back(entry.path());
    return found;
  }

  fs::path folder_;
  driver::CompileRequest request_ = test::emitting({"tree", "urdf"});
};

// Kept and restored, results are the same in everything that is said of them.
TEST_F(ResultCacheTest, keepsAllThatIsSaid) {
  for (const char* file :
       {"examples/six-axis/six-axis.assembly.xml", "examples/cell/table.urdf", "examples/arms/ur5.romas",
        "examples/cell/cell.romas", "test/frontend/sdf/Inputs/frames.sdf", "docs/first-look/arm.urdf"}) {
    const driver::Input input(test::source_path(file));
    const driver::CompileResult made = driver::compile(input, request_, test::pipelines_of(request_));
    const auto kept = driver::keep_result(made);
    ASSERT_TRUE(kept) << file;
    const auto restored = driver::restore_result(*kept, input, test::read_file(input.file));
    ASSERT_TRUE(restored) << file;
    EXPECT_EQ(all_of(*restored), all_of(made));
  }
}

// An entry is used: one whose message is another one shows it.
TEST_F(ResultCacheTest, takesWhatIsKept) {
  const std::string expected = through(*cache(), input());
  ASSERT_EQ(entries().size(), 1U);
  const std::string entry = test::read_file(entries().front());
  const std::size_t head = entry.find('\n', entry.find('\n', entry.find('\n') + 1) + 1) + 1;
  std::string content = entry.substr(head);
  content.replace(content.find("colour"), 6, "COLOUR");
  write(entries().front(), concat(entry.substr(0, head - 33), content_hash(content).hex(), "\n", content));
  const std::string found = through(*cache(), input());
  EXPECT_NE(found, expected);
  EXPECT_NE(found.find("COLOUR"), std::string::npos);
}

TEST_F(ResultCacheTest, takesNothingOfOtherOptionsOrTexts) {
  const std::string expected = through(*cache(), input());
  EXPECT_EQ(through(*cache("other"), input()), expected);
  EXPECT_EQ(entries().size(), 2U);
  write(input(), R"(<robot name="arm"><link name="b"/></robot>)");
  EXPECT_NE(through(*cache(), input()), expected);
  EXPECT_EQ(entries().size(), 3U);
}

// Damaged at any byte, or cut off anywhere, an entry is none.
TEST_F(ResultCacheTest, takesNoDamagedEntry) {
  const std::string expected = through(*cache(), input());
  const fs::path path = entries().front();
  const std::string entry = test::read_file(path);
  const auto cached = cache();
  const auto place = cached->place_of(driver::ResultCache::Kind::result, input());
  ASSERT_TRUE(cached->find(place, input()));
  for (std::size_t at = 0; at < entry.size(); ++at) {
    for (const int change : {1, 0x80, 0xff}) {
      std::string damaged = entry;
      damaged[at] = static_cast<char>(damaged[at] ^ change);
      write(path, damaged);
      EXPECT_FALSE(cached->find(place, input())) << at;
    }
    write(path, entry.substr(0, at));
    EXPECT_FALSE(cached->find(place, input())) << at;
  }
  write(path, entry + "x");
  EXPECT_FALSE(cached->find(place, input()));
  EXPECT_EQ(through(*cached, input()), expected);
  EXPECT_TRUE(cached->find(place, input()));  // it was written anew
}

// Bytes that no run has written, with the right hash: some result or none, and no crash.
TEST_F(ResultCacheTest, survivesAnyBytes) {
  const driver::Input input(test::source_path("docs/first-look/arm.urdf"));
  const std::string text = test::read_file(input.file);
  const std::string kept =
      *driver::keep_result(driver::compile(input, request_, test::pipelines_of(request_)));
  std::size_t restored = 0;
  for (std::size_t at = 0; at < kept.size(); ++at) {
    for (const int byte : {0, 1, 0x7f, 0x80, 0xff, kept[at] ^ 1}) {
      std::string other = kept;
      other[at] = static_cast<char>(byte);
      if (const auto result = driver::restore_result(other, input, text)) {
        ++restored;
        all_of(*result);
      }
    }
    EXPECT_FALSE(driver::restore_result(kept.substr(0, at), input, text));
  }
  EXPECT_GT(restored, 0U);
}

// A run that only shows findings keeps what it shows; another way of showing them makes it anew from the
// data.
TEST_F(ResultCacheTest, keepsWhatIsShown) {
  const auto cached = cache();
  const auto show = [](const driver::CompileResult& result) {
    return std::optional("shown " + render_concise(result.report, {}));
  };
  cached->show_as({"one", show});
  const driver::Pipelines pipelines = test::pipelines_of(request_);
  const driver::CompileResult made = cached->compile(input(), request_, pipelines);
  const driver::CompileResult known = cached->compile(input(), request_, pipelines);
  EXPECT_EQ(known.shown, *show(made));
  EXPECT_EQ(known.status, made.status);
  EXPECT_EQ(known.sources, nullptr);
  EXPECT_EQ(known.tally.count(Severity::warning) + known.tally.count(Severity::error),
            made.report.diagnostics.size());
  cached->show_as({"two", show});
  EXPECT_EQ(all_of(cached->compile(input(), request_, pipelines)), all_of(made));
  const std::string kept = driver::keep_shown(made, "text");
  for (std::size_t at = 0; at < kept.size(); ++at) {
    EXPECT_FALSE(driver::restore_shown(kept.substr(0, at), input()));
    for (const int byte : {0, 0x7f, 0xff}) {
      std::string other = kept;
      other[at] = static_cast<char>(byte);
      driver::restore_shown(other, input());
    }
  }
}

TEST_F(ResultCacheTest, removesWhatWasNotUsedForLongest) {
  constexpr std::uint64_t kBound = std::uint64_t{256} * 3000;
  std::string problem;
  const auto folder = driver::CacheFolder::open((folder_ / "cache").string(), kBound, problem);
  const auto key = [](int i) { return concat("ab", std::string(26, '0'), 1000 + i); };
  for (int i = 0; i < 10; ++i) {
    folder->write(key(i), std::string(1000, 'x'));
    fs::last_write_time(folder_ / "cache/romasc-1/ab" / key(i).substr(2),
                        fs::file_time_type::clock::now() - std::chrono::minutes(100 - i));
  }
  write(folder_ / "cache/romasc-1/ab/.1-1.tmp", "abandoned");
  fs::last_write_time(folder_ / "cache/romasc-1/ab/.1-1.tmp",
                      fs::file_time_type::clock::now() - std::chrono::hours(2));
  folder->remove_oldest();
  EXPECT_EQ(entries().size(), 2U);
  EXPECT_TRUE(folder->read(key(9)));
  EXPECT_FALSE(folder->read(key(0)));
  EXPECT_EQ(folder->problem(), "");
}

// Waiting entries are written to the disk when that is asked for, as long as the function given allows it.
TEST_F(ResultCacheTest, writesWhatWaits) {
  std::string problem;
  const auto folder = driver::CacheFolder::open((folder_ / "cache").string(), 1'000'000, problem);
  ASSERT_NE(folder, nullptr) << problem;
  folder->write_later();
  const std::string one(32, 'a'), two(32, 'b');
  folder->write(one, "first");
  folder->write(two, "second");
  EXPECT_TRUE(entries().empty());
  EXPECT_EQ(folder->read(one), std::nullopt);
  int asked = 0;
  folder->write_waiting([&] { return asked++ == 0; });
  EXPECT_EQ(folder->read(one), "first");
  EXPECT_EQ(folder->read(two), std::nullopt);
  folder->write_waiting([] { return true; });
  EXPECT_EQ(entries().size(), 1U);  // the second is forgotten
}

TEST_F(ResultCacheTest, saysThatAFolderCannotBeOne) {
  std::string problem;
  EXPECT_EQ(driver::CacheFolder::open(input(), 1, problem), nullptr);
  EXPECT_NE(problem.find("cannot write the cache"), std::string::npos) << problem;
}

}  // namespace
}  // namespace romas
