// The files that an expansion reads: XML as trees, each of them once, and patterns of names.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "frontend/xacro/expander/expansion.h"
#include "frontend/xml/reader/xml_reader.h"

namespace romas::xacro {

class Documents {
 public:
  explicit Documents(Expansion& run) : run_(run) {}

  // A document with what stands around its root.
  struct Document {
    XmlElement root;
    std::vector<XmlComment> before, behind;
  };

  // The main file, which was read already; null if it is malformed, which is reported.
  const Document* main(FileId file);
  // A file that is included, with its file_key; null, and reported at `place`, if it cannot be read.
  // `optional`: a missing file is no fault.
  const Document* included(const std::string& path, const std::string& key, SourceRange place, bool optional);
  // The value of a YAML file, which the expression at `place` (of an instance) asks for. Errors are reported.
  Host::Result yaml(const std::string& path, SourceRange place, Host& host);
  // The files that fit a pattern with *, ? and […], sorted.
  static std::vector<std::string> matching(const std::string& pattern);
  static bool is_pattern(std::string_view name) {
    return name.find_first_of("*[?") != std::string_view::npos;
  }

  // A macro of this name in a document that was read, whether or not it was reached; invalid if there is
  // none.
  SourceRange find_macro(std::string_view name) const;

 private:
  const Document* read(FileId file, const std::string& key);

  Expansion& run_;
  std::map<std::string, std::unique_ptr<Document>> documents_;  // by file_key; null: it cannot be read
  std::map<std::string, std::optional<Value>> yaml_;            // by file_key; nothing: it cannot be read
};

}  // namespace romas::xacro
