// Answers of a document to functions in its expressions: arguments, files of data, messages.
#pragma once

#include <string>
#include <string_view>

#include "frontend/xacro/expander/documents.h"
#include "frontend/xacro/expander/text_reader.h"

namespace romas::xacro {

class DocumentHost : public Host {
 public:
  DocumentHost(Expansion& run, Documents& documents, const TextReader& texts)
      : run_(run), documents_(documents), texts_(texts) {}

  Result load_yaml(const std::string& name) override;
  Result arg(const std::string& name) override;
  std::string abs_filename(const std::string& name) override;
  void say(Message kind, const std::string& text, bool with_location) override;
  void deprecated(std::string_view name, std::string_view instead) override;

 private:
  Expansion& run_;
  Documents& documents_;
  const TextReader& texts_;
};

}  // namespace romas::xacro
