// Findings as texts, in the format that the command line asks for.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "driver/stages/compile.h"
#include "support/files/output_set.h"
#include "tools/romasc/invocation.h"

namespace romas::tool {

using driver::CompileResult;
using driver::CompileStatus;

// A problem of the whole run, as the result of one more file.
CompileResult run_problem(Rule rule, std::string message);
CompileResult run_warning(Rule rule, std::string message);
CompileResult write_problem(const OutputSet::Failure& failure);
// The finding that xacro files of the folders are read by no robot; nothing if the rule is off.
std::optional<CompileResult> unreached_files(const std::vector<std::string>& files,
                                             const Invocation& invocation);
// The finding that xacro files get arguments from their callers alone, which no project file shows: files and
// the names of these arguments, of one package.
using UncalledFiles = std::vector<std::pair<std::string, std::vector<std::string>>>;
CompileResult uncalled_files(const UncalledFiles& files);
// Adds a problem for each folder that cannot be read or holds nothing to read.
void add_unreadable(const Invocation& invocation, std::vector<CompileResult>& results);

// 0, 1, 3 or 70: the worst of all results.
int exit_code(const std::vector<CompileResult>& results);

// The parts of a result that a run needs after its input is done. The rest is freed, because there may be
// very many inputs.
struct Needs {
  explicit Needs(const Invocation& invocation);
  bool models;
  bool files_read;
  bool losses;
  bool findings;  // as data: they are changed, or shown as one document
  bool texts;     // of sources without findings, too
  bool roots;     // files read by robots that may share findings
};
// Returns the text that settle() makes of a result. Returns nullopt if it will keep more of the result than
// text. name_of_form() names the form of that text, so that texts in different forms can be told apart.
std::optional<std::string> text_alone(const CompileResult& result, const Needs& needs,
                                      const Invocation& invocation);
std::string name_of_form(const Invocation& invocation);
// Renders and counts findings that are not needed as data any more.
void settle(CompileResult& result, const Needs& needs, const Invocation& invocation);
// True if a result holds more than text and status.
bool has_more_than_text(const CompileResult& result);

// Shows the findings on standard error or in the file that the command line names, and what closes them;
// returns false if they cannot be written.
bool show_diagnostics(std::span<const CompileResult> results, const Invocation& invocation);

// Render the findings, and for people the lines that close them: the statistics if requested, and a line that
// counts. The closing is empty if programs read the findings.
std::string render_findings(std::span<const CompileResult> results, const Invocation& invocation);
std::string render_closing(std::span<const CompileResult> results, const Invocation& invocation);

// Renders the losses in translation, for --loss-report.
std::string loss_report(const std::vector<CompileResult>& results);

}  // namespace romas::tool
