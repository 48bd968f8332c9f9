#include "tools/studio/api/handlers.h"

#include "backends/target.h"
#include "support/process/version.h"
#include "support/text/text.h"
#include "tools/studio/api/standalone.h"

namespace romas::studio {

namespace {

std::optional<int> hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return std::nullopt;
}

void write_preferences_field(JsonWriter& json, const Preferences& preferences) {
  json.key("preferences");
  json.begin_object(JsonWriter::Style::inline_);
  for (const PreferenceRow& row : preference_rows()) json.field(row.name, preferences.*row.word);
  json.end_object();
}

// Writes the formats of POST /api/export.
void write_targets(JsonWriter& json, bool has_page) {
  json.key("targets");
  json.begin_array();
  for (const TargetInfo& target : all_targets()) {
    if (target.writes_folder()) continue;
    json.begin_object(JsonWriter::Style::inline_);
    json.field("name", target.name);
    json.field("extension", target.extension);
    json.field("summary", target.summary);
    json.end_object();
  }
  if (has_page) {
    json.begin_object(JsonWriter::Style::inline_);
    json.field("name", "html");
    json.field("extension", kStandaloneEnding);
    json.field("summary", "one page with the robot, its meshes and everything that shows and moves it");
    json.end_object();
  }
  json.end_array();
}

}  // namespace

std::optional<std::string> decode_percent(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out.push_back(text[i]);
      continue;
    }
    if (i + 2 >= text.size()) return std::nullopt;
    const auto high = hex_digit(text[i + 1]);
    const auto low = hex_digit(text[i + 2]);
    if (!high || !low) return std::nullopt;
    out.push_back(static_cast<char>(*high * 16 + *low));
    i += 2;
  }
  return out;
}

void begin_answer(JsonWriter& json, const Workspace& workspace) {
  json.begin_object();
  json.field("revision", workspace.revision());
}

Response finish_answer(JsonWriter& json) {
  json.end_object();
  Response response;
  response.body = json.take();
  return response;
}

std::optional<std::string> parameter(std::string_view query, std::string_view name) {
  for (const std::string_view piece : split(query, '&')) {
    const std::size_t equals = piece.find('=');
    if (equals != std::string_view::npos && piece.substr(0, equals) == name)
      return decode_percent(piece.substr(equals + 1));
  }
  return std::nullopt;
}

Response say_hello(Call& call) {
  const Workspace& workspace = call.workspace;
  JsonWriter json;
  begin_answer(json, workspace);
  json.field("api", 1);
  json.field("version", version());
  json.field("token", call.tokens.lasting());
  json.field("read_only", workspace.read_only());
  write_preferences_field(json, workspace.preferences());
  json.key("inputs");
  json.begin_array();
  for (const std::string& input : workspace.inputs()) json.string(input);
  json.end_array();
  json.key("examples");
  json.begin_array();
  for (const std::string& example : workspace.examples()) json.string(example);
  json.end_array();
  write_targets(json, !call.page.empty());
  json.key("draft");
  if (const Draft* draft = workspace.draft()) {
    json.begin_object();
    json.field("path", draft->path);
    json.field("bytes", draft->text.size());
    json.end_object();
  } else {
    json.null();
  }
  return finish_answer(json);
}

namespace {

// A file, or each root of the project that it is, if that is more than its name says.
void write_entry(JsonWriter& json, const FolderEntry& entry, const Workspace& workspace) {
  const auto write = [&](const std::string& name, const std::string& path) {
    json.begin_object(JsonWriter::Style::inline_);
    json.field("name", name);
    json.field("path", path);
    json.field("folder", entry.is_folder);
    json.end_object();
  };
  const auto roots = entry.is_folder ? std::vector<driver::Input>() : workspace.project_roots_of(entry.path);
  if (roots.size() < 2) {
    write(entry.name, entry.path);
    return;
  }
  for (driver::Input root : roots) {
    const std::string path = label(root);
    root.file = entry.name;
    write(root.name.empty() ? label(root) : concat(entry.name, ": ", root.name), path);
  }
}

}  // namespace

Response show_folder(Call& call) {
  const Roots& roots = call.workspace.roots();
  std::string path = roots.folders().empty() ? std::string() : roots.folders().front();
  if (!call.query.empty()) {
    auto asked = parameter(call.query, "path");
    if (!asked) return error_response(400, "bad-request", "the parameter 'path' is missing or malformed");
    path = std::move(*asked);
  }
  const auto listing = list_folder(path, roots);
  if (!listing) return error_response(404, "no-folder", "there is no such folder that the studio may see");
  JsonWriter json;
  begin_answer(json, call.workspace);
  json.key("roots");
  json.begin_array();
  for (const std::string& root : roots.folders()) json.string(root);
  json.end_array();
  json.field("path", listing->path);
  json.field("parent", listing->parent);
  json.field("complete", listing->complete);
  json.key("entries");
  json.begin_array();
  for (const FolderEntry& entry : listing->entries) write_entry(json, entry, call.workspace);
  json.end_array();
  return finish_answer(json);
}

Response show_view(Call& call) {
  const auto robot = parameter(call.query, "robot");
  if (!robot) return error_response(400, "bad-request", "the parameter 'robot' is missing or malformed");
  JsonWriter json;
  begin_answer(json, call.workspace);
  json.field("text", call.workspace.view_of(*robot));
  return finish_answer(json);
}

Response keep_view(Call& call) {
  const auto robot = call.body.text("robot");
  const auto text = call.body.text("text");
  if (!robot || !text) return error_response(400, "bad-request", "'robot' and 'text' are texts");
  if (const auto refusal = call.workspace.keep_view(*robot, *text)) return refusal_response(*refusal);
  JsonWriter json;
  begin_answer(json, call.workspace);
  return finish_answer(json);
}

Response set_preferences(Call& call) {
  Preferences wanted = call.workspace.preferences();  // other preferences stay; these two are always given
  wanted.language = wanted.theme = "?";
  for (const PreferenceRow& row : preference_rows())
    if (const auto word = call.body.text(row.name)) wanted.*row.word = *word;
  if (!are_known(wanted))
    return error_response(
        400, "bad-request",
        "'language' is en or ko, 'theme' light or dark, 'angle' deg or rad, 'length' mm or m, "
        "'grid' off, 'marks' a number from 0.3 to 3, and each may be empty");
  std::string problem;
  call.workspace.set_preferences(wanted, problem);
  JsonWriter json;
  begin_answer(json, call.workspace);
  write_preferences_field(json, call.workspace.preferences());
  json.field("problem", problem);  // empty: they are kept, or nothing may be written
  return finish_answer(json);
}

}  // namespace romas::studio
