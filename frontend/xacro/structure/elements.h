// Elements of the document as XML whose computed values are holes, for the core form.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/xacro/structure/fragment.h"
#include "frontend/xacro/structure/program.h"

namespace romas::xacro {

struct Writers;

// Values that differ between the calls of a module, and come from outside of it, are handed over by the
// calls.
class Elements {
 public:
  explicit Elements(Writers& all);

  // `constant`: values are written out.
  std::string element_xml(const Group& group, Fragment& fragment, bool constant);
  std::string tag_xml(const Group& group, Fragment& fragment, bool constant);
  // The text of an attribute in one instance, which may be written out.
  TracedText text_of(const TraceNode& node, std::string_view name);
  // Returns the content of all nodes, place by place. Throws NotKept with the reason `why` if they differ.
  std::vector<Group> contents_of(const Group& group, const std::string& why);
  std::vector<const TraceNode*> content_of(const TraceNode& node, std::vector<const TraceNode*>* comments);
  void add_insertion(const TraceNode& node, std::vector<const TraceNode*>& out,
                     std::vector<const TraceNode*>* comments);

  // handed.cpp: what calls hand over
  Draft::Handed& hand(const std::string& key, const void* identity, const std::vector<TracedText>& texts);
  // The name of what stands for a value of those around a call.
  std::string hand_value_on(const Symbol& symbol);
  // Returns the sign that stands for a link that each instance of the module is given.
  std::string hand_link_on(const std::vector<const TracedText*>& texts);
  bool makes_link(const TraceNode& instance, const std::string& name);
  // The instance of the module that is being written in which a node stands; null for one outside.
  const TraceNode* instance_of(const TraceNode* node) const;
  // The same, where what the calls hand over stands outside.
  const TraceNode* instance_of_content(const TraceNode* node) const;

  // Texts whose values conditions around say.
  std::set<std::pair<FileId, std::uint32_t>>& decided_truths() { return decided_truths_; }
  // Truth values are written out, for elements that take none as texts.
  bool& plain_truths() { return plain_truths_; }

 private:
  std::string attribute_text(const std::vector<const TracedText*>& texts, Fragment& fragment, bool constant);
  std::string computed_attribute(const std::vector<const TracedText*>& texts, Fragment& fragment);
  std::string truth_attribute(const std::vector<const TracedText*>& texts, Fragment& fragment);
  std::vector<std::string_view> attribute_names_of(const Group& group, bool handed);
  void add_content(const TraceNode& node, std::vector<const TraceNode*>& out,
                   std::vector<const TraceNode*>* comments);
  std::string handed_text(const std::string& key, const void* identity, const std::vector<TracedText>& texts,
                          Fragment& fragment);
  std::string block_name(const TraceNode& node) const;
  void refer_to_joint(const std::string& name, const std::string& written, Fragment& fragment);
  std::string link_text(const Group& group, const std::vector<const TracedText*>& texts, Fragment& fragment,
                        bool constant);

  Writers& all_;
  Program& program_;
  std::map<const TraceNode*, std::map<std::string, std::string>> links_;  // that instances make
  std::map<std::string, std::string> joint_types_;                        // of the whole robot
  std::set<std::pair<FileId, std::uint32_t>> decided_truths_;
  bool plain_truths_ = false;
};

}  // namespace romas::xacro
