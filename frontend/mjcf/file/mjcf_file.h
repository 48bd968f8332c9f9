// One MJCF file with everything that it includes: its sections in order, its settings and default classes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "frontend/frontend.h"
#include "frontend/mjcf/file/class_table.h"
#include "frontend/mjcf/file/compiler_settings.h"
#include "frontend/xml/reader/xml_element.h"
#include "frontend/xml/schema/schema_reader.h"

namespace romas::mjcf {

class MjcfFile {
 public:
  // `path`: relative names of files begin at its folder, also those of files that it includes.
  MjcfFile(FrontendContext& context, SchemaReader& schema, std::string path)
      : context_(context), schema_(schema), path_(std::move(path)) {}
  MjcfFile(const MjcfFile&) = delete;
  MjcfFile& operator=(const MjcfFile&) = delete;

  // False, and reported, if the text is malformed or no MJCF.
  bool read(FileId file);

  const std::string& path() const { return path_; }
  const XmlElement& root() const { return root_; }
  const std::string& model_name() const { return model_name_; }
  const CompilerSettings& settings() const { return settings_; }
  const ClassTable& classes() const { return classes_; }
  // The sections, with those of the same name in the order of the text.
  const std::vector<XmlElement>& sections() const { return root_.children; }
  // The elements of all sections of this name that have another name, or any.
  std::vector<const XmlElement*> elements(std::string_view section, std::string_view name = {}) const;
  // The class that counts for an element: its own, else the nearest childclass. One that is not there is
  // reported.
  const DefaultClass& class_of(const XmlElement& element, const DefaultClass& nearest);
  // The class of a childclass attribute, else the given one.
  const DefaultClass& class_within(const XmlElement& element, const DefaultClass& around);
  // The path of a file, as seen from this one: "meshes/a.stl".
  std::string mesh_path(std::string_view file) const;
  std::string texture_path(std::string_view file) const;

 private:
  bool splice(XmlElement& element, std::vector<std::string>& open);
  bool include(const XmlElement& include, std::vector<XmlElement>& into, std::vector<std::string>& open);
  bool read_root(FileId file, XmlElement& root, std::string_view wanted, bool is_main);
  const DefaultClass& find_class(const XmlElement& element, std::string_view attribute,
                                 const DefaultClass& otherwise);
  std::string asset_path(const std::string& folder, std::string_view file) const;
  void read_settings();

  FrontendContext& context_;
  SchemaReader& schema_;
  std::string path_;
  XmlElement root_;
  std::string model_name_;
  CompilerSettings settings_;
  ClassTable classes_;
  std::size_t included_ = 0;
};

}  // namespace romas::mjcf
