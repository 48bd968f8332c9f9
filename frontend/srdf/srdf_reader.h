// Reads the elements of an SRDF text into Semantics.
#pragma once

#include <string>
#include <string_view>

#include "frontend/frontend.h"
#include "frontend/xml/schema/schema_reader.h"
#include "ir/model/semantics.h"

namespace romas::srdf {

class SrdfReader {
 public:
  explicit SrdfReader(FrontendContext& context);

  void begin_robot(const XmlElement& root);
  void read_child(const XmlElement& child);
  void end_robot(const XmlElement& root);
  bool is_robot() const { return is_robot_; }
  // A limit was reached: something was not read, which was reported.
  bool incomplete() const { return full_; }
  Semantics take() { return std::move(semantics_); }

 private:
  bool within_limits(const XmlElement& child);
  void read_group(const XmlElement& element);
  void read_state(const XmlElement& element);
  void read_end_effector(const XmlElement& element);
  void read_virtual_joint(const XmlElement& element);
  void read_passive_joint(const XmlElement& element);
  void read_pair(const XmlElement& element);
  void read_unchecked_link(const XmlElement& element);
  void read_spheres(const XmlElement& element);
  void read_joint_property(const XmlElement& element);

  // Checks the element against its row. `kind` and its name are what messages call it.
  std::vector<KnownChild> open(const XmlElement& element, const ElementRow& row, std::string_view kind,
                               std::string_view name);
  // The value of an attribute without the blanks around it, as srdfdom reads names. RM1014 if nothing is
  // left.
  SemanticName name(const XmlElement& element, std::string_view attribute);
  std::string text(const XmlElement& element, std::string_view attribute) const;

  FrontendContext& context_;
  Model unknown_;  // keeps what the rows do not know, until it was reported
  SchemaReader schema_;
  Semantics semantics_;
  std::size_t children_ = 0;
  bool is_robot_ = false, full_ = false;
};

}  // namespace romas::srdf
