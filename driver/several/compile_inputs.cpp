#include "driver/several/compile_inputs.h"

#include <algorithm>
#include <exception>
#include <new>
#include <thread>

#include "driver/host/worker_threads.h"
#include "support/process/stop.h"
#include "support/text/text.h"

namespace romas::driver {

namespace {

CompileResult out_of_memory(const std::string& input) {
  CompileResult result;
  result.status = CompileStatus::unreadable;
  result.report.sources = result.sources.get();
  result.report.diagnostics.push_back(
      {Rule::input_limit,
       Severity::error,
       {},
       concat("there is not enough memory for '", input,
              "'; raise the limit of this process, as with 'ulimit -v', or check it on a larger machine"),
       {},
       {}});
  return result;
}

CompileResult internal_error(const std::string& input, std::string_view what) {
  CompileResult result;
  result.status = CompileStatus::internal_error;
  result.tally.add_fault();
  result.shown = concat("romasc: internal error: '", input, "': ", what, "\n");
  return result;
}

}  // namespace

void compile_inputs(const std::vector<Input>& inputs, const CompileRequest& request,
                    const Pipelines& pipelines, const SourceManager::Texts* texts, unsigned threads,
                    const TakeResult& take, ResultCache* cache) {
  std::vector<char> again(inputs.size(), 0);
  const auto work = [&](std::size_t i) {
    try {
      take(i, cache != nullptr && texts == nullptr ? cache->compile(inputs[i], request, pipelines)
                                                   : compile(inputs[i], request, pipelines, texts));
    } catch (const std::bad_alloc&) {
      again[i] = 1;
    } catch (const Stopped&) {
      throw;
    } catch (const std::exception& problem) {
      take(i, internal_error(inputs[i].file, problem.what()));
    }
  };
  run_in_threads(inputs.size(), threads != 0 ? threads : std::max(1U, std::thread::hardware_concurrency()),
                 work);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (again[i] == 0) continue;
    again[i] = 0;
    run_in_threads(1, 1, [&](std::size_t) { work(i); });
    if (again[i] != 0) take(i, out_of_memory(inputs[i].file));
  }
}

}  // namespace romas::driver
