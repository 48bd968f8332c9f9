// Names at file scope of generated C. C has no namespaces: every name begins with that of the robot.
#pragma once

#include <array>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "backends/code/robot_facts.h"
#include "ir/kernel/code_model.h"

namespace romas::c {

// The symbols of the inverse kinematics of one link.
enum class IkWord : unsigned char {
  solutions,  // "panda_ik_hand"
  nearest,
  n,
  n_free,
  most,
  q_index,
  // Not seen from outside.
  kernel,
  swivel,
  given_of,
  joints,
  slides,
  given,
  turning,
  chain,
};

class Symbols {
 public:
  Symbols(const CodeModel& code, const codegen::RobotIdentifiers& identifiers);

  // "panda_n_q": of a function of the robot, of what chooses among functions of links, of a table or size.
  std::string of_robot(std::string_view name) const;
  // "panda_link_hand"
  const std::string& enumerator(Subject subject, std::size_t index) const;
  // "panda_jacobian_hand". Names are told apart by numbers where links are called as what stands in front of
  // others: the same ones whichever functions are asked for.
  const std::string& of_place(const KernelFunction& function, Subject subject, int index) const;
  // "panda_ik_n_hand"; link: its index.
  const std::string& of_ik(IkWord word, int link) const;

 private:
  // A name that nothing has yet.
  std::string take(std::string_view word, std::string_view identifier);

  std::string prefix_;
  std::set<std::string, std::less<>> taken_;
  // By subject: links, frames.
  struct Places {
    std::vector<std::string> enumerators;
    std::vector<std::vector<std::string>> functions;  // by function of kernel_functions(), then by index
  };
  Places links_, frames_;
  std::vector<std::vector<std::string>> ik_;  // by IkWord, then by link
  const Places& places(Subject subject) const { return subject == Subject::frame ? frames_ : links_; }
};

}  // namespace romas::c
