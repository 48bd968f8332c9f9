// Folders and texts of XML in forms in which those of two robots can be compared.
#pragma once

#include <filesystem>
#include <string>

namespace romas::driver {

// Returns the folder that relative names of files start from, in a form in which two folders can be compared.
std::string absolute_folder(const std::filesystem::path& folder);

// One form for texts of XML elements that mean the same: attributes by name, no comments, no blanks around
// texts. A text that is no element stays as it is.
std::string canonical_xml(const std::string& text);

}  // namespace romas::driver
