#include "frontend/mesh/obj_reader.h"

#include <algorithm>
#include <array>
#include <vector>

#include "support/text/text.h"

namespace romas {

namespace {

class Obj {
 public:
  Obj(std::string_view text, MeshSink& sink) : text_(text), sink_(sink) {}

  void run() {
    std::size_t begin = 0;
    while (begin < text_.size() && sink_.good()) {
      const std::size_t end = statement_end(begin);
      statement(begin, end);
      begin = end + 1;
    }
  }

 private:
  // A statement is a line; a backslash at its end makes the next line part of it.
  std::size_t statement_end(std::size_t begin) const {
    std::size_t end = std::min(text_.find('\n', begin), text_.size());
    while (end < text_.size() && end > begin &&
           (text_[end - 1] == '\\' || text_.substr(begin, end - begin).ends_with("\\\r")))
      end = std::min(text_.find('\n', end + 1), text_.size());
    return end;
  }

  struct Word {
    std::string_view text;
    std::size_t begin = 0;
  };

  static constexpr std::size_t kMaxCorners = 10'000;  // of one face

  // Splits [begin, end) into words, up to a comment and up to the most words that a statement can have.
  // Memory is reused for every line.
  void split(std::size_t begin, std::size_t end) {
    const auto is_space = [](char c) {
      return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\\' || c == '\0';
    };
    words_.clear();
    for (std::size_t at = begin; at < end && text_[at] != '#' && words_.size() <= kMaxCorners + 1;) {
      if (is_space(text_[at])) {
        ++at;
        continue;
      }
      const std::size_t word = at;
      while (at < end && !is_space(text_[at]) && text_[at] != '#') ++at;
      words_.push_back({text_.substr(word, at - word), word});
    }
  }

  void fail(const Word& word, std::string message) {
    sink_.fail(word.begin, word.begin + word.text.size(), std::move(message));
  }

  void statement(std::size_t begin, std::size_t end) {
    split(begin, end);
    if (words_.empty()) return;
    const std::string_view kind = words_.front().text;
    constexpr std::array<std::string_view, 20> kOthers = {
        "vn", "vt",     "vp",     "o",     "g",        "s",        "mg",  "usemtl",     "mtllib",    "l",
        "p",  "usemap", "maplib", "bevel", "c_interp", "d_interp", "lod", "shadow_obj", "trace_obj", "call"};
    if (kind == "v") {
      vertex();
    } else if (kind == "f" || kind == "fo") {
      face(begin, end);
    } else if (kind == "curv" || kind == "curv2" || kind == "surf" || kind == "cstype") {
      fail(words_.front(), "free-form curves and surfaces are not read; export the mesh as polygons");
    } else if (std::find(kOthers.begin(), kOthers.end(), kind) == kOthers.end()) {
      constexpr std::size_t kShown = 40;
      fail(words_.front(), concat("'", kind.substr(0, kShown), "' is not a statement of an OBJ file"));
    }
  }

  void vertex() {
    if (words_.size() < 4) return fail(words_.back(), "a vertex needs three coordinates");
    std::array<double, 3> xyz{};
    for (std::size_t i = 0; i < 3; ++i) {
      const auto value = read_coordinate(words_[i + 1].text);
      if (!value) return fail(words_[i + 1], "this is not a coordinate");
      xyz[i] = *value;
    }
    if (sink_.mesh().vertices.size() >= 3 * kMaxMeshTriangles)
      return sink_.fail(words_[0].begin, words_[0].begin + 1,
                        concat("the mesh has more than ", 3 * kMaxMeshTriangles, " vertices"),
                        Rule::input_limit);
    sink_.mesh().vertices.emplace_back(xyz[0], xyz[1], xyz[2]);
  }

  // A corner is VERTEX, VERTEX/TEXTURE, VERTEX//NORMAL or VERTEX/TEXTURE/NORMAL. Indices count from 1;
  // negative ones count backwards, and -1 is the latest vertex.
  std::optional<std::uint32_t> corner(const Word& word) {
    const auto index = parse_integer(word.text.substr(0, word.text.find('/')));
    const auto count = static_cast<long long>(sink_.mesh().vertices.size());
    if (!index || *index == 0 || *index > count || *index < -count) {
      fail(word, !index || *index == 0 ? std::string("this is not a corner of a face; a corner begins with "
                                                     "the number of a vertex, counted from 1")
                                       : concat("the face refers to vertex ", *index, ", but ", count,
                                                " are defined up to here"));
      return std::nullopt;
    }
    return static_cast<std::uint32_t>(*index > 0 ? *index - 1 : count + *index);
  }

  void face(std::size_t begin, std::size_t end) {
    if (words_.size() < 4)
      return fail(words_.back(),
                  concat("a face needs at least three corners, but this one has ", words_.size() - 1));
    if (words_.size() > kMaxCorners + 1)
      return sink_.fail(words_[0].begin, words_[0].begin + 1,
                        concat("the face has more than ", kMaxCorners, " corners"), Rule::input_limit);
    const auto first = corner(words_[1]);
    auto previous = first ? corner(words_[2]) : std::nullopt;
    for (std::size_t i = 3; i < words_.size() && previous; ++i) {
      const auto next = corner(words_[i]);
      if (!next || !sink_.add_triangle({*first, *previous, *next}, begin, end)) return;
      previous = next;
    }
  }

  std::string_view text_;
  MeshSink& sink_;
  std::vector<Word> words_;
};

}  // namespace

void read_obj(std::string_view text, MeshSink& sink) { Obj(text, sink).run(); }

}  // namespace romas
