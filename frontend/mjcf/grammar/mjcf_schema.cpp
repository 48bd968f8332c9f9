#include "frontend/mjcf/grammar/mjcf_schema.h"

#include <algorithm>
#include <array>

#include "support/text/text.h"

namespace romas::mjcf {

namespace {

constexpr auto kText = XmlValueType::text;
constexpr auto kNumber = XmlValueType::number;
constexpr auto kNumbers = XmlValueType::numbers;
constexpr auto kVector2 = XmlValueType::vector2;
constexpr auto kVector3 = XmlValueType::vector3;
constexpr auto kVector4 = XmlValueType::vector4;
constexpr auto kWord = XmlValueType::word;
constexpr auto kWhole = XmlValueType::whole;

template <std::size_t... sizes>
constexpr auto rows_of(const std::array<AttributeRow, sizes>&... parts) {
  std::array<AttributeRow, (sizes + ...)> rows{};
  std::size_t next = 0;
  const auto add = [&](const auto& part) {
    for (const AttributeRow& row : part) rows[next++] = row;
  };
  (add(parts), ...);
  return rows;
}

constexpr std::string_view kBooleans = "true false";
constexpr std::string_view kAutomatic = "true false auto";

// An attribute that the Model has no place for: it is kept as it is written.
constexpr AttributeRow kept(std::string_view name, XmlValueType type = kText, std::string_view words = {}) {
  return {.name = name, .type = type, .words = words, .kept = true};
}

constexpr auto kNamed = std::to_array<AttributeRow>({{"name"}});
constexpr auto kClassed = std::to_array<AttributeRow>({{"name"}, {"class"}});
constexpr auto kPlaced = std::to_array<AttributeRow>({{"pos", kVector3, false, "metres"},
                                                      {"quat", kVector4, false, "w x y z"},
                                                      {"axisangle", kVector4},
                                                      {"xyaxes", kNumbers},
                                                      {"zaxis", kVector3},
                                                      {"euler", kVector3}});

constexpr auto kMujocoRows = std::to_array<AttributeRow>({{"model"}});
constexpr auto kCompilerRows = std::to_array<AttributeRow>({{"autolimits", kWord, false, "", kBooleans},
                                                            {"boundmass", kNumber, false, "kg"},
                                                            {"boundinertia", kNumber, false, "kg m²"},
                                                            {"settotalmass", kNumber, false, "kg"},
                                                            {"balanceinertia", kWord, false, "", kBooleans},
                                                            {"strippath", kWord, false, "", kBooleans},
                                                            {"coordinate", kWord, false, "", "local global"},
                                                            {"angle", kWord, false, "", "radian degree"},
                                                            {"fitaabb", kWord, false, "", kBooleans},
                                                            {"eulerseq"},
                                                            {"meshdir"},
                                                            {"texturedir"},
                                                            {"assetdir"},
                                                            {"discardvisual", kWord, false, "", kBooleans},
                                                            {"usethread", kWord, false, "", kBooleans},
                                                            {"fusestatic", kWord, false, "", kBooleans},
                                                            {"inertiafromgeom", kWord, false, "", kAutomatic},
                                                            {"inertiagrouprange", kVector2},
                                                            {"saveinertial", kWord, false, "", kBooleans},
                                                            {"alignfree", kWord, false, "", kBooleans},
                                                            {"exactmeshinertia", kWord, false, "", kBooleans},
                                                            {"convexhull", kWord, false, "", kBooleans},
                                                            {"conflict"}});
constexpr auto kOptionRows =
    rows_of(std::to_array<AttributeRow>({{"gravity", kVector3, false, "m/s²"}}),
            std::to_array<AttributeRow>({{"timestep"},          {"apirate"},
                                         {"impratio"},          {"tolerance"},
                                         {"ls_tolerance"},      {"noslip_tolerance"},
                                         {"mpr_tolerance"},     {"ccd_tolerance"},
                                         {"sleep_tolerance"},   {"wind"},
                                         {"magnetic"},          {"density"},
                                         {"viscosity"},         {"o_margin"},
                                         {"o_solref"},          {"o_solimp"},
                                         {"o_friction"},        {"integrator"},
                                         {"collision"},         {"cone"},
                                         {"jacobian"},          {"solver"},
                                         {"iterations"},        {"ls_iterations"},
                                         {"noslip_iterations"}, {"mpr_iterations"},
                                         {"ccd_iterations"},    {"sdf_iterations"},
                                         {"sdf_initpoints"},    {"actuatorgroupdisable"}}));
constexpr auto kDefaultRows = std::to_array<AttributeRow>({{"class"}});
constexpr auto kMeshRows =
    rows_of(kClassed, std::to_array<AttributeRow>({{"file"},
                                                   {"content_type"},
                                                   {"scale", kVector3},
                                                   {"refpos", kVector3},
                                                   {"refquat", kVector4},
                                                   {"inertia", kWord, false, "", "convex exact legacy shell"},
                                                   {"vertex", kNumbers},
                                                   {"normal", kNumbers},
                                                   {"texcoord", kNumbers},
                                                   {"face", kNumbers},
                                                   {"smoothnormal"},
                                                   {"maxhullvert"},
                                                   {"builtin"},
                                                   {"params"},
                                                   {"octree_maxdepth"},
                                                   {"material"}}));
constexpr auto kTextureRows =
    std::to_array<AttributeRow>({{"name"},   {"class"},    {"type"},       {"colorspace"}, {"content_type"},
                                 {"file"},   {"gridsize"}, {"gridlayout"}, {"fileright"},  {"fileleft"},
                                 {"fileup"}, {"filedown"}, {"filefront"},  {"fileback"},   {"builtin"},
                                 {"rgb1"},   {"rgb2"},     {"mark"},       {"markrgb"},    {"random"},
                                 {"width"},  {"height"},   {"hflip"},      {"vflip"},      {"nchannel"}});
constexpr auto kMaterialRows = rows_of(kClassed, std::to_array<AttributeRow>({{"rgba", kVector4},
                                                                              {"texture"},
                                                                              kept("texrepeat"),
                                                                              kept("texuniform"),
                                                                              kept("emission"),
                                                                              kept("specular"),
                                                                              kept("shininess"),
                                                                              kept("reflectance"),
                                                                              kept("metallic"),
                                                                              kept("roughness")}));
constexpr auto kModelAssetRows =
    std::to_array<AttributeRow>({{"name"}, {"file", kText, true}, {"content_type"}});

constexpr auto kBodyRows = rows_of(kNamed, kPlaced,
                                   std::to_array<AttributeRow>({{"childclass"},
                                                                kept("mocap", kWord, kBooleans),
                                                                kept("gravcomp", kNumber),
                                                                kept("sleep"),
                                                                kept("simple"),
                                                                kept("user")}));
constexpr auto kFrameRows = rows_of(kNamed, kPlaced, std::to_array<AttributeRow>({{"childclass"}}));
constexpr auto kReplicateRows = std::to_array<AttributeRow>({{"count", kWhole, true},
                                                             {"offset", kVector3, false, "metres"},
                                                             {"euler", kVector3},
                                                             {"sep"},
                                                             {"childclass"}});
constexpr auto kAttachRows =
    std::to_array<AttributeRow>({{"model"}, {"body"}, {"frame"}, {"prefix", kText, true}});
constexpr auto kInertialRows = rows_of(
    kPlaced, std::to_array<AttributeRow>({{"mass", kNumber, true, "kg"},
                                          {"diaginertia", kVector3, false, "kg m²"},
                                          {"fullinertia", kNumbers, false, "kg m²: xx yy zz xy xz yz"}}));
constexpr auto kJointRows =
    rows_of(kClassed, std::to_array<AttributeRow>({{"type", kWord, false, "", "free ball slide hinge"},
                                                   {"pos", kVector3, false, "metres"},
                                                   {"axis", kVector3},
                                                   {"range", kVector2},
                                                   {"limited", kWord, false, "", kAutomatic},
                                                   {"ref", kNumber},
                                                   {"springref", kNumber},
                                                   {"stiffness", kNumbers},
                                                   {"damping", kNumbers},
                                                   {"frictionloss", kNumber},
                                                   {"armature", kNumber},
                                                   {"actuatorfrcrange", kVector2},
                                                   {"actuatorfrclimited", kWord, false, "", kAutomatic},
                                                   kept("group"),
                                                   kept("springdamper"),
                                                   kept("solreflimit"),
                                                   kept("solimplimit"),
                                                   kept("solreffriction"),
                                                   kept("solimpfriction"),
                                                   kept("actuatorgravcomp"),
                                                   kept("margin"),
                                                   kept("user")}));
constexpr auto kFreeJointRows = std::to_array<AttributeRow>({{"name"}, kept("group"), kept("align")});
constexpr auto kGeomRows =
    rows_of(kClassed, kPlaced,
            std::to_array<AttributeRow>(
                {{"type", kWord, false, "", "plane hfield sphere capsule ellipsoid cylinder box mesh sdf"},
                 {"size", kNumbers, false, "metres"},
                 {"fromto", kNumbers, false, "metres"},
                 {"mesh"},
                 {"fitscale", kNumber},
                 {"mass", kNumber, false, "kg"},
                 {"density", kNumber, false, "kg/m³"},
                 {"shellinertia", kWord, false, "", kBooleans},
                 {"contype", kWhole},
                 {"conaffinity", kWhole},
                 {"group", kWhole},
                 {"material"},
                 {"rgba", kVector4},
                 {"friction", kNumbers},
                 kept("condim"),
                 kept("priority"),
                 kept("solmix"),
                 kept("solref"),
                 kept("solimp"),
                 kept("margin"),
                 kept("gap"),
                 kept("surfacevel"),
                 kept("adhesion"),
                 {"hfield"},
                 kept("fluidshape"),
                 kept("fluidcoef"),
                 kept("user")}));
constexpr auto kSiteRows = rows_of(
    kClassed, kPlaced,
    std::to_array<AttributeRow>({kept("type"), kept("group"), kept("material"), kept("size", kNumbers),
                                 kept("fromto", kNumbers), kept("rgba"), kept("user")}));
constexpr auto kCameraRows = rows_of(kClassed, kPlaced,
                                     std::to_array<AttributeRow>({{"fovy", kNumber},
                                                                  {"resolution", kVector2},
                                                                  kept("mode"),
                                                                  kept("target"),
                                                                  kept("projection"),
                                                                  kept("orthographic"),
                                                                  kept("ipd"),
                                                                  kept("output"),
                                                                  kept("focal"),
                                                                  kept("focalpixel"),
                                                                  kept("principal"),
                                                                  kept("principalpixel"),
                                                                  kept("sensorsize"),
                                                                  kept("user")}));
constexpr auto kExcludeRows =
    std::to_array<AttributeRow>({{"name"}, {"body1", kText, true}, {"body2", kText, true}});
constexpr auto kEqualityRows = rows_of(
    kClassed,
    std::to_array<AttributeRow>({{"active", kWord, false, "", kBooleans}, kept("solref"), kept("solimp")}));
constexpr auto kConnectRows =
    rows_of(kEqualityRows,
            std::to_array<AttributeRow>({{"body1"}, {"body2"}, {"anchor", kVector3}, {"site1"}, {"site2"}}));
constexpr auto kWeldRows =
    rows_of(kConnectRows, std::to_array<AttributeRow>({{"relpose", kNumbers}, kept("torquescale", kNumber)}));
constexpr auto kJointEqualityRows =
    rows_of(kEqualityRows,
            std::to_array<AttributeRow>({{"joint1", kText, true}, {"joint2"}, {"polycoef", kNumbers}}));
constexpr auto kKeyRows = std::to_array<AttributeRow>(
    {{"name"}, {"time"}, {"qpos", kNumbers}, {"qvel"}, {"act"}, {"mpos"}, {"mquat"}, {"ctrl"}});
constexpr auto kTextRows = std::to_array<AttributeRow>({{"name", kText, true}, {"data", kText, true}});

constexpr auto kActuatorRows =
    rows_of(kClassed, std::to_array<AttributeRow>({{"joint"},
                                                   {"jointinparent"},
                                                   {"tendon"},
                                                   {"slidersite"},
                                                   {"cranksite"},
                                                   {"site"},
                                                   {"refsite"},
                                                   {"body"},
                                                   {"gear", kNumbers},
                                                   {"ctrlrange", kVector2},
                                                   {"ctrllimited", kWord, false, "", kAutomatic},
                                                   {"forcerange", kVector2},
                                                   {"forcelimited", kWord, false, "", kAutomatic},
                                                   {"kp", kNumber},
                                                   {"kv", kNumber},
                                                   {"dampratio", kNumber},
                                                   {"gaintype"},
                                                   {"gainprm", kNumbers},
                                                   {"biastype"},
                                                   {"biasprm", kNumbers},
                                                   {"dyntype"}}));

constexpr ElementRow row_of(std::span<const AttributeRow> attributes) {
  ElementRow row;
  row.attributes = attributes;
  return row;
}
// An element of which only some attributes are read; MuJoCo's versions disagree about the others.
constexpr ElementRow open_row(std::span<const AttributeRow> attributes) {
  ElementRow row;
  row.attributes = attributes;
  row.open = true;
  return row;
}

constexpr std::array<Word, 14> kActuatorWords = {{{"general", open_row(kActuatorRows)},
                                                  {"motor", open_row(kActuatorRows)},
                                                  {"position", open_row(kActuatorRows)},
                                                  {"velocity", open_row(kActuatorRows)},
                                                  {"intvelocity", open_row(kActuatorRows)},
                                                  {"damper", open_row(kActuatorRows)},
                                                  {"cylinder", open_row(kActuatorRows)},
                                                  {"muscle", open_row(kActuatorRows)},
                                                  {"adhesion", open_row(kActuatorRows)},
                                                  {"dcmotor", open_row(kActuatorRows)},
                                                  {"pid", open_row(kActuatorRows)},
                                                  {"orientation", open_row(kActuatorRows)},
                                                  {"plugin", open_row(kActuatorRows)},
                                                  {"so3", open_row(kActuatorRows)}}};

}  // namespace

bool Word::keeps(std::string_view attribute) const {
  if (kept.empty()) {
    const AttributeRow* known = row.attribute(attribute);
    return known != nullptr && known->kept;
  }
  const std::vector<std::string_view> words = split(kept, ' ');
  return std::ranges::find(words, attribute) != words.end();
}

constinit const Word kMujoco = {"mujoco", open_row(kMujocoRows)};
constinit const Word kCompiler = {"compiler", row_of(kCompilerRows)};
constinit const Word kOption = {"option", row_of(kOptionRows)};
constinit const Word kDefault = {"default", row_of(kDefaultRows)};
constinit const Word kMesh = {"mesh", row_of(kMeshRows)};
constinit const Word kTexture = {"texture", row_of(kTextureRows)};
constinit const Word kMaterial = {"material", row_of(kMaterialRows)};
constinit const Word kModelAsset = {"model", row_of(kModelAssetRows)};
constinit const Word kBody = {"body", row_of(kBodyRows)};
constinit const Word kWorldBody = {"worldbody", ElementRow{}};
constinit const Word kFrame = {"frame", row_of(kFrameRows)};
constinit const Word kReplicate = {"replicate", row_of(kReplicateRows)};
constinit const Word kAttach = {"attach", row_of(kAttachRows)};
constinit const Word kInertial = {"inertial", row_of(kInertialRows)};
constinit const Word kJoint = {"joint", row_of(kJointRows)};
// What a free joint has that is not written as <freejoint>, and a ball beside what every joint has.
constinit const Word kFreeTypedJoint = {"joint", row_of(kJointRows),
                                        "stiffness group springdamper solreffriction "
                                        "solimpfriction actuatorgravcomp margin user"};
constinit const Word kBallJoint = {"joint", row_of(kJointRows), "stiffness"};
constinit const Word kFreeJoint = {"freejoint", row_of(kFreeJointRows)};
constinit const Word kGeom = {"geom", row_of(kGeomRows)};
constinit const Word kSite = {"site", row_of(kSiteRows)};
constinit const Word kCamera = {"camera", row_of(kCameraRows)};
constinit const Word kExclude = {"exclude", row_of(kExcludeRows)};
constinit const Word kConnect = {"connect", row_of(kConnectRows)};
constinit const Word kWeld = {"weld", row_of(kWeldRows)};
constinit const Word kJointEquality = {"joint", row_of(kJointEqualityRows)};
constinit const Word kKey = {"key", row_of(kKeyRows)};
constinit const Word kTextRow = {"text", row_of(kTextRows)};
const std::span<const Word> kActuators = kActuatorWords;

const Word* find_actuator(std::string_view name) {
  const auto* found = std::ranges::find(kActuatorWords, name, &Word::name);
  return found == kActuatorWords.end() ? nullptr : found;
}

}  // namespace romas::mjcf
