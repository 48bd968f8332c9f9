"""Copies the package of PR2 into a folder, with an SRDF, controllers, and a YAML file that says what the head hangs on."""

import pathlib
import shutil
import sys

package, ours, folder = map(pathlib.Path, sys.argv[1:])
shutil.copytree(package, folder, copy_function=shutil.copyfile)
shutil.copytree(ours, folder / "config")
head = folder / "urdf" / "head_v0" / "head.urdf.xacro"
text = head.read_text(encoding="utf-8")
for old, new in [('<parent link="${parent}"/>', """<parent link="${mounts['head']['parent']}"/>"""),
                 ("<xacro:property", """<xacro:property name="mounts" value="${xacro.load_yaml('$(find pr2_description)/config/mounts.yaml')}"/>
  <xacro:property""")]:
    assert old in text, old
    text = text.replace(old, new, 1)
head.write_text(text, encoding="utf-8")
