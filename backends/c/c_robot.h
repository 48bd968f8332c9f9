// The data from which the files of generated C are printed.
#pragma once

#include <string>
#include <vector>

#include "backends/c/c_dialect.h"
#include "backends/c/symbols.h"
#include "backends/code/robot_facts.h"
#include "ir/analysis/motion/safety_bounds.h"
#include "ir/kernel/code_model.h"
#include "ir/model/model.h"
#include "support/text/indented_writer.h"

namespace romas::c {

struct CRobot {
  // `said`: where the files come from, for their comments.
  CRobot(const Model& robot, const CodeModel& kernels, std::string_view said);

  const Model& model;
  const CodeModel& code;
  const DynamicsModel& dynamics;
  std::string banner;
  std::vector<SafetyBounds> safety;  // by DynamicsModel::joints; empty where no joint has a safety controller
  codegen::RobotIdentifiers identifiers;
  Symbols symbols;
  CDialect dialect;

  // The name of a kernel's function.
  std::string function_name(const CodeKernel& kernel) const;
  // "int panda_jacobian(enum panda_link link, const double q[7], double J[42])", which chooses among the
  // functions of all links or frames.
  std::string choosing_head(const KernelFunction& function, Subject subject) const;
  // The functions that have such a choice.
  std::vector<const KernelFunction*> chosen(Subject subject) const;
};

// A table of constants.
struct CTable {
  std::string type, name, comment;
  std::vector<std::string> rows;
  std::string head() const;  // "const int panda_q_index[7]"
};
// Those that have rows, in the order of the header.
std::vector<CTable> c_tables(const CRobot& robot);

// The header, up to its last line, and what stands in the file of functions behind the include of the header.
void print_c_header(const CRobot& robot, IndentedWriter& out);
void print_c_functions(const CRobot& robot, IndentedWriter& out);
// The parts of both that solve inverse kinematics in closed form; nothing where there are no solvers.
void print_ik_declarations(const CRobot& robot, IndentedWriter& out);
void print_ik_definitions(const CRobot& robot, IndentedWriter& out);

}  // namespace romas::c
