// Texts that people read: what was compiled, and what its rules say.
#include "support/findings/profiles.h"
#include "support/sources/source_manager.h"
#include "support/text/text.h"
#include "tools/explanations/explanations.h"
#include "tools/studio/api/handlers.h"

namespace romas::studio {

namespace {
constexpr std::size_t kLargestText = 32U << 20U;  // bytes
}

Response show_source(Call& call) {
  const auto number = parse_integer(call.rest);
  const Workspace::Document* document = call.workspace.document();
  const std::size_t count = document == nullptr ? 0 : document->result.sources->file_count();
  if (!number || *number < 0 || static_cast<std::size_t>(*number) >= count)
    return error_response(404, "no-source", "no text of this number was read");
  const SourceManager& sources = *document->result.sources;
  const auto file = static_cast<FileId>(*number) + 1;
  const std::string_view text = sources.text(file);
  if (text.size() > kLargestText)
    return error_response(413, "large-file", "the text is larger than the studio shows");
  if (find_invalid_utf8(text)) return error_response(404, "no-text", "the file is not a text");
  JsonWriter json;
  begin_answer(json, call.workspace);
  json.field("name", sources.name(file));
  json.field("text", text);
  return finish_answer(json);
}

Response open_editor(Call& call) {
  const auto source = call.body.number("source");
  const auto line = call.body.number("line");
  if (!source || !line || *line == 0)
    return error_response(400, "bad-request", "'source' is the number of a text, and 'line' counts from 1");
  if (auto stale = refuse_stale(call)) return std::move(*stale);
  if (const auto refusal = call.workspace.open_in_editor(*source, *line)) return refusal_response(*refusal);
  JsonWriter json;
  begin_answer(json, call.workspace);
  return finish_answer(json);
}

Response show_rule(Call& call) {
  const RuleInfo* info = find_rule(call.rest);
  if (info == nullptr) return error_response(404, "no-rule", "there is no such rule");
  JsonWriter json;
  begin_answer(json, call.workspace);
  json.field("id", info->id());
  json.field("name", info->slug);
  json.field("severity", severity_name(call.workspace.severities().severity(info->rule)));
  json.field("summary", info->summary);
  json.field("page", tool::explain_rule(info->slug).value_or(std::string()));
  return finish_answer(json);
}

Response show_profiles(Call& call) {
  JsonWriter json;
  begin_answer(json, call.workspace);
  json.key("profiles");
  json.begin_array();
  for (const ProfileInfo& profile : all_profiles()) {
    json.begin_object();
    json.field("name", profile.name);
    json.field("title", profile.title);
    json.key("rules");
    json.begin_object();
    for (const Consequence& row : all_consequences())
      if (row.profile == profile.profile) json.field(rule_info(row.rule).id(), row.text);
    json.end_object();
    json.end_object();
  }
  json.end_array();
  json.key("everywhere");
  json.begin_array();
  for (const RuleInfo& rule : all_rules())
    if (matters_everywhere(rule.rule)) json.string(rule.id());
  json.end_array();
  return finish_answer(json);
}

}  // namespace romas::studio
