// Puts the models that <include> names in the places of the includes.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "frontend/frontend.h"
#include "frontend/xml/reader/xml_element.h"

namespace romas::sdf {

// 107 for "1.7"; nothing if the text is no version that is read.
std::optional<int> read_version(std::string_view text);

// Since 1.5 axes are given in the frame of the joint; before it was the frame of the model.
constexpr int kSinceJointFrame = 105;

// The versions of the texts that a model is put together from, times a hundred: 107 is 1.7.
class Versions {
 public:
  explicit Versions(const Expansions& expansions) : expansions_(expansions) {}
  void set(FileId file, int version) { versions_[file] = version; }
  // The version of the text in which something is written. Content that a macro writes has the version of the
  // text that calls it.
  int of(SourceRange range) const;
  // Keeps the prefixes that the root of a text declares.
  void set_prefixes(FileId file, const XmlElement& root);
  // Returns what a prefix stands for where something is written; empty if the roots of its texts do not say
  // it.
  std::string uri_of(SourceRange range, std::string_view prefix) const;

 private:
  const Expansions& expansions_;
  std::map<FileId, int> versions_;
  std::map<FileId, std::map<std::string, std::string, std::less<>>> prefixes_;
};

class Includes {
 public:
  Includes(FrontendContext& context, Versions& versions) : context_(context), versions_(versions) {}

  // Replaces the includes of a model or a world, and of the models in it, also of those that were included.
  // Every finding in an included text gets a note on its include. An include that cannot be read is reported
  // and stays.
  void expand(XmlElement& parent);

 private:
  std::optional<XmlElement> read(const XmlElement& include);
  std::optional<std::string> find(const XmlElement& include, const XmlElement& uri);
  std::optional<std::string> find_in_folder(const std::string& folder, SourceRange place);
  bool is_missing_scenery(const XmlElement& include) const;
  bool within_limits(const XmlElement& include, std::size_t bytes);
  bool is_open(const std::string& path, const XmlElement& include);
  std::optional<XmlElement> read_content(FileId instance, const std::string& path, const XmlElement& include);
  bool override_parts(XmlElement& include, XmlElement& model, std::optional<XmlElement>& params);
  bool put_in_place(XmlElement& include, std::string_view parent, std::vector<XmlElement>& children);
  using TakenNames = std::map<std::string, SourceRange, std::less<>>;  // of models, by name
  bool check_parts(const XmlElement& include, const std::vector<XmlElement>& children, std::size_t before,
                   TakenNames& parts);
  void check_name(const XmlElement& include, XmlElement& model, TakenNames& taken);

  FrontendContext& context_;
  Versions& versions_;
  std::map<std::string, FileId> files_;               // by their keys: each is read once
  std::size_t count_ = 0, bytes_ = 0;                 // of what was included
  bool full_ = false;                                 // a limit was reached, and reported
  std::set<std::pair<FileId, std::string>> missing_;  // by file: the models that were reported
};

}  // namespace romas::sdf
