#include "frontend/airfoil/xfoil_polar.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <string_view>
#include <utility>

#include "support/text/text.h"

namespace romas {

namespace {

constexpr std::size_t kMostPoints = 1000;  // of a polar
constexpr double kSameAngle = 1e-8;        // rad: Xfoil writes thousandths of a degree
constexpr std::size_t kMostPolars = 100;   // of a file

class Reader {
 public:
  Reader(FileId file, std::string_view text) : file_(file), text_(text) {}

  std::variant<std::vector<AirfoilPolar>, PolarProblem> run() {
    for (std::size_t begin = 0; begin < text_.size() && !problem_;) {
      const std::size_t end = std::min(text_.find('\n', begin), text_.size());
      line(begin, end);
      begin = end + 1;
    }
    finish_table();
    if (!problem_ && polars_.empty())
      fail("it has no table with the columns alpha, CL, CD and CM, as Xfoil writes a polar", 0, 0);
    if (problem_) return *problem_;
    std::ranges::stable_sort(polars_, {}, &AirfoilPolar::reynolds);
    return std::move(polars_);
  }

 private:
  struct Word {
    std::string text;  // in lower case
    std::size_t begin, end;
  };

  void fail(std::string reason, std::size_t begin, std::size_t end) {
    if (problem_) return;
    problem_ = PolarProblem{std::move(reason),
                            {file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)}};
  }

  std::vector<Word> words_of(std::size_t begin, std::size_t end) const {
    std::vector<Word> words;
    for (const Token& token : split_words(text_.substr(begin, end - begin)))
      words.push_back({to_lower(token.text), begin + token.offset, begin + token.offset + token.text.size()});
    return words;
  }

  void line(std::size_t begin, std::size_t end) {
    const std::vector<Word> words = words_of(begin, end);
    if (words.empty() || words.front().text.starts_with("---")) return;
    if (words.front().text == "alpha") return head(words);
    if (in_table_ && parse_double(words.front().text)) return row(words);
    // Any other line ends a table: the title of the next one has lines that begin with numbers.
    finish_table();
    find_reynolds(words);
  }

  // "Re = 0.200 e 6", anywhere in a line above a table.
  void find_reynolds(const std::vector<Word>& words) {
    for (std::size_t i = 0; i + 2 < words.size(); ++i) {
      if (words[i].text != "re" || words[i + 1].text != "=") continue;
      std::string number = words[i + 2].text;
      if (i + 4 < words.size() && words[i + 3].text == "e") number += "e" + words[i + 4].text;
      const auto value = parse_double(number);
      if (!value || !std::isfinite(*value) || *value < 0)
        return fail("this is not a Reynolds number", words[i + 2].begin, words[i + 2].end);
      reynolds_ = *value;
      return;
    }
  }

  // Titles of two words ("Top Xtr") stand behind the columns that are read.
  void head(const std::vector<Word>& words) {
    finish_table();
    in_table_ = true;
    head_ = words.front();
    const auto column = [&](std::string_view name) {
      const auto found = std::ranges::find(words, to_lower(name), &Word::text);
      if (found == words.end())
        fail(concat("the table has no column ", name), words.front().begin, words.back().end);
      return static_cast<std::size_t>(found - words.begin());
    };
    lift_ = column("CL"), drag_ = column("CD"), moment_ = column("CM");
  }

  void row(const std::vector<Word>& words) {
    if (points_.size() >= kMostPoints)
      return fail(concat("the polar has more than ", kMostPoints, " angles of attack"), words.front().begin,
                  words.back().end);
    const auto value = [&](std::size_t column) {
      if (column >= words.size()) {
        fail("the row ends before its last column", words.front().begin, words.back().end);
        return 0.0;
      }
      const auto number = parse_double(words[column].text);
      constexpr double kLargest = 1000;
      if (!number || !(std::abs(*number) <= kLargest))
        fail("this is neither an angle in degrees nor a coefficient", words[column].begin, words[column].end);
      return number.value_or(0);
    };
    points_.push_back({value(0) * std::numbers::pi / 180, value(lift_), value(drag_), value(moment_)});
  }

  void finish_table() {
    if (!in_table_) return;
    in_table_ = false;
    std::ranges::stable_sort(points_, {}, &PolarPoint::alpha);
    AirfoilPolar polar{std::exchange(reynolds_, 0), {}};
    for (const PolarPoint& point : std::exchange(points_, {})) {
      if (polar.points.empty() || point.alpha > polar.points.back().alpha + kSameAngle)
        polar.points.push_back(point);
      else
        polar.points.back() = point;
    }
    if (polar.points.size() < 2)
      fail("a polar needs at least two angles of attack; its analysis may not have converged", head_.begin,
           head_.end);
    if (polars_.size() >= kMostPolars)
      fail(concat("the file has more than ", kMostPolars, " polars"), head_.begin, head_.end);
    polars_.push_back(std::move(polar));
  }

  FileId file_;
  std::string_view text_;
  std::vector<AirfoilPolar> polars_;
  std::vector<PolarPoint> points_;  // of the table that is being read
  Word head_{};
  bool in_table_ = false;
  double reynolds_ = 0;
  std::size_t lift_ = 0, drag_ = 0, moment_ = 0;
  std::optional<PolarProblem> problem_;
};

}  // namespace

std::variant<std::vector<AirfoilPolar>, PolarProblem> read_xfoil_polars(FileId file,
                                                                        const SourceManager& sources) {
  return Reader(file, sources.text(file)).run();
}

}  // namespace romas
