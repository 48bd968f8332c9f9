// A robot that is read from MJCF and written again is the same to MuJoCo: bodies, joints, shapes, actuators,
// and in random states masses, forces and places.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <sstream>

#include "driver/stages/compile.h"
#include "ir/analysis/motion/keyframes.h"
#include "ir/analysis/motion/kinematics.h"
#include "test/backends/mjcf/mujoco.h"
#include "test/backends/mjcf/random_mjcf.h"
#include "test/corpus.h"
#include "test/driver/driver_helpers.h"

namespace romas {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::Mujoco;

// MuJoCo 2.2 finds the principal axes of a full inertia to some 1e-8 rad.
constexpr double kTolerance = 1e-7;

fs::path new_folder(const std::string& name) {
  std::string plain = name;
  std::replace(plain.begin(), plain.end(), '/', '_');
  const fs::path folder = fs::temp_directory_path() / ("romas_round_trip_" + plain);
  fs::remove_all(folder);
  fs::create_directories(folder);
  return folder;
}

void expect_near(const std::string& what, const mjtNum* a, const mjtNum* b, int count,
                 double tolerance = kTolerance) {
  double scale = 1;
  for (int i = 0; i < count; ++i) scale = std::max(scale, std::abs(a[i]));
  for (int i = 0; i < count; ++i)
    if (!(std::abs(a[i] - b[i]) <= tolerance * scale)) {
      ADD_FAILURE() << what << "[" << i << "]: " << a[i] << " → " << b[i];
      return;
    }
}

template <class Number>
void expect_equal(const std::string& what, const Number* a, const Number* b, int count) {
  for (int i = 0; i < count; ++i)
    if (a[i] != b[i]) {
      ADD_FAILURE() << what << "[" << i << "]: " << +a[i] << " → " << +b[i];
      return;
    }
}

// Two lists, of which only those entries count for which a switch is on in the first.
void expect_ranges(const std::string& what, const mjtByte* on, const mjtNum* a, const mjtNum* b, int count) {
  for (int i = 0; i < count; ++i)
    if (on[i] != 0) expect_near(what + " " + std::to_string(i), a + 2 * i, b + 2 * i, 2);
}

bool expect_counts(const mjModel& a, const mjModel& b) {
  const auto same = [](const char* what, int x, int y) {
    EXPECT_EQ(x, y) << what;
    return x == y;
  };
  const bool result = same("bodies", a.nbody, b.nbody) && same("joints", a.njnt, b.njnt) &&
                      same("positions", a.nq, b.nq) && same("freedoms", a.nv, b.nv) &&
                      same("actuators", a.nu, b.nu);
  same("equalities", a.neq, b.neq);
  same("tendons", a.ntendon, b.ntendon);
  same("sensors", a.nsensor, b.nsensor);
  same("excluded contacts", a.nexclude, b.nexclude);
  same("keyframes", a.nkey, b.nkey);
  same("cameras", a.ncam, b.ncam);
  same("lights", a.nlight, b.nlight);
  return result;
}

void expect_names(const mjModel& a, const mjModel& b, mjtObj kind, int count) {
  for (int i = 0; i < count; ++i) {
    const char* name = mj_id2name(&a, kind, i);
    if (name == nullptr || *name == '\0') continue;
    EXPECT_EQ(mj_name2id(&b, kind, name), i) << name;
  }
}

// The shapes of a body in MuJoCo, in any order: type, masks, friction, sizes.
constexpr std::array<int, 8> kSizes = {0, 0, 1, 2, 3, 2, 3, 0};  // by mjtGeom
std::vector<std::string> shapes_of(const mjModel& m, int body) {
  std::vector<std::string> result;
  for (int i = m.body_geomadr[body]; i < m.body_geomadr[body] + m.body_geomnum[body]; ++i) {
    std::ostringstream text;
    text << m.geom_type[i] << ' ' << m.geom_contype[i] << ' ' << m.geom_conaffinity[i] << ' '
         << m.geom_condim[i] << ' ' << m.geom_group[i];
    if (m.geom_contype[i] != 0 || m.geom_conaffinity[i] != 0)
      for (int k = 0; k < 3; ++k) text << ' ' << m.geom_friction[3 * i + k];
    for (int k = 0; k < kSizes[static_cast<std::size_t>(m.geom_type[i])]; ++k)
      text << ' ' << about(m.geom_size[3 * i + k]);
    result.push_back(text.str());
  }
  std::sort(result.begin(), result.end());
  return result;
}

// A quaternion and its opposite are one rotation.
void expect_drawn_alike(const mjModel& a, const mjModel& b) {
  for (int i = 0; i < a.njnt; ++i) {
    const mjtNum *x = a.qpos0 + a.jnt_qposadr[i], *y = b.qpos0 + b.jnt_qposadr[i];
    if (a.jnt_type[i] == mjJNT_FREE) {
      expect_near("place of the free joint", x, y, 3);
      EXPECT_NEAR(std::abs(mju_dot(x + 3, y + 3, 4)), 1, kTolerance) << "turn of the free joint";
    } else if (a.jnt_type[i] != mjJNT_BALL) {
      expect_near("position as drawn", x, y, 1);
    }
  }
}

void expect_constants(const mjModel& a, const mjModel& b) {
  expect_names(a, b, mjOBJ_BODY, a.nbody);
  expect_names(a, b, mjOBJ_JOINT, a.njnt);
  expect_names(a, b, mjOBJ_ACTUATOR, a.nu);
  const auto gravity = [](const mjModel& model) {
    const bool off = (model.opt.disableflags & mjDSBL_GRAVITY) != 0;
    const mjtNum* g = model.opt.gravity;
    return off ? std::array<mjtNum, 3>{} : std::array<mjtNum, 3>{g[0], g[1], g[2]};
  };
  expect_near("gravity", gravity(a).data(), gravity(b).data(), 3);
  expect_near("time step", &a.opt.timestep, &b.opt.timestep, 1);
  expect_equal("type of joint", a.jnt_type, b.jnt_type, a.njnt);
  expect_equal("limited", a.jnt_limited, b.jnt_limited, a.njnt);
  expect_ranges("range of joint", a.jnt_limited, a.jnt_range, b.jnt_range, a.njnt);
  expect_near("stiffness", a.jnt_stiffness, b.jnt_stiffness, a.njnt);
  expect_drawn_alike(a, b);
  for (int i = 0; i < a.njnt; ++i)
    if (a.jnt_stiffness[i] != 0 && a.jnt_type[i] >= mjJNT_SLIDE)
      expect_near("rest of spring", a.qpos_spring + a.jnt_qposadr[i], b.qpos_spring + b.jnt_qposadr[i], 1);
  expect_near("damping", a.dof_damping, b.dof_damping, a.nv);
  expect_near("friction", a.dof_frictionloss, b.dof_frictionloss, a.nv);
  expect_near("armature", a.dof_armature, b.dof_armature, a.nv);
}

void expect_keyframes(const mjModel& a, const mjModel& b) {
  ASSERT_EQ(a.nkey, b.nkey);
  expect_names(a, b, mjOBJ_KEY, a.nkey);
  expect_near("time of keyframe", a.key_time, b.key_time, a.nkey);
  expect_near("keyframe", a.key_qpos, b.key_qpos, a.nkey * a.nq);
  expect_near("velocity of keyframe", a.key_qvel, b.key_qvel, a.nkey * a.nv);
  expect_near("activation of keyframe", a.key_act, b.key_act, a.nkey * a.na);
  expect_near("control of keyframe", a.key_ctrl, b.key_ctrl, a.nkey * a.nu);
}

void expect_shapes(const mjModel& a, const mjModel& b) {
  EXPECT_EQ(a.ngeom, b.ngeom);
  for (int i = 0; i < a.nbody; ++i)
    EXPECT_EQ(shapes_of(a, i), shapes_of(b, i)) << mj_id2name(&a, mjOBJ_BODY, i);
}

// Actuators of the Model come before those that are kept: they are compared by name, else in order.
void expect_actuators(const mjModel& a, const mjModel& b) {
  for (int i = 0; i < a.nu; ++i) {
    const char* name = mj_id2name(&a, mjOBJ_ACTUATOR, i);
    const int j = name != nullptr && *name != '\0' ? mj_name2id(&b, mjOBJ_ACTUATOR, name) : i;
    ASSERT_GE(j, 0) << name;
    const std::string what = "of actuator " + std::to_string(i);
    EXPECT_EQ(a.actuator_trntype[i], b.actuator_trntype[j]) << what;
    expect_near("gear " + what, a.actuator_gear + 6 * i, b.actuator_gear + 6 * j, 6);
    expect_near("gain " + what, a.actuator_gainprm + mjNGAIN * i, b.actuator_gainprm + mjNGAIN * j, mjNGAIN);
    expect_near("bias " + what, a.actuator_biasprm + mjNBIAS * i, b.actuator_biasprm + mjNBIAS * j, mjNBIAS);
    EXPECT_EQ(a.actuator_ctrllimited[i], b.actuator_ctrllimited[j]) << what;
    EXPECT_EQ(a.actuator_forcelimited[i], b.actuator_forcelimited[j]) << what;
    if (a.actuator_ctrllimited[i] != 0)
      expect_near("controls " + what, a.actuator_ctrlrange + 2 * i, b.actuator_ctrlrange + 2 * j, 2);
    if (a.actuator_forcelimited[i] != 0)
      expect_near("forces " + what, a.actuator_forcerange + 2 * i, b.actuator_forcerange + 2 * j, 2);
  }
}

// In order: that of what they measure. A frame of a body may be measured at a site that stands there.
void expect_sensors(const mjModel& a, const mjModel& b) {
  ASSERT_EQ(a.nsensor, b.nsensor);
  expect_equal("type of sensor", a.sensor_type, b.sensor_type, a.nsensor);
  expect_near("noise", a.sensor_noise, b.sensor_noise, a.nsensor);
  expect_near("cutoff", a.sensor_cutoff, b.sensor_cutoff, a.nsensor);
  for (int i = 0; i < a.nsensor; ++i) {
    const auto name = [i](const mjModel& m) { return m.names + m.name_sensoradr[i]; };
    EXPECT_STREQ(name(a), name(b));
    if (a.sensor_objtype[i] != mjOBJ_SITE) continue;
    EXPECT_STREQ(mj_id2name(&a, mjOBJ_SITE, a.sensor_objid[i]), mj_id2name(&b, mjOBJ_SITE, b.sensor_objid[i]))
        << name(a);
  }
}

// Pairs of bodies, in order.
void expect_excludes(const mjModel& a, const mjModel& b) {
  ASSERT_EQ(a.nexclude, b.nexclude);
  expect_equal("excluded pair", a.exclude_signature, b.exclude_signature, a.nexclude);
}

// In order, and as they look.
void expect_cameras(const mjModel& a, const mjModel& b) {
  ASSERT_EQ(a.ncam, b.ncam);
  expect_names(a, b, mjOBJ_CAMERA, a.ncam);
  expect_equal("mode of camera", a.cam_mode, b.cam_mode, a.ncam);
  expect_near("field of view", a.cam_fovy, b.cam_fovy, a.ncam);
}

std::vector<double> random_position(const mjModel& model, std::mt19937& random) {
  std::uniform_real_distribution<double> number(-1, 1);
  std::vector<double> q(static_cast<std::size_t>(model.nq));
  for (double& value : q) value = number(random);
  for (int i = 0; i < model.njnt; ++i) {
    if (model.jnt_type[i] != mjJNT_FREE && model.jnt_type[i] != mjJNT_BALL) continue;
    mju_normalize4(q.data() + model.jnt_qposadr[i] + (model.jnt_type[i] == mjJNT_FREE ? 3 : 0));
  }
  return q;
}

// MuJoCo 2.2 makes small tetrahedra, which stand for the meshes of these, heavier than their volume. romasc
// reads what 3.3.8 makes of them (test/frontend/mjcf/golden_test.cpp).
const std::set<std::string> kHeavier = {
    "robotiq_2f85/2f85",        "robotiq_2f85/scene",       "gz_mujoco/mug",
    "wonik_allegro/left_hand",  "wonik_allegro/right_hand", "wonik_allegro/scene_left",
    "wonik_allegro/scene_right"};
// MuJoCo 2.2 gives capsules that reach around a mesh other sizes than later versions (fitted_shapes.cpp).
const std::set<std::string> kFitted = {"realsense_d435i/d435i"};

void expect_same_states(Mujoco& a, Mujoco& b, std::mt19937& random, bool weighs) {
  const mjModel& m = a.model();
  std::uniform_real_distribution<double> number(-1, 1);
  for (int state = 0; state < 3; ++state) {
    const std::vector<double> q = random_position(m, random);
    std::vector<double> v(static_cast<std::size_t>(m.nv));
    for (double& value : v) value = number(random);
    a.set(q, v);
    b.set(q, v);
    expect_near("centre of mass", a.data().xipos, b.data().xipos, 3 * m.nbody);
    for (int i = 0; i < m.njnt; ++i)  // a slide goes the same way wherever it stands
      if (m.jnt_type[i] != mjJNT_SLIDE)
        expect_near("anchor", a.data().xanchor + 3 * i, b.data().xanchor + 3 * i, 3);
    expect_near("camera", a.data().cam_xpos, b.data().cam_xpos, 3 * m.ncam);
    expect_near("view of camera", a.data().cam_xmat, b.data().cam_xmat, 9 * m.ncam);
    expect_near("axis", a.data().xaxis, b.data().xaxis, 3 * m.njnt);
    if (!weighs) continue;
    expect_near("mass matrix", a.mass_matrix().data(), b.mass_matrix().data(), m.nv * m.nv);
    expect_near("bias", a.data().qfrc_bias, b.data().qfrc_bias, m.nv);
    expect_near("passive force", a.data().qfrc_passive, b.data().qfrc_passive, m.nv);
  }
}

// Keyframes put the robot where MuJoCo does: the bodies of what we write are links.
void expect_named_poses(const Model& model, Mujoco& written) {
  const mjModel& m = written.model();
  const KinematicTree tree(model);
  const auto keyframes = keyframes_of(model, tree);
  ASSERT_EQ(keyframes.size(), static_cast<std::size_t>(m.nkey));
  for (int i = 0; i < m.nkey; ++i) {
    const auto& positions = keyframes[static_cast<std::size_t>(i)].positions;
    if (!positions) continue;
    written.set({m.key_qpos + i * m.nq, m.key_qpos + (i + 1) * m.nq},
                std::vector<double>(static_cast<std::size_t>(m.nv)));
    const auto poses = link_poses(model, tree, *positions);
    for (std::size_t k = 0; k < model.links.size(); ++k) {
      const std::string& name = model.links[k].name;
      if (mj_name2id(&m, mjOBJ_BODY, name.c_str()) < 0) continue;  // between the joints of a body
      const RigidTransform X = poses[k].inverse() * written.pose(name);
      EXPECT_TRUE(X.R.isIdentity(kTolerance) && X.p.norm() < kTolerance) << name;
    }
  }
}

// Reads the file with romasc and writes it again.
void expect_same_robot(const std::string& name, const fs::path& file, std::mt19937& random) {
  const fs::path folder = file.parent_path();
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  Mujoco original(text.str(), folder, Mujoco::StandIns::weigh);
  ASSERT_TRUE(original) << original.error();
  driver::CompileRequest request = test::emitting({"mjcf"});
  request.emit.output_folder = "";
  const auto result = driver::compile((folder / "robot.xml").string(), request, test::pipelines_of(request));
  if (result.status != driver::CompileStatus::ok) {
    std::string said;
    for (const Diagnostic& finding : result.report.diagnostics)
      if (finding.severity == Severity::error) said += finding.message + "\n";
    FAIL() << said;
  }
  ASSERT_EQ(result.files.size(), 1U);
  Mujoco written(result.files.front().text, folder / "written");
  ASSERT_TRUE(written) << written.error() << "\n" << result.files.front().text;
  if (!expect_counts(original.model(), written.model())) return;
  expect_constants(original.model(), written.model());
  if (!kFitted.contains(name)) expect_shapes(original.model(), written.model());
  expect_actuators(original.model(), written.model());
  expect_sensors(original.model(), written.model());
  expect_cameras(original.model(), written.model());
  expect_excludes(original.model(), written.model());
  expect_keyframes(original.model(), written.model());
  expect_named_poses(result.models.front(), written);
  const bool weighs = !kHeavier.contains(name);
  if (weighs)
    expect_near("mass", original.model().body_mass, written.model().body_mass, original.model().nbody);
  expect_same_states(original, written, random, weighs);
}

// Robots that MuJoCo takes and romasc refuses.
const std::map<std::string, std::string> kRefused = {{"gz_mujoco/test_no_gravity", "it has no body"},
                                                     {"suite/common/materials", "it has no body"},
                                                     {"suite/common/skybox", "it has no body"},
                                                     {"suite/common/visual", "it has no body"}};

TEST(MjcfRoundTrip, robotsOfTheCorpus) {
  ROMAS_NEEDS_CORPUS();
  const fs::path corpus = test::corpus_folder() / "mjcf2";
  std::mt19937 random(20261125);
  int compared = 0;
  for (const json& robot : json::parse(std::ifstream(corpus / "cases.json"))) {
    const auto name = robot["name"].get<std::string>();
    if (robot.value("mujoco 2.2.2", "") != "ok" || kRefused.contains(name)) continue;
    SCOPED_TRACE(name);
    const fs::path file = corpus / robot["file"].get<std::string>();
    const fs::path folder = new_folder(name);
    fs::copy(file.parent_path(), folder, fs::copy_options::recursive);
    expect_same_robot(name, folder / file.filename(), random);
    fs::remove_all(folder);
    ++compared;
  }
  EXPECT_EQ(compared, 48);
}

TEST(MjcfRoundTrip, randomRobots) {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const fs::path folder = new_folder("random");
    const std::string text = test::random_mjcf(random);
    std::ofstream(folder / "random.xml") << text;
    expect_same_robot("random", folder / "random.xml", random);
    fs::remove_all(folder);
    ASSERT_FALSE(HasFailure()) << text;
  }
}

}  // namespace
}  // namespace romas
