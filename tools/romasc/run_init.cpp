#include <filesystem>

#include "driver/project/launch_roots.h"
#include "driver/project/project_file.h"
#include "support/text/text.h"
#include "tools/romasc/console.h"
#include "tools/romasc/run.h"

namespace romas::tool {

namespace {

std::string line_of(const driver::XacroCall& call, const std::string& folder) {
  if (call.file.empty()) return concat(call.place, ": no root: ", call.problem, "\n");
  const std::string arguments = join(call.arguments, "", [](const auto& argument) {
    return concat(" ", argument.first, ":=", argument.second);
  });
  const std::string file =
      is_root_of(call, folder)
          ? (std::filesystem::path(folder) / driver::path_in(call.file, folder)).lexically_normal().string()
          : driver::path_in(call.file, ".");
  std::string text = concat(call.place, ": ", file, arguments, "\n");
  if (!is_root_of(call, folder))
    text += concat(call.place, ": no root: '", file, "' is not in this folder\n");
  for (const auto& [name, reason] : call.unknown)
    text += concat(call.place, ": the argument '", name, "' is only known at run time: ", reason, "; ",
                   call.needed ? "give it a value in the project file, where the root is a comment"
                               : "the root has the default of the xacro file",
                   "\n");
  return text;
}

}  // namespace

int run_init(const Invocation& invocation) {
  const std::string folder = invocation.inputs.empty() ? "." : invocation.inputs.front().file;
  std::error_code error;
  if (invocation.inputs.size() > 1 || !std::filesystem::is_directory(folder, error))
    return usage_error("--init takes one folder, as in: romasc --init src");
  const std::string path = invocation.output.empty()
                               ? (std::filesystem::path(folder) / ".romas.yaml").lexically_normal().string()
                               : invocation.output;
  const std::string project = driver::find_project_file((std::filesystem::path(folder) / ".").string());
  if (path != "-" && !project.empty())
    return usage_error(
        concat("'", project, "' is the project file of this folder, and --init changes none; 'romasc --init ",
               folder, " -o -' prints the roots"));
  if (path != "-" && std::filesystem::exists(path, error))
    return usage_error(concat("'", path, "' exists, and --init writes over no file"));
  const driver::LaunchRoots found = driver::find_launch_roots(folder, invocation.request.input.frontend);
  std::string told;
  std::size_t roots = 0;
  for (const driver::XacroCall& call : found.calls) {
    told += line_of(call, folder);
    if (is_root_of(call, folder)) ++roots;
  }
  if (roots == 0)
    return say(concat(told, "romasc: no call of xacro was found in '", folder,
                      "' that could be a root; looked at the files .launch, .xml, .py and .yaml: ",
                      found.files, "\n"),
               kErrors);
  OutputSet outputs;
  outputs.add(path, project_text(found.calls, folder));
  if (const auto failure = outputs.commit()) return file_error(*failure);
  if (path != "-") told += concat("romasc: wrote '", path, "'; romasc ", folder, " checks its roots\n");
  return say(told, kSuccess);
}

}  // namespace romas::tool
