// An element of a document whose computed values are holes: numbers and texts that the core form prints as
// they are, and in whose place terms are written then.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "frontend/xacro/structure/term.h"

namespace romas::xacro {

class Fragment {
 public:
  // Returns the sign that stands in the element for a value.
  // `shown`: as xacro writes it, in each instance. A text keeps that; empty: it is not known.
  std::string number(Term term, std::vector<std::string> shown = {});
  // `anchored`: at the begin of a path or URI that says by itself where the file is.
  std::string text(Term term, bool anchored = false);
  // Returns the sign that stands for a link that the module is given; its name follows later.
  std::string link(std::string token);
  // The printed statements with the values in their places. Throws NotKept if one of them is lost, or stands
  // where the language takes no value.
  std::string filled(std::string_view printed, TermPrinter& printer) const;
  // A joint of the whole robot that the element refers to: what it moves decides about units.
  void refer(std::string name, std::string type) { joints_.emplace_back(std::move(name), std::move(type)); }
  // A joint of it hangs on the link 'world', which is a link of the robot for those who declare it.
  void refer_to_world() { world_ = true; }
  // The text of a robot that has the element.
  std::string robot(const std::string& element) const;
  // The printed statements without what robot() has added.
  std::string without_additions(std::string_view printed) const;

 private:
  struct Hole {
    Term term;
    std::string token;  // of a link
    std::vector<std::string> shown;
    bool is_number = false;
    mutable bool filled = false;
  };
  std::vector<Hole> holes_;
  std::vector<std::pair<std::string, std::string>> joints_;
  bool world_ = false;

  const Hole& hole(std::size_t index) const;
  static std::string number_in_text(const Hole& hole, TermPrinter& printer);
  std::string filled_string(std::string_view literal, TermPrinter& printer) const;
  std::string filled_code(std::string_view code, TermPrinter& printer) const;
  std::string filled_tuple(std::string_view inside, std::string_view units, TermPrinter& printer) const;
};

// The core form numbers the <gazebo> whose element an extension is; from now on it is the one in front.
void name_last_gazebo(std::string& statements);

}  // namespace romas::xacro
