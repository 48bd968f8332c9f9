#!/usr/bin/env python3
"""Writes the generated parts of the documentation, or (--check) tells whether they are up to date.

Generated are docs/diagnostics/README.md, docs/formats/romas-model.schema.json, docs/formats/ros2_control.xsd, the words of the language
in the files that language_words.py names, and every table between the markers
    <!-- generated: OPTION -->  and  <!-- end -->
in the pages of docs/ and in README.md, where OPTION is one of romasc's --print-... options, or `source: NAME` for a table that is read
from the sources: NAME is a key of SOURCES.
"""
import argparse
import functools
import os
import re
import subprocess
import sys
from fractions import Fraction

import json_schema
import language_words
import library_tables
import ros2_control_schema
import servo_tables
from source_rows import ROOT, markdown, plain, rows_of, seeds, source

MARKER = re.compile(r"(<!-- generated: (--print-[a-z]+|source: [a-z0-9-]+) -->\n).*?(<!-- end -->)", re.S)
COLUMNS = {
    "--print-diagnostics": ["id", "rule", "class", "what"],
    "--print-passes": ["pass", "kind", "options", "what"],
    "--print-targets": ["target", "file", "what"],
    "--print-formats": ["format", "files", "what"],
}


def rows(romasc, option):
    """The cells of a table that romasc prints: columns begin where they begin in every line."""
    lines = subprocess.run([romasc, option], check=True, capture_output=True, text=True).stdout.splitlines()
    count = len(COLUMNS[option])
    width = max(len(line) for line in lines)
    blank = [all(i >= len(line) or line[i] == " " for line in lines) for i in range(width)]
    starts = [0] + [i + 1 for i in range(1, width - 1) if blank[i] and blank[i - 1] and not blank[i + 1]]
    starts = starts[:count]
    return [[line[a:b].strip() for a, b in zip(starts, starts[1:] + [None])] for line in lines]


def table(romasc, option, link=""):
    lines = ["| " + " | ".join(COLUMNS[option]) + " |", "|" + " --- |" * len(COLUMNS[option])]
    for cells in rows(romasc, option):
        cells = [cell.replace("|", "\\|") for cell in cells]
        if link:
            cells[1] = f"[{cells[1]}]({cells[1]}.md)"
        elif option != "--print-diagnostics":
            cells[0] = f"`{cells[0]}`"
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def si_units(dimension):
    factors = [("kg", dimension[1]), ("m", dimension[0]), ("rad", dimension[3]), ("s", dimension[2]), ("A", dimension[4])]
    power = lambda name, exponent: name if exponent == 1 else f"{name}^{exponent}"
    text = "*".join(power(name, exponent) for name, exponent in factors if exponent > 0)
    if not text:
        return "*".join(power(name, exponent) for name, exponent in factors if exponent < 0)
    return "/".join([text] + [power(name, -exponent) for name, exponent in factors if exponent < 0])


def factor(numerator, denominator):
    """numerator / denominator; multiples of pi stay readable."""
    if "pi" in numerator:
        numerator = numerator.replace("std::numbers::pi", "π").replace(" * ", "")
        return numerator if denominator == "1" else f"{numerator}/{denominator}"
    return f"{Fraction(numerator) / Fraction(denominator)}" if float(numerator) % float(denominator) == 0 else f"{float(Fraction(numerator) / Fraction(denominator)):.12g}"


def units_table():
    rows = source("ir/model/units.def", r'^UNIT\("(\w+)", ([^,]+), ([^,]+), (-?\d), (-?\d), (-?\d), (-?\d), (-?\d)\)$', re.M)
    return markdown(["unit", "is"], [[f"`{row[0]}`", f"{factor(row[1], row[2])} `{si_units([int(x) for x in row[3:]])}`"] for row in rows])


def dimensions_table():
    rows = source("ir/model/units.cpp", r'NamedDimension\{"(\w+)", "([^"]+)", "([^"]+)"\}')
    return markdown(["type", "what", "such as"], [[f"`{name}`", what, f"`2 {units}`" if units != "1" else "`2`"] for name, units, what in rows])


def functions_table():
    rows = source("frontend/language/builtins/builtins.cpp", r'Row\{\{"\w+",\s*"([^"]+)",\s*"([^"]+)"(?:,\s*"\w+")?\}')
    return markdown(["function", "gives"], [["`" + "` or `".join(re.split(r", (?=range\(a, b\))| or ", signature)) + "`", what] for signature, what in rows])


def robot_functions_table():
    rows = source("frontend/language/expand/robot_questions.cpp", r'BuiltinInfo\{"\w+", "([^"]+)",\s*"([^"]+)"\}')
    return markdown(["function", "gives"], [["`" + "` or `".join(signature.split(" or ")) + "`", what] for signature, what in rows])


def elements_table(path, elements):
    """The attributes of elements of an XML format, from the rows of its schema."""
    words = {name: value.split() for name, value in source(path, r'std::string_view (k\w+) = "([^"]*)"')}
    lines = []
    for tag, row in elements:
        ((attributes,),) = [source(path, rf"ElementRow {row} = \{{[^}}]*\.attributes = (\w+)")]
        (body,) = source(path, rf"AttributeRow {attributes}\[\] = \{{\s*(.*?)\n\}};", re.S)
        for text in re.split(r"\},\s*\{", body):
            field = lambda name: next(iter(re.findall(rf'\.{name} = "([^"]*)"', text)), "")
            kind = next(iter(re.findall(r"\.type = (\w+)", text)), "text")
            allowed = next((words[name] for name in re.findall(r"\.words = (k\w+)", text)), field("words").split())
            value = {"word": ", ".join(f"`{word}`" for word in allowed), "whole": "a whole number", "pose": "a pose", "number": "a number", "text": "a text"}[kind]
            names = ", ".join(f"`{name}`" for name in [field("name"), *field("spellings").split()])
            lines.append([tag, names, value + (", in any case" if ".any_case = true" in text else ""), "yes" if ".required = true" in text else "", field("summary")])
            tag = ""
    return markdown(["element", "attribute", "value", "needed", "meaning"], lines)


def block_elements_table():
    elements = [("`<Block>`", "kBlock"), ("`<shape>`, `<Shape>`", "kBlockShape"), ("`<diffuse>`, `<normal>`, `<thumbnail>`", "kBlockFile"), ("`<contact>`", "kContact"), ("`<mass>`", "kBlockMass"), ("`<com>`", "kBlockCom"), ("`<inertia>`", "kBlockInertia")]
    return elements_table("frontend/block/block_schema.cpp", elements)


def words_cell(words):
    return ", ".join(f"`{word}`" for word in words.split())


def xacro_words_table():
    path = "frontend/xml/schema/xacro_words.def"
    attributes = rows_of(path, "XACRO_ATTRIBUTE")
    lines = []
    for word, meaning in rows_of(path, "XACRO_WORD"):
        lines.append([f"`<xacro:{word}>`", "", "", plain(meaning)])
        lines += [["", f"`{name}`", "yes" if need == "required" else "", plain(what)] for of, name, need, what in attributes if of == word]
    return markdown(["element", "attribute", "needed", "meaning"], lines)


def supervisor_checks_table():
    row = r'\{Check::\w+, "(\w+)", FaultKind::(\w+), CheckMode::(\w+), CheckUnit::\w+, "([^"]*)", "([^"]*)", "([^"]*)"\}'
    rows = source("runtime/romas/supervision.hpp", row)
    return markdown(["check", "says", "limit", "from", "by default", "kind"], [[f"`{name}`", says.rstrip(":"), limit, reason, mode, kind] for name, kind, mode, says, limit, reason in rows])


def sdf_elements_table():
    rows = rows_of("ir/format/sdf_words.def", "MEANING")
    lines = [[f"`<{child}>`" + ("" if parent == "*" else f" in `<{parent}>`"), words_cell(words), plain(what)] for parent, child, words, what in rows]
    return markdown(["element", "text", "meaning"], lines)


def sdf_attributes_table():
    rows = rows_of("ir/format/sdf_words.def", "ATTRIBUTE")
    lines = [[f"`<{element}>`", f"`{name}`", words_cell(words), "yes" if required == "true" else "", plain(what)] for element, name, required, words, what in rows]
    return markdown(["element", "attribute", "values", "needed", "meaning"], lines)


def limits_table():
    """Returns the table of counted things, with "at most" in front of the number of a limit; the others are prices in steps."""
    rows = source("frontend/language/values/budget.h", r"static constexpr [\w:]+ k(\w+) =\s+([\d']+);\s+// (.*)")
    limit = lambda name: "at most " if name.startswith(("Most", "Longest")) else ""
    return markdown(["what", "number"], [[what, limit(name) + value.replace("'", " ")] for name, value, what in rows])


# The page that describes a target.
TARGET_PAGES = {
    "urdf": "formats/urdf.md", "sdf": "formats/sdf.md",
    "mjcf": "formats/mjcf.md", "srdf": "formats/srdf.md", "romas": "ir.md", "block": "formats/block.md", "assembly": "formats/assembly.md",
    "json": "formats/json.md", "cpp": "generated-code.md", "c": "c.md", "js": "generated-code.md", "python": "python.md", "controller": "runtime.md", "servo": "servo.md", "report": "report.md", "doc": "doc-pages.md",
    "expanded": "formats/xacro.md",
}  # fmt: skip
SECOND_FILES = {"c": "NAME.c"}
NEEDS = {
    "kernels(required": "It is made from the kinematics and dynamics of the robot; `romasc --help=code` has the options of generated code.",
    "kernels(optional": "Where the kinematics and dynamics of the robot can be made, it has them, too.",
}


def targets_text():
    """A section for each row of backends/targets.def, with its options."""
    (text,) = source("backends/targets.def", r"\A.*\Z", re.S)
    options = {row[0]: row[1:] for row in source("backends/target_options.def", r'^TARGET_OPTION\((\w+), "([^"]+)", "([^"]*)", \w+, \w+, "[^"]*",\s+"([^"]+)"\)$', re.M)}
    out = []
    for row in re.findall(r"^TARGET\(.*?\)$", text, re.M | re.S):
        name, extension = re.findall(r'"([^"]*)"', row)[:2]
        summary = re.findall(r'"([^"]*)"', row)[-1]
        page = f" [{TARGET_PAGES[name]}]({TARGET_PAGES[name]}) describes it." if name in TARGET_PAGES else ""
        written = f"writes one file, `NAME{extension}`" if extension else "writes a folder"
        if name in SECOND_FILES:
            written = f"writes two files, `NAME{extension}` and `{SECOND_FILES[name]}`"
        out += [f"## {name}", "", f"{summary[0].upper()}{summary[1:]}.", "", f"`--emit={name}` {written}.{page}"]
        out += [sentence for key, sentence in NEEDS.items() if key in row]
        if re.search(r"\), true,|kernels, true,", row):
            out += ["It needs servos, in the description or in a servo map."]
        rows = [[f"`--{options[option][0]}{'=' if options[option][1] else ''}{options[option][1]}`", options[option][2].replace("<", "\\<")] for option in re.findall(r"TargetOption::(\w+)", row)]
        out += ["", markdown(["option", "what"], rows)] if rows else [""]
    return "\n".join(out).rstrip("\n") + "\n"


def profile_table(profile):
    rules = {row[1]: row for row in source("support/findings/diagnostics.def", r'^RULE\((\d+), (\w+), "([^"]+)", (\w+),', re.M)}
    lines = []
    for rule, text in source("support/findings/profiles.def", rf'^CONSEQUENCE\({profile}, (\w+), "(.*)"\)$', re.M):
        number, _, slug, rule_class = rules[rule]
        lines.append([f"RM{number}", f"[{slug}](diagnostics/{slug}.md)", rule_class, text])
    return markdown(["id", "rule", "class", "what it means there"], lines)


def profile_names():
    return source("support/findings/profiles.def", r'^PROFILE\((\w+),', re.M)


def differences_table(file, reader):
    rows = source(file, r'^DIFFERENCE\("((?:[^"\\]|\\.)*)", .*, "((?:[^"\\]|\\.)*)"\)$', re.M)
    return markdown([f"what {reader} refuses", "why it is no defect"], [[cell.replace('\\"', '"') for cell in row] for row in rows])


def tests_table():
    """The tests of lit by folder, from the times of a whole run: how many, how long, and how many of them are long ones."""
    groups = {}
    for seconds, name in re.findall(r"^(\S+) (.+)$", source("test/lit_times.txt", r"\A.*\Z", re.S)[0], re.M):
        folder = "/".join(name.split("/")[:-1][:2]) or "."
        long = "-full.test" in name or "-whole.test" in name
        count, total, longs = groups.get(folder, (0, 0, 0))
        groups[folder] = (count + (not long), total + (0 if long else float(seconds)), longs + long)
    rows = [[f"`test/{folder}`", str(count), f"{total:.0f}", str(longs or "")] for folder, (count, total, longs) in sorted(groups.items())]
    rows.append(["all", *(f"{sum(group[k] for group in groups.values()):.0f}" for k in range(3))])
    return markdown(["folder", "tests", "seconds", "long ones"], rows)


def platforms_table():
    rows = rows_of("test/platforms.def", "PLATFORM")
    for *_, when, test, word in rows:
        source(test, re.escape(word))
        if test.endswith(".test") and ("full" in when) != bool(source(test, r"\A(?:.*\n)*?REQUIRES:.*\bfull\b|\Z")[0]):
            raise SystemExit(f"test/platforms.def: {test} does not run '{when}'")
    return markdown(["what", "system and processor", "compiler", "standard", "tested", "by"], [[plain(cell) for cell in cells] + [f"`{test}`"] for *cells, test, _ in rows])


def compiler_flags_table():
    outcomes = {"": "all values agree", "controllers": "functions agree; controllers, loops and inverse kinematics are refused", "all": "refused", "nan": "functions agree; controllers do not see NaN, and no macro tells it"}
    names = {"BOTH": "g++, clang++", "GCC": "g++", "CLANG19": "clang++ 19"}
    rows = source("test/backends/cpp/check_flags.py", r'^    \("(-.*)", (\w+), "(\w*)", "(.*)"\),$', re.M)
    return markdown(["flags", "compilers", "what the compiler may do", "outcome"], [[f"`{flags}`", names[compilers], may, outcomes[refused]] for flags, compilers, refused, may in rows])


def ros2_control_parameters_table():
    rows = [[f"`{name}`", of, kind, meaning, f"`{plugin}`" if plugin else "any"] for plugin, of, name, kind, meaning in rows_of(ros2_control_schema.PARAMETERS, "PARAMETER")]
    return markdown(["parameter", "of", "type", "meaning", "driver"], rows)


def test_cell(test):
    path, _, name = test.partition(":")
    return f"`{name}` of `{path}`" if name else f"`{path}`"


def seeds_table(letter):
    rows = [row for row in seeds(os.path.join(ROOT, "docs/seeds.tsv")) if row[0].startswith(letter)]
    lines = [[number, plain(place), plain(says), ", ".join(test_cell(test) for test in tests.split(" + ")), remark] for number, place, says, tests, remark in rows]
    return markdown(["", "place", "what it says", "shown by", "otherwise here"], lines)


def reserved_words():
    (words,) = source("ir/model/units.cpp", r"kExpressionWords = \{([^}]+)\}")
    return " ".join(f"`{word}`" for word in re.findall(r'"(\w+)"', words)) + "\n"


def decisions_list():
    """The decision records, by box: those of all boxes first, then in the order of their numbers."""
    boxes = {}
    for name in sorted(os.listdir(os.path.join(ROOT, "docs/decisions"))):
        if name != "README.md":
            ((title, box),) = source(f"docs/decisions/{name}", r"\A# (.+)\n\nBox: (.+)\. Status: ")
            boxes.setdefault(box, []).append(f"- [{name[:4]}: {title}]({name})\n")
    return "\n".join(f"## {'All boxes' if box == 'all' else box}\n\n{''.join(lines)}" for box, lines in boxes.items())


def json_objects():
    return json_schema.Reader(ROOT, source, rows_of).objects()


SOURCES = {
    "json-keys": lambda: json_schema.tables(json_objects()),
    "units": units_table,
    "dimensions": dimensions_table,
    "functions": functions_table,
    "robot-functions": robot_functions_table,
    **servo_tables.TABLES,
    "block-elements": block_elements_table,
    "part-attributes": lambda: elements_table("frontend/block/block_schema.cpp", [("`<Part>`", "kPart")]),
    "descriptions": lambda: markdown(["element", "says"], [[f"`<{name}>`", says] for name, says in rows_of("frontend/urdf/dialects.def", "DESCRIPTION")]),
    "xacro-words": xacro_words_table,
    "supervisor-checks": supervisor_checks_table,
    "sdf-elements": sdf_elements_table,
    "sdf-attributes": sdf_attributes_table,
    "ros2-control-parameters": ros2_control_parameters_table,
    "language-limits": limits_table,
    **library_tables.tables(markdown),
    "reserved-words": reserved_words,
    "platforms": platforms_table,
    "tests": tests_table,
    "compiler-flags": compiler_flags_table,
    "targets": targets_text,
    "decisions": decisions_list,
    "urdfdom-differences": functools.partial(differences_table, "test/frontend/urdf/urdfdom_differences.def", "urdfdom"),
    "libsdformat-differences": functools.partial(differences_table, "test/frontend/sdf/libsdformat_differences.def", "libsdformat"),
    **{f"profile-{name}": functools.partial(profile_table, name) for name in profile_names()},
    **{f"seeds-{letter.lower()}": functools.partial(seeds_table, letter) for letter in "KRPZDC"},
}


def part(romasc, wanted):
    return SOURCES[wanted.removeprefix("source: ")]() if wanted.startswith("source: ") else table(romasc, wanted)


def generated(romasc):
    """Path and wanted text of every file with generated parts."""
    yield os.path.join(ROOT, "docs/diagnostics/README.md"), (
        "# Diagnostics\n\nEvery rule that romasc can report. `romasc --explain=ID` prints its page.\n\n"
        "A *defect* is a warning, and an error under `--strict`; a *note* is off unless asked for with `-Wpedantic` or by name.\n\n"
        + table(romasc, "--print-diagnostics", link="page")
    )
    yield os.path.join(ROOT, "docs/formats/romas-model.schema.json"), json_schema.schema(json_objects())
    yield os.path.join(ROOT, "docs/formats/ros2_control.xsd"), ros2_control_schema.schema(source, rows_of)
    yield from language_words.files()
    pages = [os.path.join(ROOT, "README.md")]
    for folder, _, files in os.walk(os.path.join(ROOT, "docs")):
        pages += [os.path.join(folder, name) for name in sorted(files) if name.endswith(".md")]
    for page in pages:
        with open(page, encoding="utf-8") as file:
            text = file.read()
        known = len(MARKER.findall(text))
        if known != len(re.findall(r"^<!-- generated: ", text, re.M)):
            sys.exit(f"{page}: a marker is not understood")
        if known:
            yield page, MARKER.sub(lambda m: m.group(1) + part(romasc, m.group(2)) + m.group(3), text)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--romasc", required=True)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    stale = []
    for path, wanted in generated(arguments.romasc):
        try:
            with open(path, encoding="utf-8") as file:
                present = file.read()
        except FileNotFoundError:
            present = None
        if present == wanted:
            continue
        stale.append(os.path.relpath(path, ROOT))
        if not arguments.check:
            with open(path, "w", encoding="utf-8") as file:
                file.write(wanted)
    if arguments.check and stale:
        print("stale, run ./x docs: " + ", ".join(stale))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
