// The expanded text of an input, with the places where its parts were written.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "driver/request/input.h"
#include "driver/request/request.h"
#include "frontend/xacro/expanded_document.h"
#include "support/sources/source_manager.h"

namespace romas::driver {

// Whether xacro expands a text: it is XML. `frontend`: that of its format; null: unknown.
bool can_be_expanded(const FrontendInfo* frontend, std::string_view text);

// How --emit=expanded names the text: "arm.urdf" for "robots/arm.urdf.xacro".
std::string expanded_name(const Input& input);

struct ExpandedInput {
  std::unique_ptr<SourceManager> sources;    // which the parts of the text refer to
  std::optional<ExpandedDocument> document;  // nothing: there are errors
  std::string problem;                       // the first of them
};

// Returns the text that --emit=expanded prints for an input, with its parts. `texts` replace the files of
// their names; null: none.
ExpandedInput expand_input(const Input& input, const CompileRequest& request,
                           const SourceManager::Texts* texts = nullptr);

}  // namespace romas::driver
