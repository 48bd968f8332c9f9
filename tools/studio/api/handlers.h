// Handlers of the requests below /api/. The caller of a handler has checked who asks.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "support/bytes/embedded.h"
#include "support/text/json_writer.h"
#include "tools/studio/api/body.h"
#include "tools/studio/api/message.h"
#include "tools/studio/api/tokens.h"
#include "tools/studio/workspace/workspace.h"

namespace romas::studio {

struct Call {
  Workspace& workspace;
  const Tokens& tokens;
  std::string_view rest;           // of the path, behind that of the route and its slash
  std::string_view query;          // behind '?', as it was sent
  std::string_view if_none_match;  // of GET
  const Body& body;                // of POST
  std::span<const EmbeddedFile> page;
};

// Begins an answer: {"revision": N, and what follows.
void begin_answer(JsonWriter& json, const Workspace& workspace);
Response finish_answer(JsonWriter& json);

// A text without %XX; nothing if it is malformed.
std::optional<std::string> decode_percent(std::string_view text);
// The value of a parameter of the query without %XX; nothing if it is absent or malformed.
std::optional<std::string> parameter(std::string_view query, std::string_view name);

// Returns a Refusal of the workspace as a response of HTTP.
Response refusal_response(const Refusal& refusal);
// Refuses a request that does not mean the current revision. Returns nullopt for others.
std::optional<Response> refuse_stale(const Call& call);
// Returns the response of an undertaking. `answer` makes it if the undertaking was not refused.
Response later_response(Undertaking undertaking, std::function<Response()> answer);
// Returns the romas-scene of the open document.
Response scene_response(Workspace& workspace, std::size_t robot);
// The field "assembly" of a scene.
void write_assembly(JsonWriter& json, Workspace& workspace);

Response say_hello(Call& call);      // POST /api/hello
Response show_scene(Call& call);     // GET  /api/scene?robot=N
Response show_mesh(Call& call);      // GET  /api/mesh/ID[/RELATIVE]
Response show_source(Call& call);    // GET  /api/source/N
Response show_rule(Call& call);      // GET  /api/rule/RM1404
Response open_editor(Call& call);    // POST /api/editor {revision, source, line}
Response show_profiles(Call& call);  // GET  /api/profiles: what findings mean to each consumer
Response open_file(Call& call);      // POST /api/open {path, revision}
// POST /api/package_path {revision, path}: one more folder in which packages are looked for
Response add_package_path(Call& call);
Response show_folder(Call& call);      // GET  /api/folder?path=P
Response set_preferences(Call& call);  // POST /api/preferences {language, theme}

// The view that the page keeps for a robot, as a text of its own.
Response show_view(Call& call);  // GET  /api/view?robot=NAME
Response keep_view(Call& call);  // POST /api/view {robot, text}

// Assemblies (assembly.cpp, joining.cpp, blocks.cpp).
Response show_blocks(Call& call);      // GET  /api/blocks
Response show_thumbnail(Call& call);   // GET  /api/blocks/N/thumbnail
Response load_blocks(Call& call);      // POST /api/load_blocks {revision, path}
Response show_joining(Call& call);     // POST /api/joining {revision, part, block, …}
Response act_on_assembly(Call& call);  // POST /api/assembly {revision, action, …}
Response save_assembly(Call& call);    // POST /api/save {revision, path, replace}
Response answer_draft(Call& call);     // POST /api/draft {revision, action: restore or discard}
// POST /api/export {revision, target, robot, path, replace}; the target "html" is that of standalone.h
Response export_robot(Call& call);

// POST /api/translate {revision, target, robot}: "files" with "name" and "text", and "losses"; nothing is
// written
Response translate_robot(Call& call);

// POST /api/fix {revision, finding, unsafe, apply}: what `romasc --fix` changes in the open file, or the
// fixes of one finding; written only with `apply`
Response fix_findings(Call& call);

Response compare_with(Call& call);    // POST   /api/compare {revision, path}
Response end_comparison(Call& call);  // DELETE /api/compare

// POST /api/worst_pose {revision, robot, joint}: "effort" (N m or N) and "q", the pose in which it is so
// large
Response show_worst_pose(Call& call);

// Generate/Compile Code (build.cpp). A program is started by these alone, and none with --read-only.
// POST /api/build {revision, robot, name, folder, control, precision, gravity, replace}
Response start_build(Call& call);
Response show_build(Call& call);    // GET    /api/build?from=LINE
Response cancel_build(Call& call);  // DELETE /api/build
Response start_run(Call& call);     // POST   /api/run {target}: positions of the scene
Response show_run(Call& call);      // GET    /api/run?from=LINE
Response cancel_run(Call& call);    // DELETE /api/run
Response show_run_log(Call& call);  // GET    /api/run/log

}  // namespace romas::studio
