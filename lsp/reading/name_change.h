// A name that changes, and the texts that say it, whole or computed in part.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace romas::lsp {

// The change of a name: what stays at its begin and end, and what is put between.
struct NameChange {
  std::string from, to;
  std::size_t prefix = 0;  // bytes that both begin with
  std::size_t suffix = 0;  // bytes that both end with, behind the prefix

  NameChange(std::string old_name, std::string new_name);
};

// Returns the written text of a name after the change. If the text is the name itself, all of it is replaced.
// Otherwise the change must lie in a literal part of the text that can have only one place in the name, as in
// "${prefix}elbow_link" and "{prefix}elbow_link". Returns nullopt if the changed part is computed. In XML,
// the new characters are escaped.
std::optional<std::string> rewritten(std::string_view written, const NameChange& change, bool is_xml);

// Returns the prefix of a name that a written text leaves out: "left_" of 'left_elbow' for the texts `elbow`
// and `left.elbow`. Empty if the text is the whole name, or has an expression.
std::string_view left_out_of(std::string_view written, std::string_view name);
// Returns such a text after the change, also "base.hand" of 'hand'. Returns nullopt if the prefix that is
// left out changes, or if nothing is left out.
std::optional<std::string> rewritten_own(std::string_view written, const NameChange& change);

// Returns the name of a place after its text has changed from `before` to `after`; its name was `name`.
// Returns nullopt if the new name cannot be told.
std::optional<std::string> name_after(const std::string& name, std::string_view before,
                                      std::string_view after);

}  // namespace romas::lsp
