"""Texts and blocks that double themselves: each run ends with RM1018, and takes little more memory than --expansion-size.

    doubling.py ROMASC FOLDER
"""
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../tools/Inputs"))
from processes import measure  # noqa: E402

SIZE = 40_000_000
BESIDE = 60_000_000  # of the program itself, and of tables that are being moved to more room

romasc, folder = sys.argv[1:3]


def chain(first, step, last, levels=40):
    return first + "".join(step.replace("@", str(i)).replace("#", str(i + 1)) for i in range(1, levels)) + last.replace("#", str(levels))


def recursive(parameters, call, base, levels=40):
    """A macro m that calls itself while n is not 0."""
    return (f'<xacro:macro name="m" params="n {parameters}"><xacro:if value="${{n}}">{call}</xacro:if>'
            f'<xacro:unless value="${{n}}">{base}</xacro:unless></xacro:macro>')


SELF = '<xacro:m n="${n-1}"'
A_BLOCK = '<xacro:insert_block name="b"/>'
CASES = {
    "properties": chain('<xacro:property name="p1" value="aaaa"/>', '<xacro:property name="p#" value="${p@}${p@}"/>', '<link name="${p#}"/>'),
    "evaluated at once": chain('<xacro:property name="p1" value="aaaa"/>', '<xacro:property name="p#" lazy_eval="false" value="${p@} ${p@}"/>',
                               ""),
    "arguments": chain('<xacro:arg name="a1" default="aaaa"/>', '<xacro:arg name="a#" default="$(arg a@)$(arg a@)"/>', '<link name="$(arg a#)"/>'),
    "parameters": recursive("p", SELF + ' p="${p}-${p}"/>', '<link name="${p}"/>') + '<xacro:m n="40" p="a"/>',
    "a long text in many places": chain(f'<xacro:property name="p" value="{"a" * 200_000}"/>', '<link name="${p}@"/>', "", 500),
    "a long text in many properties": chain(f'<xacro:property name="p" value="{"a" * 200_000}"/>',
                                            '<xacro:property name="q@" lazy_eval="false" value="${p}"/>', "", 500),
    "character data": recursive("", f'<t>{"${n} a" * 20}</t>' * 2 + (SELF + "/>") * 2, "") + '<xacro:m n="40"/>',
    "pieces of one text": f'<xacro:property name="t">{"a" * 1000}${{1}}</xacro:property><t>' + '<xacro:insert_block name="t"/>' * 2000 + "</t>",
    "attributes": chain(f'<xacro:property name="p" value="{"a" * 200_000}"/>', '<t><xacro:attribute name="a" value="${p}"/></t>', "", 500),
    "comments": chain(f'<xacro:property name="p" value="{"a" * 200_000}"/>', "<!-- xacro:eval-comments --><!-- ${p} --><t/>", "", 500),
    "blocks": recursive("*b", SELF + f"><g>{A_BLOCK * 2}</g></xacro:m>", A_BLOCK) + '<xacro:m n="40"><z/></xacro:m>',
    "blocks with attributes": recursive("*b", SELF + f'><g a="${{n}}">{A_BLOCK * 2}</g></xacro:m>', A_BLOCK) +
                              '<xacro:m n="40"><z x="1" y="${1}">text<!-- remark --></z></xacro:m>',
    "contents of blocks": recursive("**b", SELF + f"><g>{A_BLOCK * 2}</g></xacro:m>", f"<h>{A_BLOCK}</h>") + '<xacro:m n="40"><z><y/></z></xacro:m>',
    "blocks of properties": chain('<xacro:property name="b1"><z/></xacro:property>',
                                  '<xacro:property name="b#">' + '<xacro:insert_block name="b@"/>' * 2 + "</xacro:property>",
                                  '<xacro:insert_block name="b#"/>'),
    "calls that make nothing": recursive("", (SELF + "/>") * 2, "") + '<xacro:m n="60"/>',
    "elements": recursive("", "<g>" + (SELF + "/>") * 2 + "</g>", "<z/>") + '<xacro:m n="60"/>',
}

problems = []
for name, body in CASES.items():
    path = os.path.join(folder, "double.xacro")
    with open(path, "w") as file:
        file.write(f'<robot name="r" xmlns:xacro="x">{body}<link name="a"/></robot>')
    for options in ([], ["--keep=structure", "--emit=romas"]):
        command = [romasc, path, "--emit=none", f"--expansion-size={SIZE}", "-o", "-"] + options
        status, seconds, memory = measure(command, folder)
        said = subprocess.run(command, capture_output=True, text=True, errors="replace").stderr
        if status != 1 or "[-Winput-limit]" not in said:
            problems.append(f"{name} {options}: status {status}: {said[:300]}")
        if memory > SIZE + BESIDE or seconds > 5:
            problems.append(f"{name} {options}: {memory / 1e6:.0f} MB, {seconds:.1f} s")
print("\n".join(problems + [f"{len(CASES)} cases, {len(problems)} problems"]))
sys.exit(1 if problems else 0)
