#include <algorithm>

#include "driver/several/reformat.h"
#include "support/text/text.h"
#include "tools/romasc/console.h"
#include "tools/romasc/run.h"
#include "tools/romasc/write_outputs.h"

namespace romas::tool {

int run_reformat(const Invocation& invocation) {
  if (!invocation.output.empty() && invocation.inputs.size() > 1)
    return usage_error("--reformat writes one file with -o");
  std::vector<CompileResult> results;
  OutputSet outputs;
  std::string differences;
  for (const driver::Input& given : invocation.inputs) {
    const std::string& input = given.file;
    driver::Reformatted file = driver::reformat(input, invocation.request, invocation.check);
    results.push_back(std::move(file.result));
    if (!file.text) continue;
    if (invocation.check) {
      differences += file.difference;
      continue;
    }
    const std::string output = invocation.output.empty() ? input : invocation.output;
    if (output != input || input == "-")
      outputs.add(output, std::move(*file.text));
    else if (file.changed)
      outputs.replace(output, std::move(*file.text));
  }
  add_unreadable(invocation, results);
  const int code = exit_code(results);
  if (!differences.empty()) {
    outputs.add("-", std::move(differences));
    return write_outputs(outputs, results, invocation, code);
  }
  OutputSet nothing;
  return write_outputs(code == kSuccess ? outputs : nothing, results, invocation, code);
}

}  // namespace romas::tool
