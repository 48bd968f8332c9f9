// romasc: argv, files, exit code.
#include <exception>
#include <new>

#include "support/process/standard_streams.h"
#include "tools/romasc/console.h"
#include "tools/romasc/process.h"
#include "tools/romasc/run.h"

int main(int argc, char** argv) {
  romas::tool::prepare_process();
  try {
    return romas::tool::run_command(argc, argv);
  } catch (const std::bad_alloc&) {
    romas::write_standard_error(
        "romasc: error: there is not enough memory; 'ulimit -v' shows the limit of this process\n");
    return romas::tool::kFiles;
  } catch (const std::exception& problem) {
    for (const std::string_view part : {"romasc: internal error: ", problem.what(), "\n"})
      romas::write_standard_error(part);
    return romas::tool::kInternal;
  }
}
