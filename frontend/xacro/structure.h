// A xacro document as a program of the Romas language, with its macros, properties and conditions.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/frontend.h"

namespace romas::xacro {

struct WrittenStructure {
  // A line of the program, and what it was written for: a macro, an element or a property of the document.
  struct Line {
    std::string text;
    const void* owner = nullptr;
  };
  struct Remark {
    SourceRange place;
    std::string message;
  };
  std::vector<Line> lines;
  std::vector<Remark> remarks;  // what was not kept, and why
  std::size_t macros = 0;       // that the robot calls
  std::size_t kept = 0;         // of them, as modules or functions
  std::size_t functions = 0;    // of these
  std::string text() const;
};

class Structure {
 public:
  // The statements of the core form that say what a robot of this text has; nothing, and why in `problem`, if
  // it cannot be read. The driver provides it, so that no frontend includes another one, or a backend.
  using CoreForm = std::function<std::optional<std::string>(const std::string& xml, std::string& problem)>;

  // Returns whether a name is that of a function or constant of the language, which a value of this name
  // would hide. The driver provides it, too.
  using IsBuiltIn = std::function<bool(std::string_view name)>;

  // Expands the document. Null if there are errors, which are reported.
  static std::unique_ptr<Structure> read(FileId file, FrontendContext& context);
  ~Structure();
  Structure(const Structure&) = delete;
  Structure& operator=(const Structure&) = delete;

  // `folder`: where the program will stand; files of data are named from there.
  WrittenStructure write(const CoreForm& core_form, const IsBuiltIn& is_built_in, const std::string& folder);
  // The owner of a line, or of an element of the document, is written out from now on, as values; a macro at
  // each of its calls. False if it was so already, or if nobody owns it.
  bool write_out(const void* owner, const std::string& why);
  // Returns the owner of a range of the document. Returns null if nobody owns it.
  const void* owner_of(SourceRange written) const;
  // The values of a file of data are written out from now on; if they were so already, those of all files.
  // False if that was so, too.
  bool write_out_data(const std::string& file, const std::string& why);
  // From now on nothing is kept.
  void write_out_all();

 private:
  struct State;
  explicit Structure(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace romas::xacro
