// Records where MJCF says names (support/sources/part_names.h): of what stands in bodies and sections as
// often as replicas and attached models repeat it, with their affixes; of assets, classes and frames once, by
// their file.
#pragma once

#include <string>
#include <string_view>

#include "frontend/mjcf/file/body_tree.h"
#include "frontend/mjcf/file/mjcf_file.h"
#include "frontend/mjcf/grammar/vocabulary.h"
#include "support/sources/part_names.h"

namespace romas::mjcf {

class NameRecorder {
 public:
  // Null: nothing is recorded.
  explicit NameRecorder(PartNames* names) : names_(names) {}

  // The names of the file itself. `scope`: its number, 0 for the main one.
  void file(const MjcfFile& file, std::uint32_t scope);
  // The names of what stands in bodies, and those by which parts of models are attached.
  void bodies(const BodyTree& tree);
  // The names of an element of a section that counts with an affix, and of those inside.
  void in_section(std::string_view section, const XmlElement& element, const Affix* affix);

 private:
  void of_file(std::string_view parent, const XmlElement& element, std::uint32_t scope);
  void of_model(std::string_view parent, const XmlElement& element, const Affix* affix);
  void own_of_model(std::string_view parent, const XmlElement& element,
                    const Affix* affix);  // without what is inside
  void add(NameKind kind, const XmlAttribute& attribute, std::string name, bool defines, std::uint32_t scope);

  PartNames* names_;
};

}  // namespace romas::mjcf
