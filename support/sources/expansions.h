// How texts come to be where they are used, where a program repeats them: the macros that were called, the
// files that were included, the blocks that were inserted, the elements that have their values from a class.
// A SourceManager owns one record of it.
//
// An *instance* is a text, seen through a chain of such steps. It has a FileId of its own, so that a
// SourceRange in it is a plain value: the range of what was written, and the chain that led there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "support/sources/program_names.h"
#include "support/sources/source_range.h"

namespace romas {

// One step of a chain. The next step outwards is that of `place.file`.
struct SourceStep {
  enum class Kind : std::uint8_t { macro_call, include, insert_block, class_use } kind = Kind::include;
  // The place of the call, the include, the insertion or the element. It may lie in an instance.
  SourceRange place;
  SourceRange definition;  // of the macro
  std::string name;        // of the macro
  std::string arguments;   // of the call: "name:=left_elbow", a line each
};

// The origin of a value that was written elsewhere than at its use: `at` is exactly one parameter or
// property.
struct ValueOrigin {
  SourceRange at;         // the value, in its instance
  std::string_view name;  // of the attribute; its text lives as long as the sources
  SourceRange from;       // where the value was written
};

class Expansions {
 public:
  static constexpr FileId kInstance = FileId{1} << 31U;
  static constexpr bool is_instance(FileId file) { return (file & kInstance) != 0; }

  // The step lives as long as the record.
  SourceStep& add_step(SourceStep step);
  // The id of a file (or of what an instance shows) seen through a step. The same pair has the same id.
  FileId instance(FileId file, const SourceStep& step);
  FileId written(FileId file) const { return is_instance(file) ? of(file).file : file; }
  SourceRange written(SourceRange range) const { return {written(range.file), range.begin, range.end}; }
  // The innermost step of the chain; null for a plain file.
  const SourceStep* step(FileId file) const { return is_instance(file) ? of(file).step : nullptr; }

  // Keeps a text that no file says literally.
  std::string_view keep(std::string_view text);

  // Something was expanded: texts say what they mean only in part. Values from a class do not count.
  bool used() const { return used_; }
  void use() { used_ = true; }

  void add_origin(const ValueOrigin& origin);
  // In the order in which they were added.
  std::size_t origin_count() const { return origins_.size(); }
  const ValueOrigin& origin(std::size_t index) const { return origins_[index]; }
  // The origins of what lies in a range, in the order of the text.
  std::vector<const ValueOrigin*> origins(SourceRange range) const;

  // Null until record_names().
  ProgramNames* names() { return names_.get(); }
  const ProgramNames* names() const { return names_.get(); }
  void record_names() {
    if (names_ == nullptr) names_ = std::make_unique<ProgramNames>();
  }

  // An element of the expansion, where it lies in an instance.
  void add_element(SourceRange range) { elements_.push_back(range); }
  // How often the innermost written element around a written range occurs in the expansion. 0: it is in none.
  std::size_t occurrences(SourceRange written_range) const;

 private:
  struct Instance {
    FileId file = 0;
    const SourceStep* step = nullptr;
  };
  struct WrittenOrder {
    bool operator()(const SourceRange& a, const SourceRange& b) const;
  };
  const Instance& of(FileId file) const { return instances_[file & ~kInstance]; }

  static constexpr std::size_t kChunk = 65536;
  std::vector<std::unique_ptr<char[]>> texts_;  // NOLINT(cppcoreguidelines-avoid-c-arrays): chunks
  std::size_t room_ = 0;                        // in the last one
  std::deque<SourceStep> steps_;
  std::vector<Instance> instances_;
  std::unordered_map<const SourceStep*, std::vector<FileId>> by_step_;
  bool used_ = false;
  std::unique_ptr<ProgramNames> names_;
  std::vector<ValueOrigin> origins_;
  mutable std::vector<std::uint32_t> origins_by_place_;  // indices; made when they are needed
  mutable std::vector<SourceRange> elements_;            // that are not counted yet
  mutable std::map<SourceRange, std::size_t, WrittenOrder> element_counts_;  // by the written range
};

}  // namespace romas
