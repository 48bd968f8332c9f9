// Words the mistakes of nesting.
#pragma once

#include "frontend/xml/mistakes/tag_balance.h"

namespace romas {

class TagReports {
 public:
  TagReports(BrokenXml& xml, const TagBalance& balance) : xml_(xml), balance_(balance) {}

  void lost_tag(std::size_t tag);
  void twin(std::size_t tag);
  void different_names(std::size_t start, std::size_t end);
  void start_as_end(std::size_t tag);
  void stray_end_tag(std::size_t end);
  // `before`: the tag in front of which the end tag is missing.
  void missing_end_tag(std::size_t start, std::size_t before);
  void missing_root(std::size_t end);
  void early_root_end(std::size_t root);
  void second_root(std::size_t tag);
  void text_end(std::size_t open);

  // Whether the other elements of this name have no content.
  bool is_leaf(std::size_t start) const;

  // Gives the mistakes inside tags the fixes that follow from the balance.
  void finish_fixes();

 private:
  const XmlTag& tag(std::size_t i) const { return xml_.tags[i]; }
  std::string_view name(std::size_t i) const { return tag(i).name(xml_.text); }
  bool is_known(std::size_t tag) const;
  bool is_first_wrong(std::size_t start, std::size_t end) const;
  bool is_bare_elsewhere(std::size_t tag) const;
  std::string_view indentation(std::size_t i) const;
  XmlMistake& tell(std::size_t begin, std::size_t end, std::string message);
  void note(XmlMistake& mistake, std::size_t i, std::string message) const;

  BrokenXml& xml_;
  const TagBalance& balance_;
};

}  // namespace romas
