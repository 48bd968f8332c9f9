#include <filesystem>

#include "driver/inputs/find_inputs.h"
#include "driver/project/xacro_roots.h"
#include "driver/request/revisions.h"
#include "driver/several/compare.h"
#include "support/text/text.h"
#include "tools/romasc/console.h"
#include "tools/romasc/run.h"

namespace romas::tool {

namespace {

std::string print_in(DiagnosticFormat format, const driver::Comparison& comparison) {
  if (format == DiagnosticFormat::json) return driver::print_comparison_as_json(comparison);
  if (format == DiagnosticFormat::github) return driver::print_comparison_for_github(comparison);
  return driver::print_comparison(comparison);
}

// The robots of the working folder that were there in a revision, each compared with itself.
class ComparedRevision {
 public:
  explicit ComparedRevision(const Invocation& invocation) : invocation_(invocation) {}

  int run() {
    std::string error;
    const std::string& revision = invocation_.comparison.revision;
    tree_ = driver::RevisionTree::check_out("./x", revision, error);
    if (tree_ == nullptr) return say(concat("romasc: error: ", error, "\n"), kFiles);
    for (const driver::Input& now : robots_of(invocation_.inputs)) {
      std::error_code ignored;
      driver::Input then = now;
      then.read.reset();
      then.revision = revision;
      then.tree = tree_;
      then.file = tree_->in_tree(now.file);
      if (!std::filesystem::exists(then.file, ignored))
        add(concat(label(now), ": is not in ", revision, "\n"));
      else if (const int code = compare(then, now); code != kSuccess)
        return code;
    }
    add_removed();
    if (same_ > 0 || text_.empty())
      text_ += concat(same_, same_ == 1 ? " robot is" : " robots are", " the same\n");
    return print(tree_->named(std::move(text_)), defective_ ? kDefective : differ_ ? kErrors : kSuccess);
  }

 private:
  std::vector<driver::Input> robots_of(const std::vector<driver::Input>& inputs) const {
    return driver::find_xacro_roots(inputs, invocation_.request, invocation_.jobs).inputs;
  }

  void add(const std::string& text) {
    text_ += text;
    differ_ = true;
  }

  int compare(const driver::Input& then, const driver::Input& now) {
    driver::Comparison comparison;
    std::string error;
    if (!driver::compare({then, now}, invocation_.request, invocation_.comparison, invocation_.jobs,
                         comparison, error))
      return usage_error(error);
    if (exit_code(comparison.results) != kSuccess) {
      defective_ = true;
      text_ += concat(label(now), ": not compared, because of errors; romasc --compare ",
                      invocation_.comparison.revision, ":", now.file, " shows them\n");
    } else if (comparison.not_comparable.empty() && comparison.found.differences.empty()) {
      ++same_;
    } else if (comparison.not_comparable.empty()) {
      const std::string head = invocation_.format == DiagnosticFormat::text ? concat(label(now), ":\n") : "";
      add(head + print_in(invocation_.format, comparison));
    }
    return kSuccess;
  }

  // Robots of the revision whose files are gone.
  void add_removed() {
    std::vector<driver::Input> then;
    for (const std::string& file : driver::find_inputs(tree_->in_tree("."), {}).files) {
      then.emplace_back(file);
      then.back().found = true;
    }
    std::error_code ignored;
    for (const driver::Input& input : robots_of(then)) {
      const std::string now = tree_->in_repository(input.file);
      if (!std::filesystem::exists(now, ignored))
        add(concat(std::filesystem::relative(now, ignored).string(), ": is only in ",
                   invocation_.comparison.revision, "\n"));
    }
  }

  const Invocation& invocation_;
  std::shared_ptr<const driver::RevisionTree> tree_;
  std::string text_;
  std::size_t same_ = 0;
  bool differ_ = false, defective_ = false;
};

}  // namespace

int run_compare(const Invocation& invocation) {
  if (!invocation.comparison.revision.empty()) return ComparedRevision(invocation).run();
  driver::Comparison comparison;
  std::string error;
  std::vector<driver::Input> inputs = invocation.inputs;
  for (driver::Input& input : inputs) {
    if (input.revision.empty()) continue;
    input.tree = driver::RevisionTree::check_out(input.file, input.revision, error);
    if (input.tree == nullptr) return say(concat("romasc: error: ", error, "\n"), kFiles);
    input.file = input.tree->file(input.file);
  }
  const auto named = [&](std::string text) {
    for (const driver::Input& input : inputs)
      if (input.tree != nullptr) text = input.tree->named(std::move(text));
    return text;
  };
  if (!driver::compare(inputs, invocation.request, invocation.comparison, invocation.jobs, comparison, error,
                       invocation.texts))
    return usage_error(error);
  const int code = exit_code(comparison.results);
  if (code != kSuccess)
    return show_diagnostics(comparison.results, invocation) ? (code == kErrors ? kDefective : code) : kFiles;
  if (!comparison.not_comparable.empty()) return usage_error(named(comparison.not_comparable));
  return print(named(print_in(invocation.format, comparison)),
               comparison.found.differences.empty() ? kSuccess : kErrors);
}

}  // namespace romas::tool
