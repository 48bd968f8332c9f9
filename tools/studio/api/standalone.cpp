#include "tools/studio/api/standalone.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "ir/analysis/motion/kinematics.h"
#include "support/bytes/base64.h"
#include "support/bytes/sha256.h"
#include "support/process/version.h"
#include "support/text/escape.h"
#include "support/text/json_writer.h"
#include "support/text/template.h"
#include "support/text/text.h"
#include "tools/studio/api/handlers.h"
#include "tools/studio/scene/mesh_references.h"
#include "tools/studio/scene/poses.h"
#include "tools/studio/scene/robot_scene.h"

namespace romas::studio {

namespace {

constexpr std::uint64_t kLargestFiles = 200'000'000;  // bytes of all meshes and pictures
constexpr std::size_t kMostReferences = 256;          // of one mesh

std::string base_name(const std::string& path) { return std::filesystem::path(path).filename().string(); }

// The files of a robot as Base64, by what the page asks for: "3", or "3/skin.png" for what file 3 names.
class Files {
 public:
  explicit Files(const MeshTable& meshes) : meshes_(meshes) {}

  std::optional<Refusal> add_all() {
    for (const MeshRow& row : meshes_.rows()) {
      if (!row.found) continue;
      const std::string text = read(row.path);
      const std::string key = concat(row.id);
      if (!text.empty()) add_references(row, key, text, row.format);
      files_[key] = base64(text);
    }
    if (total_ <= kLargestFiles) return std::nullopt;
    return Refusal{"large-file",
                   concat("the meshes have ", total_, " bytes; one page takes up to ", kLargestFiles)};
  }

  void write(JsonWriter& json) const {
    json.key("files");
    json.begin_object();
    for (const auto& [key, text] : files_) json.field(key, text);
    json.end_object();
  }

 private:
  std::string read(const std::string& path) {
    SourceManager sources;
    SourceManager::ReadError error;
    const FileId file = sources.read_file(path, error, kLargestFiles);
    if (file == 0) {
      total_ += error.too_large ? kLargestFiles + 1 : 0;
      return {};
    }
    total_ += sources.original_text(file).size();
    return total_ <= kLargestFiles ? std::string(sources.original_text(file)) : std::string();
  }

  void add_references(const MeshRow& row, const std::string& key, const std::string& text,
                      std::string_view format) {
    std::size_t count = 0;
    for (const std::string& name : mesh_references(text, format)) {
      if (++count > kMostReferences) return;
      const auto decoded = format == "gltf" || format == "glb" ? decode_percent(name) : name;
      const auto path = decoded ? meshes_.beside(row, *decoded) : std::nullopt;
      if (!path || files_.contains(concat(key, "/", *decoded))) continue;
      const std::string found = read(*path);
      files_[concat(key, "/", *decoded)] = base64(found);
      // A material library names pictures beside itself.
      if (format != "obj") continue;
      const std::size_t slash = decoded->rfind('/');
      const std::string folder = slash == std::string::npos ? "" : decoded->substr(0, slash + 1);
      for (const std::string& picture : mesh_references(found, "mtl"))
        if (const auto its = meshes_.beside(row, folder + picture); its && ++count <= kMostReferences)
          files_[concat(key, "/", folder, picture)] = base64(read(*its));
    }
  }

  const MeshTable& meshes_;
  std::map<std::string, std::string> files_;
  std::uint64_t total_ = 0;
};

// The contents of the page. They are a copy, since something else may be opened while the page is made.
struct Robot {
  std::string file;    // name of the open one, without its folder
  std::string format;  // that read it
  Model model;
  std::string model_json;  // of --emit=json
  MeshTable meshes;
  FileSearch search;
  std::uint64_t max_mesh = 0;  // bytes
  Workspace::Task kinematics;  // compiles it for --emit=js
  std::span<const EmbeddedFile> page;
};

// A scene as GET /api/scene answers it, without what only the author's machine has: paths, texts, findings.
void write_scene(JsonWriter& json, Robot& robot) {
  json.begin_object();
  json.field("revision", 1);
  json.field("format", "romas-scene");
  json.field("format_version", 1);
  json.field("file", robot.file);
  json.field("input_format", robot.format);
  json.field("status", "ok");
  json.field("stale", false);
  json.field("messages", "");
  json.key("robots");
  json.begin_array();
  json.string(robot.model.name);
  json.end_array();
  json.field("robot", 0);
  json.field("omitted_diagnostics", 0);
  for (const char* list : {"files", "sources", "diagnostics"}) {
    json.key(list);
    json.begin_array();
    json.end_array();
  }
  json.key("places");
  json.begin_object();
  for (const char* list : {"links", "joints"}) {
    json.key(list);
    json.begin_array();
    json.end_array();
  }
  json.end_object();
  write_robot(json, robot.model, {robot.meshes, robot.search, robot.max_mesh});
  json.key("meshes");
  json.begin_array();
  for (const MeshRow& row : robot.meshes.rows()) {
    json.begin_object(JsonWriter::Style::inline_);
    json.field("id", row.id);
    json.field("name", base_name(row.name));
    json.field("format", row.format);
    json.field("bytes", row.bytes);
    json.field("found", row.found);
    json.field("stamp", "");
    json.key("tried");
    json.begin_array();
    json.end_array();
    json.end_object();
  }
  json.end_array();
  json.key("assembly");
  json.null();
  json.end_object();
}

void write_poses(JsonWriter& json, const Model& model) {
  const PoseCalculator calculator(model);
  const std::vector<double> neutral = neutral_position(model, KinematicTree(model));
  json.key("poses");
  json.begin_array(JsonWriter::Style::inline_);
  for (const float value : calculator.answer(neutral).poses) json.number(static_cast<double>(value));
  json.end_array();
}

// Returns JSON that cannot end a script of HTML. Each "<" is escaped, since it occurs only in texts.
std::string for_script(const std::string& json) {
  std::string out;
  out.reserve(json.size());
  for (const char c : json)
    if (c == '<')
      out += "\\u003c";
    else
      out.push_back(c);
  return out;
}

// Whether a text is safe in a script of HTML: these words would begin or end something there, whatever they
// mean in JavaScript.
bool is_safe_script(std::string_view script) {
  const std::string lower = to_lower(script);
  return lower.find("</script") == std::string::npos && lower.find("<!--") == std::string::npos &&
         lower.find("<script") == std::string::npos;
}

struct Pieces {
  std::string title, data, kinematics;
  std::string_view script, style;
};

std::string source_of(std::string_view text) { return concat("'sha256-", base64(sha256(text)), "'"); }

std::string page_of(const Pieces& pieces) {
  const std::string policy =
      concat("default-src 'none'; script-src ", source_of(pieces.kinematics), " ", source_of(pieces.script),
             "; style-src ", source_of(pieces.style),
             "; img-src blob: data:; media-src blob:; base-uri 'none'; form-action 'none'");
  return concat(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"",
      policy,
      "\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<meta name=\"referrer\" "
      "content=\"no-referrer\">\n"
      "<title>",
      escape_xml_text(one_line(pieces.title)), "</title>\n<style>", pieces.style,
      "</style>\n</head>\n<body>\n<div id=\"page\"></div>\n<script type=\"application/json\" "
      "id=\"romas-robot\">",
      pieces.data, "</script>\n<script type=\"module\">", pieces.kinematics,
      "</script>\n<script type=\"module\">", pieces.script, "</script>\n</body>\n</html>\n");
}

// The module of --emit=js, and its functions where the page finds them. A robot that does not move has none.
std::optional<Refusal> make_kinematics(const Robot& robot, std::string& script) {
  const KinematicTree tree(robot.model);
  if (tree.q_size() == 0) return std::nullopt;
  driver::CompileResult result = Workspace::compile(robot.kinematics);
  if (result.status != driver::CompileStatus::ok || result.files.size() != 1)
    return Refusal{"refused", "its motion cannot be written as JavaScript", std::move(result)};
  script = concat(result.files.front().text,
                  "\nglobalThis.romasKinematics = { n_q, joint_names, q_index, link_names, link_poses };\n");
  return std::nullopt;
}

std::string data_of(Robot& robot, const Files& files) {
  JsonWriter json;
  json.begin_object();
  json.field("format", "romas-page");
  json.field("format_version", 1);
  json.field("version", version());
  json.field("licences", embedded_file(robot.page, "licences.txt").text);
  files.write(json);
  write_poses(json, robot.model);
  json.key("scene");
  write_scene(json, robot);
  json.end_object();
  std::string data = json.take();
  data.resize(data.rfind('}'));  // the model stands as it is at the end of the object
  return for_script(concat(trim(data), ",\n\"model\": ", trim(robot.model_json), "\n}\n"));
}

// For any thread.
std::optional<Refusal> make_page(Robot& robot, std::string& html) {
  Pieces pieces;
  pieces.title = robot.model.name.empty() ? robot.file : robot.model.name;
  if (auto refusal = make_kinematics(robot, pieces.kinematics)) return refusal;
  Files files(robot.meshes);
  if (auto refusal = files.add_all()) return refusal;
  pieces.data = data_of(robot, files);
  pieces.script = embedded_file(robot.page, "studio.js").text;
  pieces.style = embedded_file(robot.page, "studio.css").text;
  for (const std::string_view script : {pieces.script, std::string_view(pieces.kinematics)})
    if (!is_safe_script(script)) return Refusal{"refused", "a script of the page cannot stand in HTML"};
  html = page_of(pieces);
  return std::nullopt;
}

}  // namespace

Undertaking make_standalone(const Workspace& workspace, std::size_t robot, std::span<const EmbeddedFile> page,
                            const std::shared_ptr<std::string>& html) {
  const Workspace::Document* document = workspace.document();
  if (document == nullptr) return refused({"nothing-open", "no file is open"});
  const driver::CompileResult& result = document->result;
  if (result.status != driver::CompileStatus::ok)
    return refused({"refused", "a robot with errors cannot be exported"});
  if (robot >= result.models.size() || robot >= result.files.size())
    return refused({"no-robot", "the file has no robot of this number"});
  auto made =
      std::make_shared<Robot>(Robot{base_name(document->input.file), result.format, result.models[robot],
                                    result.files[robot].text, document->meshes, document->search,
                                    workspace.max_input(), workspace.translation("js", robot, {}), page});
  auto refusal = std::make_shared<std::optional<Refusal>>();
  return {[made, html, refusal] { *refusal = make_page(*made, *html); },
          [refusal] { return std::move(*refusal); }};
}

}  // namespace romas::studio
