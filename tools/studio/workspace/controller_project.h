// Generate/Compile Code: the project of a controller, the build of its program, and a run of it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "driver/stages/compile.h"
#include "tools/studio/workspace/job.h"

namespace romas::studio {

struct ControllerWish {
  std::size_t robot = 0;  // of those in the file
  std::string name;       // of the robot in generated code: a C++ identifier
  std::string folder;     // that the project is written into; absolute
  std::string control;    // a word of control_kind_names()
  std::string precision = "double";
  std::optional<Vector3> gravity;  // m/s²; nothing: the default
};

// Returns a sentence on a faulty word of a wish; empty: there is none.
std::string problem_of(const ControllerWish& wish);

// How the document is compiled so that its result holds the files of the project.
driver::CompileRequest controller_request(driver::CompileRequest request, const ControllerWish& wish);

// The same with romasc, for a shell.
std::string romasc_command(driver::Input input, const driver::CompileRequest& request,
                           const ControllerWish& wish);

class ControllerProject {
 public:
  ControllerProject();
  ~ControllerProject();
  ControllerProject(const ControllerProject&) = delete;
  ControllerProject& operator=(const ControllerProject&) = delete;

  // Returns the path of a file that the project would replace; empty: there is none.
  static std::string replaced_file(const driver::CompileResult& result, const std::string& folder);
  // Writes the files of the result, all or none, and starts the build. False, and why, if they cannot be
  // written.
  bool start_build(const driver::CompileResult& result, const ControllerWish& wish, std::string& problem);
  // Runs the program; `target` holds a number for every joint variable of the program, or nothing for its own
  // choice. False, and why, if there is no program.
  bool start_run(const std::vector<double>& target, std::string& problem);

  const std::optional<ControllerWish>& wish() const { return wish_; }
  // The robot of the file whose controller this is.
  std::size_t robot() const { return wish_ ? wish_->robot : 0; }
  // Null before the first one.
  Job* build() { return build_.get(); }
  Job* run() { return run_.get(); }
  // The program that was built, and its size in bytes; empty before.
  std::string program() const;
  std::uint64_t program_bytes() const;
  // The file that the run writes its log to.
  std::string log_file() const;
  // Grows with every change of a job.
  std::uint64_t progress() const { return progress_; }
  // Lets the jobs go on. True if one has changed.
  bool proceed();
  // Readable when proceed() has something to do.
  int descriptor() const { return epoll_; }

 private:
  void start(std::unique_ptr<Job>& job, std::vector<Job::Command> commands);

  int epoll_;  // of the jobs' descriptors
  std::optional<ControllerWish> wish_;
  std::unique_ptr<Job> build_, run_;
  std::uint64_t progress_ = 0;
};

}  // namespace romas::studio
