// OBJ and STL: the same solid from every format, and every fault at its place.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <limits>

#include "frontend/frontend.h"
#include "frontend/mesh/mesh_reader.h"
#include "frontend/mesh/mesh_solid.h"
#include "ir/analysis/mass/solids.h"
#include "support/text/text.h"

namespace romas {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::StartsWith;

struct Reading {
  SourceManager sources;
  DiagnosticEngine diagnostics;
  std::optional<MeshSolid> solid;

  Reading(std::string name, std::string bytes, const Vector3& scale = Vector3::Ones()) {
    solid = read_mesh_solid(sources.add_text(std::move(name), std::move(bytes)), sources, diagnostics, scale);
  }
  // "RM1521@2:3 message"; without a place where there is none
  std::vector<std::string> findings() const {
    std::vector<std::string> result;
    for (const Diagnostic& d : diagnostics.sorted()) {
      const LineColumn at = d.range.valid() ? sources.line_column(d.range.start()) : LineColumn();
      result.push_back(concat(rule_info(d.rule).id(),
                              d.range.valid() ? concat("@", at.line, ":", at.column) : std::string(), " ",
                              d.message));
    }
    return result;
  }
};

// A tetrahedron with the corners 0, x, y, z.
constexpr std::string_view kObj =
    "# a corner\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

std::vector<std::array<Vector3, 3>> facets() {
  const Vector3 o(0, 0, 0), x(1, 0, 0), y(0, 1, 0), z(0, 0, 1);
  return {{o, y, x}, {o, x, z}, {o, z, y}, {x, y, z}};
}

std::string text_stl() {
  std::string text = "solid corner of a cube\n";
  for (const auto& facet : facets()) {
    text += " facet normal 0 0 0\n  outer loop\n";
    for (const Vector3& v : facet) text += concat("   vertex ", v.x(), " ", v.y(), " ", v.z(), "\n");
    text += "  endloop\n endfacet\n";
  }
  return text + "endsolid corner of a cube\n";
}

void append_u32(std::string& out, std::uint32_t value) {
  for (unsigned i = 0; i < 4; ++i) out.push_back(static_cast<char>(value >> (8 * i) & 0xffU));
}
void append_float(std::string& out, float value) { append_u32(out, std::bit_cast<std::uint32_t>(value)); }

std::string one_triangle(std::string header = "solid by a careless program") {
  header.resize(80);
  append_u32(header, 4);
  for (const auto& facet : facets()) {
    header.append(12, '\0');
    for (const Vector3& v : facet)
      for (const double coordinate : {v.x(), v.y(), v.z()})
        append_float(header, static_cast<float>(coordinate));
    header.append(2, '\0');
  }
  return header;
}

TEST(MeshReader, everyFormatGivesTheSameSolid) {
  for (const auto& [name, bytes] :
       std::vector<std::pair<std::string, std::string>>{{"a.obj", std::string(kObj)},
                                                        {"a.stl", text_stl()},
                                                        {"a.stl", one_triangle()},
                                                        {"a", text_stl()},
                                                        {"a", std::string(kObj)}}) {
    const Reading r(name, bytes);
    EXPECT_THAT(r.findings(), IsEmpty()) << name;
    ASSERT_TRUE(r.solid);
    EXPECT_DOUBLE_EQ(r.solid->body.mass, 1.0 / 6);
    EXPECT_LE((r.solid->body.com - Vector3(0.25, 0.25, 0.25)).norm(), 1e-15);
    EXPECT_EQ(r.solid->low, Vector3(0, 0, 0));
    EXPECT_EQ(r.solid->high, Vector3(1, 1, 1));
  }
  EXPECT_EQ(detect_mesh_format("a.obj", one_triangle()), MeshFormat::stl_binary);
  EXPECT_EQ(detect_mesh_format("a.STL", text_stl()), MeshFormat::stl_text);
  EXPECT_EQ(detect_mesh_format("a.stl", "rubbish"), MeshFormat::stl_binary);
}

TEST(MeshReader, scales) {
  const Reading r("a.obj", std::string(kObj), {0.001, 0.002, -0.003});
  EXPECT_THAT(r.findings(), IsEmpty()) << "a mirrored mesh is not inside out";
  EXPECT_NEAR(r.solid->body.mass, 1e-9, 1e-22);
  EXPECT_LT(r.solid->body.com.z(), 0);
  EXPECT_GT(r.solid->body.tensor(0, 0), 0);
}

TEST(MeshReader, objInManyHands) {
  // Texture and normal indices, negative indices, polygons, continued lines, CRLF, and what is stepped over.
  const Reading r("a.obj",
                  "mtllib a.mtl\r\no box\r\nv 0 0 0 1.0\r\nv 1 0 0 0.5 0.5 0.5\r\nv 1 1 0\r\nv 0 1 0\r\nv 0 "
                  "0 1\r\nv 1 0 1\r\nv 1 1 +1\r\nv 0 1 1e0\r\n"
                  "vt 0 0\r\nvn 0 0 1\r\nusemtl grey\r\ns off\r\nf 4/1/1 3//1 2/1 1\r\nf -4 -3 \\\r\n -2 -1 "
                  "# top\r\nf 1 2 6 5\r\nf 2 3 7 6\r\nf 3 4 8 7\r\nf 4 "
                  "1 5 8");
  EXPECT_THAT(r.findings(), IsEmpty());
  ASSERT_TRUE(r.solid);
  EXPECT_DOUBLE_EQ(r.solid->body.mass, 1);
  EXPECT_LE((r.solid->body.tensor - solid_box({1, 1, 1}, 1).tensor).norm(), 1e-15);
}

TEST(MeshReader, objFaultsHaveTheirPlace) {
  const auto fault = [](const std::string& text) { return Reading("a.obj", text).findings(); };
  EXPECT_THAT(fault(""), ElementsAre("RM1521@1:1 the mesh has no triangle"));
  EXPECT_THAT(fault("v 0 0\n"), ElementsAre("RM1521@1:5 a vertex needs three coordinates"));
  EXPECT_THAT(fault("v 0 0 nan\n"), ElementsAre("RM1521@1:7 this is not a coordinate"));
  EXPECT_THAT(fault("v 0 0 1e300\n"), ElementsAre("RM1521@1:7 this is not a coordinate"));
  EXPECT_THAT(fault("v 0 0 0\nv 0 0 1\nf 1 2\n"),
              ElementsAre("RM1521@3:5 a face needs at least three corners, but this one has 2"));
  EXPECT_THAT(fault("v 0 0 0\nf 1 1 2\n"),
              ElementsAre("RM1521@2:7 the face refers to vertex 2, but 1 are defined up to here"));
  EXPECT_THAT(fault("v 0 0 0\nf 1 1 -2\n"),
              ElementsAre("RM1521@2:7 the face refers to vertex -2, but 1 are defined up to here"));
  EXPECT_THAT(fault("v 0 0 0\nf 1 0 1\n"),
              ElementsAre(StartsWith("RM1521@2:5 this is not a corner of a face")));
  EXPECT_THAT(fault("v 0 0 0\nf 1 x 1\n"),
              ElementsAre(StartsWith("RM1521@2:5 this is not a corner of a face")));
  EXPECT_THAT(fault("cstype bezier\n"), ElementsAre(StartsWith("RM1521@1:1 free-form curves")));
  EXPECT_THAT(fault("<html>\n"), ElementsAre("RM1521@1:1 '<html>' is not a statement of an OBJ file"));
  EXPECT_THAT(fault("\\\n\\"), ElementsAre("RM1521@1:1 the mesh has no triangle"));
}

TEST(MeshReader, stlFaultsHaveTheirPlace) {
  const auto fault = [](const std::string& text) { return Reading("a.stl", text).findings(); };
  EXPECT_THAT(fault("solid x\n"),
              ElementsAre("RM1521@2:1 the text ends inside a solid; 'endsolid' is missing"));
  EXPECT_THAT(fault("solid x\nendsolid\n"), ElementsAre("RM1521@1:1 the mesh has no triangle"));
  EXPECT_THAT(fault("solid x\nfacet\n outer"),
              ElementsAre("RM1521@3:2 'normal' is expected here, not 'outer'"));
  EXPECT_THAT(fault("solid\nfacet normal 0 0 0 outer loop vertex 1 2 z"),
              ElementsAre("RM1521@2:42 a number is expected here, not 'z'"));
  EXPECT_THAT(fault("solid\nfacet normal 0 0 0 outer loop vertex 1 2"),
              ElementsAre("RM1521@2:41 the text ends where a number is expected"));
  EXPECT_THAT(fault("solid\nendsolid\nfacet"),
              ElementsAre("RM1521@3:1 'solid' is expected here, not 'facet'"));
  EXPECT_THAT(fault("short"),
              ElementsAre("RM1521 'a.stl': a binary STL file has at least 84 bytes, but this one has 5"));
  std::string cut = one_triangle();
  cut.pop_back();
  EXPECT_THAT(fault(cut.substr(5)),
              ElementsAre(StartsWith("RM1521 'a.stl': the header of this STL file announces ")));
  std::string infinite = one_triangle();
  infinite.replace(84 + 12, 4, std::string("\0\0\x80\x7f", 4));
  EXPECT_THAT(fault(infinite), ElementsAre("RM1521 'a.stl': a corner of triangle 0 is not finite"));
  // A count that the memory could not hold.
  std::string boast(80, ' ');
  append_u32(boast, 0xffffffff);
  EXPECT_THAT(
      fault(boast),
      ElementsAre(StartsWith(
          "RM1521 'a.stl': the header of this STL file announces 4294967295 triangles, 214748364834 bytes")));
}

TEST(MeshReader, whatIsNoSolidIsSaid) {
  const std::string obj(kObj);
  EXPECT_THAT(Reading("a.obj", obj.substr(0, obj.rfind("f "))).findings(),
              ElementsAre("RM1522@7:1 the mesh does not enclose a volume: at the edge of this triangle from "
                          "(1, 0, 0) to (0, 1, 0) no triangle lies on its "
                          "other side; 3 edges are like that"));
  EXPECT_THAT(Reading("a.obj", obj.substr(0, obj.rfind("f ")) + "f 2 4 3\n").findings(),
              ElementsAre(StartsWith("RM1522@7:1 ")));
  EXPECT_THAT(Reading("a.stl", one_triangle().replace(84 + 12, 4, "\1\1\1\1")).findings(),
              ElementsAre(StartsWith("RM1522 'a.stl', triangle 0: the mesh")));
  EXPECT_THAT(Reading("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 3 2\n").findings(),
              ElementsAre("RM1522@1:1 the mesh is closed, but encloses no volume"));
  const Reading inside_out("a.obj",
                           "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n");
  EXPECT_THAT(inside_out.findings(), ElementsAre(StartsWith("RM1523@1:1 the mesh is inside out")));
  EXPECT_DOUBLE_EQ(inside_out.solid->body.mass, 1.0 / 6);
  EXPECT_GT(inside_out.solid->body.tensor(0, 0), 0);
  EXPECT_THAT(Reading("a.obj", obj + "f 1 1 2\n").findings(),
              ElementsAre("RM1524@11:1 this triangle has no area"));
  EXPECT_THAT(Reading("a.obj", obj + "f 1 1 2\nf 1 2 2\nf 4 4 4\n").findings(),
              ElementsAre("RM1524@11:1 this triangle and 2 others have no area"));
}

TEST(MeshReader, aMeshFileIsARobotOfOneLink) {
  SourceManager sources;
  DiagnosticEngine diagnostics;
  const FrontendOptions options;
  std::vector<std::string> files_read;
  FrontendContext context{sources, diagnostics, options, files_read};
  const FrontendInfo* frontend = detect_frontend("shapes/Bracket.v2.OBJ", kObj);
  ASSERT_NE(frontend, nullptr);
  EXPECT_EQ(frontend->name, "mesh");
  const FrontendResult result =
      frontend->parse(sources.add_text("shapes/Bracket.v2.OBJ", std::string(kObj)), context);
  ASSERT_EQ(result.models.size(), 1U);
  const Link& link = result.models[0].links.at(0);
  EXPECT_EQ(link.name, "Bracket.v2");
  EXPECT_EQ(std::get<Mesh>(link.visuals.at(0).geometry.shape).filename, "Bracket.v2.OBJ");
  EXPECT_EQ(std::get<Mesh>(link.collisions.at(0).geometry.shape).filename, "Bracket.v2.OBJ");
  EXPECT_FALSE(link.inertial);
}

}  // namespace
}  // namespace romas
