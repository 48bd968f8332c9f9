// Code actions beside the fixes of the compiler: elements that are computed, numbers in other units, macros
// and modules for repeated text, rules that a project ignores. Each kind has a file of its own.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lsp/features/edits/code_actions.h"
#include "lsp/features/shown/diagnostics.h"
#include "lsp/features/texts/markup_text.h"
#include "lsp/markup/changes/format.h"
#include "lsp/markup/completion/vocabulary.h"

namespace romas::lsp {

struct Offer {
  std::string title;
  std::vector<FileEdit> edits;
  std::vector<Finding> answers;  // that it mends; none: it rewrites
  std::string created;           // the path of a file that does not exist yet and that the edits fill
  // Describes each edit to the user before it is made. As many as edits, or none.
  std::vector<std::string> shown = {};
};

// A document of XML and a part of it.
struct OfferContext {
  OfferContext(Workspace& of, const View& document, const Range& part,
               const std::vector<Finding>& of_document);

  Workspace& workspace;
  const View& view;
  const std::vector<Finding>& findings;  // in the document
  MarkupText text;
  markup::Range selected;

  const markup::Tree& tree() const { return text.tree; }
  markup::Format format() const;
  // Edits of the document.
  std::vector<FileEdit> file_edits(const std::vector<markup::Edit>& edits) const;
  // The place of a finding in the document.
  static markup::Range place_of(const Finding& finding);
  // The nearest element of this name around what is selected; kNone if there is none.
  markup::NodeId element_around(std::string_view name) const;
  // The elements of this name directly in an element.
  std::vector<markup::NodeId> children(markup::NodeId element, std::string_view name) const;
};

// An entity of a robot that comes from a written element.
template <class Entity>
struct OwnedEntity {
  const Reading* reading = nullptr;
  const Model* model = nullptr;
  const Entity* entity = nullptr;
};
// Returns the entities of a store that come from the element that begins at an offset: one for each robot and
// each instance of the text. Returns none if a robot was read from another text than the current one.
template <class Store>
auto entities_at(const OfferContext& context, std::uint32_t begin, Store Model::*store) {
  using Entity = typename Store::value_type;
  std::vector<OwnedEntity<Entity>> found;
  for (const auto& reading : context.view.readings) {
    const FileId file = reading->file(context.view.key);
    if (file == 0) continue;
    if (reading->sources().text(file) != context.view.document->text)
      return std::vector<OwnedEntity<Entity>>();
    for (const Model& model : reading->models())
      for (const Entity& entity : model.*store) {
        if (!entity.range.valid()) continue;
        const SourceRange written = reading->sources().written(entity.range);
        if (written.file == file && written.begin == begin) found.push_back({reading.get(), &model, &entity});
      }
  }
  return found;
}

// "lines 12, 20 and 30" of lines that count from 0, of which the editor shows the first few.
std::string lines_of(const std::vector<std::uint32_t>& lines);

// Whether nothing in an element is computed by xacro, but for names. Precondition: the node is an element.
bool is_literal(const markup::Tree& tree, markup::NodeId element);

// The inertia of a link that has none, or one that a rule finds fault with, from its shapes
// (link_inertia.cpp).
void offer_inertia(const OfferContext& context, std::vector<Offer>& offers);
// Attributes that the limit of a joint lacks, as zeros to be filled in (joint_limit.cpp).
void offer_limit(const OfferContext& context, std::vector<Offer>& offers);
// Numbers that a rule takes for degrees or millimetres, in radians and metres (unit_changes.cpp).
void offer_units(const OfferContext& context, std::vector<Offer>& offers);
// A macro of xacro in place of the element that is selected and all that are like it (macro_of_equals.cpp).
void offer_macro(const OfferContext& context, std::vector<Offer>& offers);
// A module of the language in place of the statements that are selected and all that are like them
// (module_of_equals.cpp).
void offer_module(Workspace& workspace, const View& view, const Range& part, std::vector<Offer>& offers);
// The quantity under a position of a program of the language in other units of its dimension.
void offer_units_of_language(const Workspace& workspace, const View& view, const Range& part,
                             std::vector<Offer>& offers);
// A finding that the project ignores from now on, or accepts in its baseline (project_silence.cpp).
// `can_create`: the client makes files.
void offer_silence(Workspace& workspace, const Finding& finding, bool can_create, std::vector<Offer>& offers);

}  // namespace romas::lsp
