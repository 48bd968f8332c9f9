// A studio with Blocks, and the steps of somebody who puts them together.
#pragma once

#include <string>

#include "test/folders.h"
#include "test/tools/studio/studio_helpers.h"

namespace romas::test {

// A small library: a base and an arm of two kinds of contacts, a rail, and a tool.
inline const char* const kBlocks = R"(<Blocks>
  <Block id="b" name="Base" isBaseBlock="true" tag="t"><contactPoints>
    <contact pose="0;0;0.1" type="joint" rotAxis="z" zeroAxis="x"/>
    <contact pose="0.1;0;0" type="assembly" rotAxis="x" zeroAxis="z"/></contactPoints></Block>
  <Block id="a" name="Arm" tag="t"><contactPoints>
    <contact pose="0;0;0" type="assembly" rotAxis="-z" zeroAxis="x"/>
    <contact pose="0;0;0.2;0;0;90" type="joint" rotAxis="z" zeroAxis="y"/>
    <contact pose="0;0.1;0.1" type="joint" rotAxis="y" zeroAxis="z"/></contactPoints>
    <mass value="1.5"/><com x="0" y="0" z="0"/><inertia Ixx="1" Iyy="1" Izz="1" Ixy="0" Iyz="0" Ixz="0"/></Block>
  <Block id="r" name="Rail" tag="t"><contactPoints>
    <contact pose="0;0;0" type="joint" rotAxis="-z" zeroAxis="x"/></contactPoints></Block>
  <Block id="h" name="Hand" isToolBlock="true" tag="t"><contactPoints>
    <contact pose="0;0;0" type="assembly" rotAxis="-z" zeroAxis="x"/>
    <contact pose="0;0;0.1" type="joint" rotAxis="z" zeroAxis="x"/></contactPoints></Block>
</Blocks>
)";

// Their places in the list.
enum : int { kBase, kArmBlock, kRail, kHand };

class Workshop {
 public:
  explicit Workshop(const std::string& blocks = kBlocks, bool read_only = false)
      : library(folder.write("lib/parts.block.xml", blocks)), studio(settings(read_only)) {}

  Folder folder;
  std::string library;
  Studio studio;

  // A request that means the revision of now.
  studio::Response post(const std::string& target, nlohmann::json body) {
    body["revision"] = studio.workspace().revision();
    return studio.post(target, body);
  }
  studio::Response act(nlohmann::json body) { return post("/api/assembly", std::move(body)); }
  nlohmann::json scene() { return json_of(studio.get("/api/scene")); }
  nlohmann::json blocks() { return json_of(studio.get("/api/blocks")); }
  const std::string& text() { return studio.workspace().assembly()->state().text; }

  static nlohmann::json joined(int block, int parent, int parent_contact, int child_contact = 0,
                               const std::string& type = "revolute") {
    return {{"action", "append"},
            {"block", block},
            {"parent", parent},
            {"parent_contact", parent_contact},
            {"child_contact", child_contact},
            {"parent_matched_axis", "x"},
            {"child_matched_axis", "x"},
            {"joint_type", type}};
  }
  // A base with two arms on each other and a hand.
  void build() {
    act({{"action", "new"}});
    act({{"action", "append"}, {"block", kBase}});
    act(joined(kArmBlock, 0, 0));
    act(joined(kArmBlock, 1, 1));
    act(joined(kHand, 2, 1));
  }

 private:
  studio::WorkspaceSettings settings(bool read_only) const {
    studio::WorkspaceSettings settings;
    settings.request.input.frontend.libraries = {library};
    settings.roots = {folder.path()};
    settings.read_only = read_only;
    return settings;
  }
};

}  // namespace romas::test
