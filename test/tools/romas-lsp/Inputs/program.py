"""Renames everything that a xacro program names, and back; then what cannot be renamed, and why."""

import pathlib
import shutil
import sys
import tempfile

from lsp_client import Client
from renaming import Shown

SERVER = sys.argv[1]
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="romas-lsp-")).resolve() / "bars"
shutil.copytree(pathlib.Path(__file__).parent / "bars", FOLDER)
ARM, PARTS = FOLDER / "arm.urdf.xacro", FOLDER / "parts.xacro"
client = Client(SERVER, folder=FOLDER)
shown_files = Shown(client, (ARM, PARTS))
texts, put, rename = shown_files.texts, shown_files.put, shown_files.rename

before = dict(texts)
for path, place, old, name in (
        (PARTS, 'macro name="b|ar"', "bar", "rod"), (ARM, "<xacro:b|ar prefix=", "bar", "rod"),
        (ARM, "</xacro:b|ar>", "bar", "rod"), (PARTS, 'params="pre|fix', "prefix", "side_name"),
        (PARTS, '"${pre|fix}bar"', "prefix", "side_name"), (ARM, 'pre|fix="right_"', "prefix", "q"),
        (PARTS, "len|gth:=0.2", "length", "size"), (PARTS, 'property name="ma|ss"', "mass", "m"),
        (PARTS, "${ma|ss}", "mass", "m"), (PARTS, "*ori|gin", "origin", "place"),
        (PARTS, 'insert_block name="ori|gin"', "origin", "place"), (ARM, 'arg name="si|de"', "side", "which"),
        (ARM, "$(arg si|de)", "side", "which"), (ARM, 'name="con|fig"', "config", "sizes"),
        (ARM, 'name="lo|ng"', "long", "far")):
    shown_files.rename_and_back(path, place, old, name)

# --- refused: a name that means something already, a computed one, one that nobody evaluates, no name ---
for path, place, name, why in (
        (PARTS, "len|gth:=0.2", "mass", "would not be the same afterwards"),
        (ARM, 'name="con|fig"', "long", "would not be the same afterwards"),
        (ARM, 'name="lo|ng"', "two words", "cannot be a name"),
        (PARTS, 'macro name="b|ar"', "a:b", "cannot be the name of a macro")):
    answer = rename(path, place, name)
    assert why in answer["error"]["message"], (place, answer)
    assert texts == before
put(ARM, before[ARM].replace("</robot>", """  <xacro:macro name="outer" params="long"><xacro:inner/></xacro:macro>
  <xacro:macro name="inner"><link name="${long}"/></xacro:macro>\n</robot>"""))
answer = rename(ARM, 'name="lo|ng"', "far")
assert "'long' also occurs at" in answer["error"]["message"] and ":15" in answer["error"]["message"], answer
put(ARM, before[ARM].replace('name="long"', "name=\"${'long'}\""))
answer = rename(ARM, 'length="${lo|ng}"', "far")
assert "is computed" in answer["error"]["message"], answer
put(ARM, before[ARM])

# --- what no robot evaluates is renamed by the scopes of the texts ---
put(ARM, before[ARM].replace("</robot>", """  <xacro:if value="0"><xacro:property name="long" value="1"/><link name="${long}"/></xacro:if>
  <xacro:macro name="rest" params="depth width:=${long}"><link name="${depth}_long_${'long'}"/><xacro:nobody long="1"/></xacro:macro>
  <xacro:unless value="1"><xacro:bar prefix="a" length="1"/><xacro:rest depth="${other}"/></xacro:unless>\n</robot>"""))
whole = dict(texts)
for path, place, old, name in (
        (ARM, 'name="lo|ng" value="${c', "long", "far"), (ARM, 'name="lo|ng" value="1"', "long", "far"), (ARM, 'name="${lo|ng}"', "long", "far"),
        (ARM, 'width:=${lo|ng}', "long", "far"), (ARM, 'macro name="re|st"', "rest", "others"), (ARM, "<xacro:re|st", "rest", "others"),
        (ARM, 'params="de|pth', "depth", "height"), (ARM, '"${de|pth}', "depth", "height"), (ARM, 'de|pth="${other', "depth", "height"),
        (PARTS, 'macro name="b|ar"', "bar", "rod"), (PARTS, "len|gth:=0.2", "length", "size")):
    shown_files.rename_and_back(path, place, old, name)
rename(ARM, 'name="lo|ng"', "far")
assert texts[ARM].count("far") == 5 and texts[ARM].count("long") == 4, texts[ARM]
put(ARM, whole[ARM])
for place, name, why in (('params="de|pth', "width", "already means something"), ('value="${oth|er}', "x", "there is no name"),
                         ("depth}_lo|ng", "x", "there is no name"), ("nobody lo|ng", "x", "there is no name")):
    answer = rename(ARM, place.replace('value="${oth|er}', 'depth="${oth|er}'), name)
    assert why in answer["error"]["message"], (place, answer)
    assert texts == whole
put(ARM, before[ARM])
assert client.end() == 0
shutil.rmtree(FOLDER.parent)
