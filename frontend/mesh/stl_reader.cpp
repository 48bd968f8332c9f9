#include "frontend/mesh/stl_reader.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "frontend/mesh/stl_format.h"
#include "support/text/text.h"

namespace romas {

namespace {

std::uint32_t read_u32(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i)
    value |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
  return value;
}

constexpr bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// Iterates over the words of a text.
class Words {
 public:
  explicit Words(std::string_view text) : text_(text) {}

  struct Word {
    std::string_view text;  // empty at the end
    std::size_t begin = 0, end = 0;
  };
  Word next() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    const std::size_t begin = at_;
    while (at_ < text_.size() && !is_space(text_[at_])) ++at_;
    return {text_.substr(begin, at_ - begin), begin, at_};
  }
  void skip_line() { at_ = std::min(text_.find('\n', at_), text_.size()); }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

class TextStl {
 public:
  TextStl(std::string_view text, MeshSink& sink) : words_(text), sink_(sink) {}

  void run() {
    while (sink_.good()) {
      const Words::Word word = words_.next();
      if (word.text.empty()) {
        if (open_) sink_.fail(word.begin, word.end, "the text ends inside a solid; 'endsolid' is missing");
        return;
      }
      const std::string lower = to_lower(word.text.substr(0, 10));
      if (lower == "solid" || lower == "endsolid") {
        open_ = lower == "solid";
        words_.skip_line();  // its name
      } else if (lower == "facet" && open_) {
        facet(word.begin);
      } else {
        unexpected(word, open_ ? "'facet' or 'endsolid'" : "'solid'");
      }
    }
  }

 private:
  void unexpected(const Words::Word& word, std::string_view wanted) {
    constexpr std::size_t kShown = 40;
    sink_.fail(word.begin, word.end,
               word.text.empty()
                   ? concat("the text ends where ", wanted, " is expected")
                   : concat(wanted, " is expected here, not '", word.text.substr(0, kShown), "'"));
  }
  bool expect(std::string_view wanted) {
    const Words::Word word = words_.next();
    if (to_lower(word.text.substr(0, wanted.size() + 1)) == wanted) return true;
    unexpected(word, concat("'", wanted, "'"));
    return false;
  }
  bool number(double& value) {
    const Words::Word word = words_.next();
    const auto read = read_coordinate(word.text);
    value = read.value_or(0);
    if (!read) unexpected(word, "a number");
    return read.has_value();
  }

  void facet(std::size_t begin) {
    // Normals are skipped: the corners determine them, and many files have zeros or wrong values there.
    if (!expect("normal")) return;
    for (int i = 0; i < 3; ++i) words_.next();
    if (!expect("outer") || !expect("loop")) return;
    const auto first = static_cast<std::uint32_t>(sink_.mesh().vertices.size());
    for (int corner = 0; corner < 3; ++corner) {
      std::array<double, 3> xyz{};
      if (!expect("vertex") || !number(xyz[0]) || !number(xyz[1]) || !number(xyz[2])) return;
      sink_.mesh().vertices.emplace_back(xyz[0], xyz[1], xyz[2]);
    }
    if (!expect("endloop") || !expect("endfacet")) return;
    sink_.add_triangle({first, first + 1, first + 2}, begin, begin + 5);
  }

  Words words_;
  MeshSink& sink_;
  bool open_ = false;
};

}  // namespace

bool is_binary_stl(std::string_view bytes) {
  return bytes.size() >= stl::kTrianglesAt &&
         bytes.size() == stl::kTrianglesAt +
                             stl::kTriangleSize * static_cast<std::uint64_t>(read_u32(bytes, stl::kCountAt));
}

void read_binary_stl(std::string_view bytes, MeshSink& sink) {
  if (bytes.size() < stl::kTrianglesAt)
    return sink.fail(0, 0,
                     concat("a binary STL file has at least ", stl::kTrianglesAt, " bytes, but this one has ",
                            bytes.size()));
  const std::uint32_t count = read_u32(bytes, stl::kCountAt);
  if (!is_binary_stl(bytes))
    return sink.fail(0, 0,
                     concat("the header of this STL file announces ", count, " triangles, ",
                            stl::kTrianglesAt + stl::kTriangleSize * static_cast<std::uint64_t>(count),
                            " bytes, but the file has ", bytes.size()));
  sink.mesh().vertices.reserve(std::size_t{3} * std::min<std::size_t>(count, kMaxMeshTriangles));
  for (std::uint32_t t = 0; t < count; ++t) {
    const std::size_t record = stl::kTrianglesAt + stl::kTriangleSize * t;
    const auto first = static_cast<std::uint32_t>(sink.mesh().vertices.size());
    for (std::size_t corner = 0; corner < 3; ++corner) {
      Vector3 vertex;
      for (std::size_t k = 0; k < 3; ++k) {
        const float value = std::bit_cast<float>(read_u32(bytes, record + 12 + 12 * corner + 4 * k));
        if (!std::isfinite(value))
          return sink.fail(0, 0, concat("a corner of triangle ", t, " is not finite"));
        vertex[static_cast<Eigen::Index>(k)] = static_cast<double>(value);
      }
      sink.mesh().vertices.push_back(vertex);
    }
    if (!sink.add_triangle({first, first + 1, first + 2}, record, record + stl::kTriangleSize)) return;
  }
}

void read_text_stl(std::string_view text, MeshSink& sink) { TextStl(text, sink).run(); }

}  // namespace romas
