#include "test/backends/mjcf/mujoco.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <regex>
#include <sstream>

namespace romas::test {

namespace {

namespace fs = std::filesystem;

using Corner = std::array<float, 3>;
constexpr float kEdge = 0.2F;  // m

// Corners of a tetrahedron with edges of so many metres.
std::array<Corner, 4> corners(float edge) {
  return {Corner{0, 0, 0}, Corner{edge, 0, 0}, Corner{0, edge, 0}, Corner{0, 0, edge}};
}
constexpr std::array<std::array<int, 3>, 4> kFaces = {std::array{0, 2, 1}, std::array{0, 1, 3},
                                                      std::array{0, 3, 2}, std::array{1, 2, 3}};

std::string binary_stl(float edge) {
  const auto all = corners(edge);
  std::string out(80, ' ');
  const auto add = [&out](const auto& value) {
    out.append(reinterpret_cast<const char*>(&value), sizeof value);
  };
  add(static_cast<std::uint32_t>(kFaces.size()));
  for (const auto& face : kFaces) {
    add(Corner{0, 0, 0});
    for (const int corner : face) add(all[static_cast<std::size_t>(corner)]);
    add(std::uint16_t{0});
  }
  return out;
}

std::string wavefront(float edge) {
  std::string out;
  for (const Corner& corner : corners(edge))
    out += "v " + std::to_string(corner[0]) + " " + std::to_string(corner[1]) + " " +
           std::to_string(corner[2]) + "\n";
  for (const auto& face : kFaces)
    out += "f " + std::to_string(face[0] + 1) + " " + std::to_string(face[1] + 1) + " " +
           std::to_string(face[2] + 1) + "\n";
  return out;
}

// A grey picture of one point.
std::string portable_network_graphic() {
  constexpr std::array<unsigned char, 69> kBytes = {
      0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48,
      0x44, 0x52, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x02, 0x00, 0x00,
      0x00, 0x90, 0x77, 0x53, 0xde, 0x00, 0x00, 0x00, 0x0c, 0x49, 0x44, 0x41, 0x54, 0x78,
      0xda, 0x63, 0x68, 0x68, 0x68, 0x00, 0x00, 0x03, 0x04, 0x01, 0x81, 0x75, 0x2e, 0x01,
      0xbc, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};
  return {reinterpret_cast<const char*>(kBytes.data()), kBytes.size()};
}

void stand_in(const fs::path& file, float edge) {
  if (fs::exists(file)) return;
  fs::create_directories(file.parent_path());
  std::string extension = file.extension().string();
  for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  std::ofstream(file, std::ios::binary) << (extension == ".png"   ? portable_network_graphic()
                                            : extension == ".obj" ? wavefront(edge)
                                                                  : binary_stl(edge));
}

std::string first_group(const std::string& text, const std::regex& pattern) {
  std::smatch match;
  return std::regex_search(text, match, pattern) ? match[1].str() : std::string();
}

std::string text_of(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

// The text with the files that it includes behind it.
std::string with_included(const std::string& text, const fs::path& folder) {
  std::string all = text;
  static const std::regex include("<include file=\"([^\"]*)\"");
  for (std::sregex_iterator at(text.begin(), text.end(), include), end; at != end; ++at)
    if (const fs::path file = folder / (*at)[1].str(); fs::exists(file))
      all += with_included(text_of(file), folder);
  return all;
}

// kEdge, or so long that a mesh scaled by less than 0.01 keeps a volume for MuJoCo.
float edge_for(const std::string& text) {
  double least = 1;
  static const std::regex scale("scale=\"([^\"]*)\"");
  for (std::sregex_iterator at(text.begin(), text.end(), scale), end; at != end; ++at) {
    std::istringstream numbers((*at)[1].str());
    for (double number = 0; numbers >> number;)
      if (number != 0) least = std::min(least, std::abs(number));
  }
  return static_cast<float>(least < 0.01 ? kEdge / least : kEdge);
}

void make_files(const std::string& text, const fs::path& folder, float edge) {
  const auto folder_said = [&](const std::string& attribute) {
    const std::string own = first_group(text, std::regex(attribute + "=\"([^\"]*)\""));
    return own.empty() ? first_group(text, std::regex("assetdir=\"([^\"]*)\"")) : own;
  };
  const std::string meshes = folder_said("meshdir"), textures = folder_said("texturedir");
  static const std::regex asset("<(mesh|texture) [^>]*file=\"([^\"]*)\"");
  for (std::sregex_iterator at(text.begin(), text.end(), asset), end; at != end; ++at)
    stand_in(folder / ((*at)[1] == "mesh" ? meshes : textures) / (*at)[2].str(), edge);
}

}  // namespace

Mujoco::Mujoco(const std::string& text, const fs::path& folder, StandIns kind) {
  fs::create_directories(folder);
  const std::string all = with_included(text, folder);
  make_files(all, folder, kind == StandIns::weigh ? edge_for(all) : kEdge);
  const fs::path file = folder / "robot.xml";
  std::ofstream(file) << text;
  mju_user_warning = [](const char*) {};  // else MuJoCo writes a log into the current folder
  std::array<char, 1000> error{};
  model_.reset(mj_loadXML(file.c_str(), nullptr, error.data(), static_cast<int>(error.size())));
  error_ = error.data();
  if (model_ != nullptr) data_.reset(mj_makeData(model_.get()));
}

std::vector<std::string> Mujoco::bodies() const {
  std::vector<std::string> names;
  for (int i = 1; i < model_->nbody; ++i) names.emplace_back(mj_id2name(model_.get(), mjOBJ_BODY, i));
  return names;
}

int Mujoco::joint(const std::string& name) const {
  return mj_name2id(model_.get(), mjOBJ_JOINT, name.c_str());
}

int Mujoco::freedom(const std::string& name) const {
  const int id = joint(name);
  return id < 0 ? -1 : model_->jnt_dofadr[id];
}

void Mujoco::set(const Values& q, const Values& v, const Values& a) {
  mj_resetData(model_.get(), data_.get());
  for (const auto& [name, values] : q)
    if (const int id = joint(name); id >= 0)
      std::copy(values.begin(), values.end(), data_->qpos + model_->jnt_qposadr[id]);
  for (const auto& [name, values] : v)
    if (const int at = freedom(name); at >= 0) std::copy(values.begin(), values.end(), data_->qvel + at);
  for (const auto& [name, values] : a)
    if (const int at = freedom(name); at >= 0) std::copy(values.begin(), values.end(), data_->qacc + at);
  compute();
}

void Mujoco::set(const std::vector<double>& qpos, const std::vector<double>& qvel) {
  mj_resetData(model_.get(), data_.get());
  std::copy(qpos.begin(), qpos.end(), data_->qpos);
  std::copy(qvel.begin(), qvel.end(), data_->qvel);
  compute();
}

void Mujoco::compute() {
  mj_fwdPosition(model_.get(), data_.get());
  mj_fwdVelocity(model_.get(), data_.get());
  const auto count = static_cast<std::size_t>(model_->nv);
  efforts_.assign(count, 0);
  mass_matrix_.assign(count * count, 0);
  mj_rne(model_.get(), data_.get(), 1, efforts_.data());
  mj_fullM(model_.get(), mass_matrix_.data(), data_->qM);
}

RigidTransform Mujoco::pose(const std::string& body) const {
  const int id = mj_name2id(model_.get(), mjOBJ_BODY, body.c_str());
  RigidTransform X;
  for (int row = 0; row < 3; ++row) {
    X.p[row] = data_->xpos[3 * id + row];
    for (int column = 0; column < 3; ++column) X.R(row, column) = data_->xmat[9 * id + 3 * row + column];
  }
  return X;
}

double Mujoco::mass_matrix(const std::string& row, const std::string& column) const {
  return mass_matrix_[static_cast<std::size_t>(freedom(row) * model_->nv + freedom(column))];
}

void Mujoco::forget_armature() { std::fill_n(model_->dof_armature, model_->nv, 0); }

double Mujoco::largest_gap() const {
  double gap = 0;
  for (int i = 0; i < data_->ne; ++i) gap = std::max(gap, std::abs(data_->efc_pos[i]));
  return gap;
}

double Mujoco::effort(const std::string& joint) const {
  return efforts_[static_cast<std::size_t>(freedom(joint))];
}

}  // namespace romas::test
