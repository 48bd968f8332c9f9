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

// What the written text of a name becomes: all of it where it is the name itself, else the literal part at
// its begin or end that the change lies in, as where a prefix is put in front of a used robot's names.
// Nothing where the changed part is computed. In XML its characters are escaped.
std::optional<std::string> rewritten(std::string_view written, const NameChange& change, bool is_xml);

// What a written text leaves out in front of the name that it says: "left_" of 'left_elbow' where a text says
// `elbow` or `left.elbow`. Empty where it says all of the name, or computes it.
std::string_view left_out_of(std::string_view written, std::string_view name);
// What such a text becomes. Nothing where the part that is left out changes, or nothing is left out.
std::optional<std::string> rewritten_own(std::string_view written, const NameChange& change);

// The name that a place says after its text was changed, where it says `name` before. Nothing where it cannot
// be told.
std::optional<std::string> name_after(const std::string& name, std::string_view before,
                                      std::string_view after);

}  // namespace romas::lsp
