// Holds the table of SDF (ir/format/sdf.def) against the specification that libsdformat brings: every element
// that it has in a place that is read is a row, so that no robot is told that SDF lacks what it has.
// libsdformat 12 knows versions up to 1.9; ROMAS_SDFORMAT=FOLDER names the sources of a later one.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>

#include "frontend/xml/reader/xml_reader.h"
#include "ir/format/sdf.h"
#include "support/text/text.h"

namespace romas {
namespace {

namespace fs = std::filesystem;

// The description of one version: files that include each other.
class Specification {
 public:
  explicit Specification(fs::path folder) : folder_(std::move(folder)) {}

  // visit(name, element) for the elements in an element.
  template <class Visit>
  void for_each_child(const XmlElement& element, const Visit& visit) {
    for (const XmlElement& child : element.children) {
      const XmlAttribute* name = child.attribute("name");
      const XmlAttribute* file = child.attribute("filename");
      if (child.name == "element" && name != nullptr) visit(std::string(name->value.text), child);
      if (child.name != "include" || file == nullptr) continue;
      const XmlElement* root = read(std::string(file->value.text));
      const XmlAttribute* of_root = root == nullptr ? nullptr : root->attribute("name");
      if (of_root != nullptr) visit(std::string(of_root->value.text), *root);
    }
  }
  const XmlElement* read(const std::string& file) {
    const auto [known, fresh] = trees_.try_emplace(file);
    if (!fresh) return known->second.name.empty() ? nullptr : &known->second;
    SourceManager::ReadError error;
    const FileId id = sources_.read_file((folder_ / file).string(), error);
    auto tree = id == 0 ? std::nullopt : read_xml_tree(id, sources_, diagnostics_);
    if (!tree) return nullptr;
    known->second = std::move(*tree);
    return &known->second;
  }

 private:
  fs::path folder_;
  SourceManager sources_;
  DiagnosticEngine diagnostics_;
  std::map<std::string, XmlElement> trees_;
};

class Coverage {
 public:
  // `sensors`: also of their content.
  Coverage(fs::path folder, bool sensors) : specification_(std::move(folder)), sensors_(sensors) {}

  std::set<std::string> missing() {
    const XmlElement* root = specification_.read("root.sdf");
    EXPECT_NE(root, nullptr);
    if (root != nullptr) walk("sdf", *root);
    return missing_;
  }

 private:
  static std::string place_below(const std::string& place, const std::string& name) {
    const std::string way = concat(place, "/", name);
    const bool has_rows = std::any_of(std::begin(sdf::kChildren), std::end(sdf::kChildren),
                                      [&](const sdf::Child& child) { return child.parent == way; });
    return has_rows ? way : name == "axis2" ? "axis" : name;
  }

  void walk(const std::string& place, const XmlElement& element) {
    if (!seen_.insert(place).second) return;
    specification_.for_each_child(element, [&](const std::string& name, const XmlElement& child) {
      const sdf::Child* row = sdf::find_child(place, name);
      if (row == nullptr) missing_.insert(concat(place, " > ", name));
      if (row == nullptr || name == "include") return;
      if (name == "sensor" && sensors_) walk_sensor({}, child);
      if (row->reading == sdf::Reading::read) walk(place_below(place, name), child);
    });
  }

  void walk_sensor(const std::string& path, const XmlElement& element) {
    specification_.for_each_child(element, [&](const std::string& name, const XmlElement& child) {
      const std::string below = path.empty() ? name : concat(path, "/", name);
      const sdf::SensorPart* part = sdf::find_sensor_part(below);
      if (name == "frame" || name == "sensor") return;  // of the poses of 1.5 and 1.6; of a sensor in itself
      if (part == nullptr) missing_.insert(concat("sensor/", below));
      if (part != nullptr && part->content != sdf::SensorContent::any) walk_sensor(below, child);
    });
  }

  Specification specification_;
  bool sensors_;
  std::set<std::string> seen_, missing_;
};

TEST(SdfSpecification, hasNoElementThatTheTableLacks) {
  const char* given = std::getenv("ROMAS_SDFORMAT");  // NOLINT(concurrency-mt-unsafe): nobody sets it
  const fs::path folder = given == nullptr ? fs::path("/usr/share/sdformat12") : fs::path(given) / "sdf";
  if (!fs::exists(folder)) GTEST_SKIP() << folder << " is not there";
  int versions = 0;
  for (int version = 4; version <= 12; ++version) {
    const fs::path of_version = folder / concat("1.", version);
    if (!fs::exists(of_version / "root.sdf")) continue;
    ++versions;
    EXPECT_EQ(Coverage(of_version, version >= 7).missing(), std::set<std::string>()) << of_version;
  }
  EXPECT_GE(versions, 5);
}

}  // namespace
}  // namespace romas
