"""The code action that makes a macro of elements that are alike: applied, and the expansions compared."""

import argparse
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from lsp_client import Client, edited, find, position, uri

SHOWS = {"workspace": {"workspaceEdit": {"documentChanges": True, "changeAnnotationSupport": {}}}}


def actions(client, path, start, end=None):
    document = {"textDocument": {"uri": uri(path)}, "range": {"start": start, "end": end or start}}
    return client.request("textDocument/codeAction", {**document, "context": {"diagnostics": [], "only": ["refactor.extract"]}})


def edits_of(action, path):
    (change,) = action["edit"]["documentChanges"]
    assert change["textDocument"]["uri"] == uri(path), change
    return change["edits"]


def expanded(romasc, path, *arguments):
    run = subprocess.run([romasc, path, *arguments, "--emit=expanded", "-o", "-"], capture_output=True, text=True, check=False)
    return run.stdout if run.returncode == 0 else None


class Files:
    """Files of a folder that are shown to a server, and what they expand to before and after."""

    def __init__(self, server, romasc, folder, capabilities=None):
        self.romasc, self.folder = romasc, folder
        self.client = Client(server, folder=folder, capabilities=SHOWS if capabilities is None else capabilities)
        self.versions = {}

    def show(self, name, text):
        path = self.folder / name
        path.write_bytes(text.encode())
        self.versions[path] = self.versions.get(path, 0) + 1
        if self.versions[path] == 1:
            self.client.open(path, text)
        else:
            self.client.change(path, self.versions[path], [{"text": text}])
        return path

    def offered(self, name, text, pattern):
        path = self.show(name, text)
        return actions(self.client, path, find(text, pattern))

    def change(self, name, text, pattern, *arguments, root=None):
        """The text after the only action, which expands to what it did; and the action."""
        path = self.show(name, text)
        seen = self.folder / root if root else path
        before = expanded(self.romasc, seen, *arguments)
        (action,) = actions(self.client, path, find(text, pattern))
        new = edited(text, edits_of(action, path))
        path.write_bytes(new.encode())
        after = expanded(self.romasc, seen, *arguments)
        assert before is not None and before == after, (before, after, new)
        return new, action


HEAD = '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">\n'
LEGS = HEAD + """  <link name="base"/>
  <!-- to the left -->
  <link name="left_hip">
    <inertial>
      <mass value="1.50"/>
      <inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/>
    </inertial>
  </link>
  <joint name="left_hip_joint" type="fixed">
    <parent link="base"/><child link="left_hip"/>
    <origin xyz="0 0.1 0"/>
  </joint>
  <link name="right_hip">
    <inertial>
      <mass value="2"/>
      <inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/>
    </inertial>
  </link>
  <!-- to the right -->
  <joint name="right_hip_joint" type="fixed">
    <parent link="base"/><child link="right_hip"/>
    <origin xyz="0 -0.1 0"/>
  </joint>
</robot>
"""


def check_names_and_values(files):
    new, action = files.change("legs.xacro", LEGS, '<li|nk name="left_hip">')
    assert action["kind"] == "refactor.extract", action
    assert action["title"] == "make a macro 'hip_link' of this <link> and the equal one in line 14", action
    assert '  <link name="base"/>\n  <xacro:macro name="hip_link" params="prefix mass">\n    <link name="${prefix}hip">\n' \
        '      <inertial>\n        <mass value="${mass}"/>\n' in new, new
    # Comments stay in the expansion: one directly in front of a word of xacro would not.
    assert '\n  </xacro:macro>\n\n  <!-- to the left -->\n\n  <xacro:hip_link prefix="left_" mass="\'1.50\'"/>\n' in new, new
    assert '\n  <xacro:hip_link prefix="right_" mass="2"/>\n' in new, new
    # The changes are shown before they are made.
    edits = edits_of(action, files.folder / "legs.xacro")
    shown = action["edit"]["changeAnnotations"]
    assert [shown[edit["annotationId"]]["label"] for edit in edits] == \
        ["the macro 'hip_link'", "this <link>", "the equal <link> in line 14"], action
    assert all(annotation["needsConfirmation"] for annotation in shown.values()), shown
    # The second of them gives the same macro; and then there is nothing left to be found.
    again, _ = files.change("legs.xacro", LEGS, '<li|nk name="right_hip">')
    assert again == new, again
    assert not files.offered("legs.xacro", new, '<li|nk name="${prefix}hip">')
    new, action = files.change("legs.xacro", new, '<jo|int name="left')
    assert '<xacro:macro name="hip_joint_joint" params="prefix xyz">' in new and \
        '<parent link="base"/><child link="${prefix}hip"/>' in new, new
    assert '  <xacro:hip_joint_joint prefix="right_" xyz="0 -0.1 0"/>' in new, new


def check_selections(files):
    path = files.show("legs.xacro", LEGS)
    begin, end = LEGS.index('  <link name="left_hip">'), LEGS.index('  <joint name="left')
    assert len(actions(files.client, path, position(LEGS, begin), position(LEGS, end))) == 1  # a whole element
    assert not actions(files.client, path, position(LEGS, begin), position(LEGS, end + 20))  # and a part of another
    for tiny in ('<ori|gin xyz="0 0.1 0"', '<in|ertia ixx', '<link name="ba|se"/>', "to the |left", '<ro|bot name="r"'):
        assert not files.offered("legs.xacro", LEGS, tiny), tiny


ARMS = HEAD + """  <xacro:property name="mass" value="3"/>
  <xacro:macro name="arm" params="prefix side:=left *mount">
    <xacro:property name="length" value="${2 * mass}"/>
    <xacro:insert_block name="mount"/>
    <link name="${prefix}upper">
      <inertial>
        <mass value="${mass}"/>
        <inertia ixx="${length}" ixy="0" ixz="0" iyy="1" iyz="0" izz="${mass / 2}"/>
      </inertial>
    </link>
    <xacro:if value="${side == 'left'}">
      <link name="${prefix}lower">
        <inertial>
          <mass value="${mass + 1}"/>
          <inertia ixx="${length}" ixy="0" ixz="0" iyy="1" iyz="0" izz="${mass * 2}"/>
        </inertial>
      </link>
    </xacro:if>
  </xacro:macro>
  <xacro:arm prefix="a_"><link name="a_mount"/></xacro:arm>
  <xacro:arm prefix="b_" side="right"><link name="b_mount"/></xacro:arm>
</robot>
"""


def check_expressions(files):
    # A name that only the macro around knows is handed on; no parameter hides a name that expressions use.
    new, _ = files.change("arms.xacro", ARMS, '<li|nk name="${prefix}upper">')
    (macro,) = re.findall('<xacro:macro name="common_link" params="([^"]*)">', new)
    assert macro == "length prefix suffix mass_value izz", macro
    assert 'length="${length}" prefix="${prefix}" suffix="lower" mass_value="${mass + 1}"' in new and 'ixx="${length}"' in new, new
    assert new.index("common_link") < new.index('name="arm"'), new
    # Conditions and arguments of other macros keep their meaning.
    calls = HEAD + """  <xacro:macro name="box" params="name on size">
    <link name="${name}"><xacro:if value="${on}"><visual><geometry><box size="${size}"/></geometry></visual></xacro:if></link>
  </xacro:macro>
  <group><a n="one"/><xacro:box name="a" on="true" size="1 1 0.10"/><xacro:if value="1"><b/></xacro:if></group>
  <group><a n="two"/><xacro:box name="b" on="0" size="2 2 2"/><xacro:if value="false"><b/></xacro:if></group>
</robot>
"""
    new, _ = files.change("calls.xacro", calls, '<gr|oup><a n="one"')
    assert '<xacro:box name="${box}" on="${on}" size="${size}"/><xacro:if value="${if_value}">' in new, new
    # A computed text may look like a number that it is not.
    padded = HEAD + """  <xacro:property name="zero" value="'0'"/>
  <link name="x"><visual name="${zero}1"><geometry><box size="1 1 1"/></geometry></visual></link>
  <link name="y"><visual name="${zero}2"><geometry><box size="1 1 1"/></geometry></visual></link>
</robot>
"""
    new, _ = files.change("padded.xacro", padded, '<li|nk name="x"')
    assert '<xacro:common_link name="x"' in new, new


def check_layout(files):
    tabbed = LEGS.replace("  ", "\t").replace("\n", "\r\n")
    new, _ = files.change("tabbed.xacro", tabbed, '<li|nk name="left_hip">')
    assert '\r\n\t<xacro:macro name="hip_link" params="prefix mass">\r\n\t\t<link name="${prefix}hip">\r\n\t\t\t<inertial>' in new, new
    assert "\n" not in new.replace("\r\n", ""), new
    flat = re.sub(r">\s+<", "><", LEGS)
    new, _ = files.change("flat.xacro", flat, '<li|nk name="left_hip">')
    assert '<link name="base"/><!-- to the left -->\n\n<xacro:macro name="hip_link"' in new, new
    # A value, comment or text of several lines stays as it is, and so does a comment behind another element.
    lines = HEAD + """  <!-- about the robot -->
  <link name="base"/>  <!-- the base -->
  <gazebo reference="left">
    <plugin name="left_p" filename="a.so"
            kind="two
   lines">
      <!-- as
   here -->

      <text>one
   two</text>
    </plugin>
  </gazebo>
  <gazebo reference="right">
    <plugin name="right_p" filename="b.so" kind="two
   lines"> <!-- as
   here -->
      <text>one
   two</text></plugin>
  </gazebo>
  <link name="left"/><link name="right"/>
</robot>
"""
    new, _ = files.change("lines.xacro", lines, '<ga|zebo reference="left"')
    assert '<!-- the base -->\n\n  <xacro:macro name="common_gazebo" params="prefix part">\n    <gazebo reference="${prefix}">' in new, new
    assert '  <xacro:common_gazebo prefix="left" part="a"/>\n  <xacro:common_gazebo prefix="right" part="b"/>\n' in new, new


def check_what_is_left_alone(files):
    def left_alone(text, pattern, name="alone.xacro"):
        assert not files.offered(name, text, pattern), text

    left_alone(LEGS.replace(' xmlns:xacro="http://www.ros.org/wiki/xacro"', ""), '<li|nk name="left_hip">', "plain.urdf")
    left_alone(LEGS.replace("</joint>\n</robot>", "</joint>\n</rob"), '<li|nk name="left_hip">')  # half typed
    left_alone(LEGS.replace('<mass value="2"/>', '<mass value="2"'), '<li|nk name="left_hip">')
    left_alone(LEGS.replace('<mass value="2"/>', '<mass weight="2"/>'), '<li|nk name="left_hip">')  # not alike
    left_alone(LEGS.replace('<mass value="2"/>', '<!-- heavy --><mass value="2"/>'), '<li|nk name="left_hip">')
    # A comment that silences a rule would be about a call.
    left_alone(LEGS.replace("<!-- to the left -->", "<!-- romas: ignore inertia-placeholder -->"), '<li|nk name="left_hip">')
    # Blocks of calls and properties are evaluated elsewhere; names would be defined elsewhere.
    block = """  <xacro:macro name="m" params="*block"><xacro:insert_block name="block"/></xacro:macro>
  <xacro:m><link name="a"><visual name="1"><geometry><box size="1 1 1"/></geometry></visual></link></xacro:m>
  <xacro:m><link name="b"><visual name="2"><geometry><box size="1 1 1"/></geometry></visual></link></xacro:m>
</robot>
"""
    left_alone(HEAD + block, '<li|nk name="a">')
    named = """  <group><xacro:property name="p" value="1"/><a n="${p}"/><a n="x"/></group>
  <group><xacro:property name="p" value="2"/><a n="${p}"/><a n="y"/></group>
</robot>
"""
    left_alone(HEAD + named, '<gr|oup><xacro:property name="p" value="1"')
    # A value that is computed from a text that only looks like a number cannot be handed on.
    digits = """  <xacro:macro name="m" params="n"><a n="${n}"/><link name="${n * 2}"/></xacro:macro>
  <xacro:macro name="twice" params="t">
    <group><xacro:m n="1"/><a n="${t[0]}"/><b n="1"/></group>
    <group><xacro:m n="2"/><a n="${t[0]}"/><b n="2"/></group>
  </xacro:macro>
  <xacro:twice t="''12''"/>
</robot>
"""
    left_alone(HEAD + digits, '<gr|oup><xacro:m n="1"')


def check_parts_of_robots(files):
    """A file of macros: with the robots that read it, and alone."""
    part = ARMS[:ARMS.index("  <xacro:arm prefix")] + "</robot>\n"
    new, _ = files.change("part.xacro", part, '<li|nk name="${prefix}upper">')
    assert 'name="common_link"' in new, new
    root = HEAD + """  <xacro:arg name="p" default="x_"/>
  <xacro:include filename="part.xacro"/>
  <xacro:arm prefix="$(arg p)"><link name="mount"/></xacro:arm>
</robot>
"""
    files.show("root.urdf.xacro", root)
    files.change("part.xacro", part, '<li|nk name="${prefix}upper">', "p:=y_", root="root.urdf.xacro")


def check_plain_client(server, romasc, folder):
    """A client that shows no annotations gets the edits alone."""
    files = Files(server, romasc, folder, {"workspace": {"workspaceEdit": {"documentChanges": True}}})
    _, action = files.change("plain.xacro", LEGS, '<li|nk name="left_hip">')
    assert "changeAnnotations" not in action["edit"], action
    assert all("annotationId" not in edit for edit in edits_of(action, files.folder / "plain.xacro")), action
    assert files.client.end() == 0


def check_corpus(server, romasc, folders, most):
    """Every edit that is offered in the files of folders: the robots expand to what they did."""
    offered = tried = 0
    for folder in folders:
        client = Client(server, folder=folder, capabilities=SHOWS)
        paths = sorted(path for path in folder.rglob("*.xacro") if path.is_file())
        random.Random(1).shuffle(paths)
        for path in paths[:most]:
            text = path.read_bytes().decode("utf-8", "replace")
            if "\r" in text.replace("\r\n", "") or path.read_bytes() != text.encode():
                continue
            before = expanded(romasc, path)
            if before is None:
                continue
            client.open(path, text)
            places = [match.start() + 1 for match in re.finditer(r"<(link|joint|visual|collision|gazebo|transmission|sensor|inertial)\b", text)]
            for at in random.Random(2).sample(places, min(len(places), 8)):
                tried += 1
                for action in actions(client, path, position(text, at)):
                    offered += 1
                    new = edited(text, edits_of(action, path))
                    changed = path.with_name("changed_" + path.name)
                    changed.write_bytes(new.encode())
                    assert expanded(romasc, changed) == before, (path, action["title"])
                    changed.unlink()
            client.notify("textDocument/didClose", {"textDocument": {"uri": uri(path)}})
        assert client.end() == 0
    print(f"{offered} of {tried} elements became macros, and all expansions stayed")
    assert offered >= 20


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("server")
    parser.add_argument("romasc")
    parser.add_argument("--corpus", nargs="+", help="folders that may be written to")
    parser.add_argument("--most", type=int, default=40, help="files of a folder")
    arguments = parser.parse_args()
    if arguments.corpus:
        return check_corpus(arguments.server, arguments.romasc, [pathlib.Path(f).resolve() for f in arguments.corpus], arguments.most)
    home = pathlib.Path(tempfile.mkdtemp(prefix="romas-lsp-")).resolve()
    folder = home / "robots"
    folder.mkdir()
    files = Files(arguments.server, arguments.romasc, folder)
    check_names_and_values(files)
    check_selections(files)
    check_expressions(files)
    check_layout(files)
    check_what_is_left_alone(files)
    check_parts_of_robots(files)
    assert files.client.end() == 0
    check_plain_client(arguments.server, arguments.romasc, folder)
    return None


if __name__ == "__main__":
    sys.exit(main())
