#include "lsp/features/robots/same_robots.h"

#include <algorithm>
#include <memory>
#include <variant>

#include "lsp/features/robots/commands.h"

namespace romas::lsp {

namespace {

EmittedTexts::Texts emitted(Workspace& workspace, const Reading& reading, const SourceManager::Texts& texts,
                            const std::string& target) {
  auto result = emit_input(workspace, reading.input(), texts, target);
  auto* files = std::get_if<std::vector<TextFile>>(&result);
  if (files == nullptr) return nullptr;
  std::vector<std::string> all;
  for (TextFile& file : *files) all.push_back(std::move(file.text));
  return std::make_shared<const std::vector<std::string>>(std::move(all));
}

}  // namespace

bool leave_robots_alone(Workspace& workspace, const View& view, const std::vector<markup::Edit>& edits,
                        const std::string& target) {
  const auto texts = workspace.documents().texts();
  std::vector<markup::Edit> in_order = edits;
  std::ranges::sort(in_order, {}, [](const markup::Edit& edit) { return edit.range.begin; });
  const auto changed = std::make_shared<SourceManager::Texts>(*texts);
  (*changed)[view.key] = markup::apply_edits(view.document->text, in_order);
  bool is_judged = false;
  for (const auto& reading : view.readings) {
    const auto before = workspace.emitted_texts().of(
        reading, target, [&] { return emitted(workspace, *reading, *texts, target); });
    if (before) {
      const auto after = emitted(workspace, *reading, *changed, target);
      if (!after || *before != *after) return false;
      is_judged = true;
    } else {  // definitions that others use have no text in this form
      const driver::Input& input = reading->input();
      if (!reading->is_library() || !Reading(input, workspace.project_of(input.file), changed).is_library())
        return false;
    }
  }
  return is_judged;
}

}  // namespace romas::lsp
