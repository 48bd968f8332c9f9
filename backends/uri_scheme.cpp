#include "backends/uri_scheme.h"

#include <algorithm>
#include <array>

#include "support/text/text.h"

namespace romas {

namespace {

constexpr std::string_view kModel = "model://", kPackage = "package://";
constexpr std::array<std::string_view, 3> kNames = {"keep", "model", "package"};  // indexed like UriScheme

// Every path of a mesh or texture, with its place.
template <class Take>
void for_each_file(const Model& model, const Take& take) {
  const auto shape = [&](const Geometry& geometry) {
    if (const auto* mesh = std::get_if<Mesh>(&geometry.shape))
      take(mesh->filename, mesh->filename_range.valid() ? mesh->filename_range : geometry.range);
  };
  for (const Link& link : model.links) {
    for (const Visual& visual : link.visuals) {
      shape(visual.geometry);
      if (visual.material && visual.material->texture)
        take(visual.material->texture->filename, visual.material->texture->range);
    }
    for (const Collision& collision : link.collisions) shape(collision.geometry);
  }
  for (const Material& material : model.materials)
    if (material.texture) take(material.texture->filename, material.texture->range);
}

}  // namespace

std::vector<std::string> uri_scheme_names() { return {kNames.begin(), kNames.end()}; }

UriScheme choose_uri_scheme(const Model& model, std::string_view format, TargetContext& context) {
  const std::string asked = context.options.one(TargetOption::uri_scheme);
  UriScheme scheme = format == "sdf" ? UriScheme::model : UriScheme::package;
  if (!asked.empty())
    scheme = static_cast<UriScheme>(std::find(kNames.begin(), kNames.end(), asked) - kNames.begin());
  else if (model.layout.format == format)
    scheme = UriScheme::keep;
  std::size_t changed = 0;
  SourceRange first;
  for_each_file(model, [&](const std::string& path, SourceRange range) {
    if (context.options.gathered.contains(path) || with_scheme(path, scheme) == path) return;
    if (changed++ == 0) first = range;
  });
  if (changed > 0)
    context.diagnostics.report(Rule::value_approximated, first,
                               concat(scheme == UriScheme::model ? kPackage : kModel, " becomes ",
                                      scheme == UriScheme::model ? kModel : kPackage, " in ", changed,
                                      changed == 1 ? " path, as " : " paths, as ",
                                      scheme == UriScheme::model ? "Gazebo" : "ROS", " finds files by it"));
  return scheme;
}

std::string with_scheme(std::string path, UriScheme scheme) {
  if (scheme == UriScheme::keep) return path;
  const auto [from, to] =
      scheme == UriScheme::model ? std::pair(kPackage, kModel) : std::pair(kModel, kPackage);
  return path.starts_with(from) ? concat(to, path.substr(from.size())) : path;
}

}  // namespace romas
