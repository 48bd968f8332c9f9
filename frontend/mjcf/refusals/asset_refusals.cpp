// Assets that MuJoCo refuses, and sections of one line.
#include <algorithm>

#include "frontend/mjcf/refusals/refusal_part.h"

namespace romas::mjcf {

namespace {

class AssetRefusals : public RefusalPart {
 public:
  using RefusalPart::RefusalPart;

  void run() {
    for (const XmlElement& section : in_.main.sections()) {
      if (section.name == "asset") assets(section);
      if (section.name == "visual") visual(section);
      if (section.name == "size") size(section);
      if (section.name == "statistic")
        positive(section, "extent", "the extent of the robot must be positive");
    }
  }

 private:
  void assets(const XmlElement& section) {
    for (const XmlElement& asset : section.children) {
      if (asset.name == "texture") texture(asset);
      if (asset.name == "hfield") {
        named(asset, hfields_, "height field");
        if (!is_said(asset, "name") && !is_said(asset, "file"))
          refuse(asset.start_tag, "a height field needs a name, or a file that gives it one",
                 Rule::missing_attribute);
        if (!is_said(asset, "file") && (number_of(asset, "nrow", 0) <= 0 || number_of(asset, "ncol", 0) <= 0))
          refuse(asset.start_tag, "a height field needs a file, or nrow and ncol", Rule::missing_attribute);
        const Numbers size = numbers_of(asset, "size");
        if (std::ranges::any_of(size, [](double x) { return x <= 0; }))
          refuse(asset, "size", "the sizes of a height field must be positive");
      }
      const Numbers corners = numbers_of(asset, "vertex");
      if (asset.name == "mesh" && !is_said(asset, "file") && !is_said(asset, "builtin") &&
          asset.children.empty() && corners.size() < 12)
        refuse(asset, "vertex", "a mesh needs a file, or at least four corners");
      if (asset.name == "mesh" && corners.size() % 3 != 0)
        refuse(asset, "vertex", "each corner of a mesh needs three numbers");
    }
  }

  void texture(const XmlElement& texture) {
    const bool drawn = is_said(texture, "builtin") && text_of(texture, "builtin") != "none";
    const bool sides = std::ranges::any_of(texture.attributes, [](const XmlAttribute& each) {
      return each.name.starts_with("file") && each.name != "file";
    });
    if (!drawn && !is_said(texture, "file") && !sides)
      refuse(texture.start_tag, "a texture needs a file, or a builtin that says how it is drawn",
             Rule::missing_attribute);
    if (drawn && !is_said(texture, "file") && number_of(texture, "width", 0) < 1)
      refuse(texture, "width", "a texture that MuJoCo draws needs a positive width");
    if (drawn && !is_said(texture, "file") && text_of(texture, "type", "cube") == "2d" &&
        number_of(texture, "height", 0) < 1)
      refuse(texture, "height", "a texture that MuJoCo draws needs a positive height");
    Numbers grid = numbers_of(texture, "gridsize");
    if (grid.size() != 2) grid = {1, 1};
    if (texture.attribute("gridlayout") != nullptr &&
        static_cast<double>(text_of(texture, "gridlayout").size()) != grid[0] * grid[1])
      refuse(
          texture, "gridlayout",
          concat("gridlayout needs one letter for each of the ", grid[0] * grid[1], " squares of gridsize"));
  }

  // Bytes, with a letter for a power of 1024. MuJoCo takes blanks around it.
  void size(const XmlElement& section) {
    const XmlAttribute* memory = section.attribute("memory");
    if (memory == nullptr) return;
    std::string_view said = trim(memory->value.text);
    constexpr std::string_view kSuffixes = "KMGTPEkmgtpe";
    if (!said.empty() && kSuffixes.find(said.back()) != std::string_view::npos) said.remove_suffix(1);
    if (trim(memory->value.text) != "-1" &&
        (said.empty() || said.find_first_not_of("0123456789") != std::string_view::npos))
      refuse(section, "memory", "memory must be a whole number of bytes, or one with a suffix such as 10M");
  }

  void visual(const XmlElement& section) {
    for (const XmlElement& each : section.children) {
      if (each.name == "global") positive(each, "realtime", "realtime must be positive");
      if (each.name == "map") positive(each, "znear", "znear must be positive");
    }
  }

  std::map<std::string_view, SourceRange> hfields_;
};

}  // namespace

void check_asset_refusals(RefusalState& state) { AssetRefusals(state).run(); }

}  // namespace romas::mjcf
