// The results of very many inputs in the order of the inputs, whatever the order in which they are done.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <vector>

#include "tools/romasc/progress.h"
#include "tools/romasc/report.h"

namespace romas::tool {

// For runs that need findings only as text. If findings go to the screen, those of an input are shown as soon
// as it and all inputs before it are done. Memory does not grow with inputs whose results have nothing left.
class ResultCollector {
 public:
  ResultCollector(const Invocation& invocation, Progress& progress);

  // The settled result of input `i`. Called by several threads.
  void take(std::size_t i, CompileResult result);
  // All results, without the texts that were shown. Results of which only text is left are one.
  std::vector<CompileResult> finish();
  // Standard error took all that was shown.
  bool ok() const { return ok_; }

 private:
  void append_next();
  void append(CompileResult& result);

  const bool shows_;  // findings as soon as they are known
  const bool roots_;  // findings of a root may change while other inputs are read
  Progress& progress_;
  std::mutex mutex_;
  std::map<std::size_t, CompileResult> waiting_;  // for inputs before them
  std::size_t next_ = 0;
  bool held_ = false;  // by a result whose findings are not final
  bool ok_ = true;
  std::vector<CompileResult> results_;
};

}  // namespace romas::tool
