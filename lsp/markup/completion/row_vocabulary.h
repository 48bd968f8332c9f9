// Vocabularies from the rows of the frontends' schemas (frontend/xml/schema/schema.h).
#pragma once

#include "lsp/markup/completion/vocabulary.h"

namespace romas::markup {

class RowVocabulary : public Vocabulary {
 public:
  std::vector<ElementWord> children(Path path) const override;
  std::vector<AttributeWord> attributes(Path path) const override;
  bool holds_text(Path path) const override;
  std::string_view text_words(Path path) const override;
  std::vector<ElementWord> everywhere() const override;

 protected:
  using Rows = std::vector<const ElementRow*>;
  struct Root {
    std::string_view name, meaning;
  };
  virtual std::vector<Root> roots() const = 0;
  // The rows that the last element of the path may have; more than one where its content decides.
  virtual Rows rows(Path path) const;
  virtual Rows root_rows(std::string_view name) const = 0;
  virtual Rows child_rows(const ElementRow& row, const ChildRow& child) const;
};

// Whether a path leads to a <gazebo> of URDF or into it. It may hold the properties of
// ir/words/gazebo_properties.def, and elements of SDF.
bool is_in_gazebo(Path path);

const Vocabulary& urdf_vocabulary();
const Vocabulary& block_vocabulary();
const Vocabulary& assembly_vocabulary();
const Vocabulary& sdf_vocabulary();
const Vocabulary& srdf_vocabulary();
const Vocabulary& mjcf_vocabulary();

}  // namespace romas::markup
