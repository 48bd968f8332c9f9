// The statements of a robot or module, which stand side by side.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frontend/xacro/structure/program.h"

namespace romas::xacro {

struct Writers;

// An element is written whole if that can be. Otherwise it is written part by part, or once for each way that
// its conditions and truth values take.
class Statements {
 public:
  explicit Statements(Writers& all);

  void body(const std::vector<Group>& groups);
  // The children of all instances, place by place. Throws NotKept if they differ.
  std::vector<Group> children_of(const Group& group);
  // Writes the statements that calls give for a block, behind the `use`.
  void give(const Group& group, const Draft::Given& given);

 private:
  // statements.cpp
  void item(const Group& group);
  void element(const Group& group);
  std::optional<NotKept> write_somehow(const Group& group);
  void print_element(const Group& group, bool constant);
  void value(const TraceNode& node);
  void stray_text(const Group& group);

  // parts.cpp
  enum class Pieces : std::uint8_t { none, blocks, others };
  Pieces pieces_of(const Group& group) const;
  void print_in_pieces(const Group& group);
  void print_part(const Group& group);
  std::string part_of(const std::string& printed, std::string& behind);
  bool insert_values(const Group& group);
  void insertion(const Group& group);

  // ways.cpp
  bool write_each_way(const Group& group);
  bool write_each_truth(const Group& group);
  void write_both(const std::string& text, const Group& taken, const std::string& otherwise,
                  const Group& other);
  std::vector<TracedText> differing_truth(const Group& group);
  static bool decides_differently(const Group& group);
  void hand_what_all_have(const Group& group);

  Writers& all_;
  Program& program_;
};

}  // namespace romas::xacro
