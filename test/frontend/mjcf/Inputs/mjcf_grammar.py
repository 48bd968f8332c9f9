"""The table of what MuJoCo's reader takes, from the schema in MuJoCo's sources.

mjcf_grammar.py --write TABLE REPOSITORY VERSION  writes the table, from a clone of MuJoCo's repository
"""

import pathlib
import re
import subprocess
import sys

SOURCE = "src/xml/mjcf.schema"
# Additions of versions after that of the schema.
LATER = {"site": ["mesh : ref<mesh>"]}
SIZES = {"mjNREF": 2, "mjNIMP": 5, "mjNDYN": 10, "mjNGAIN": 10, "mjNBIAS": 10}
HEAD = """// What MuJoCo's reader takes, and refuses beyond it: elements, how often they stand in another one, and attributes.
//   MJCF_GRAMMAR(key, children, attributes, rules)
//       key: "tag", or "tag in parent" where the element differs from others of its tag; the longest one that fits counts
//       children: words, with a ? behind those that may stand once
//       attributes: NAME TYPE, with a ! behind those that must stand. A type is text; number or whole; 3, 1-3 or 1- of them,
//           with a w in front of whole ones; words a|b, with a + in front where several may be said; 3c of letters
//       rules: most a b+c; together a b; some a b+c; a bundle with + counts where all of it stands
// Written by test/frontend/mjcf/Inputs/mjcf_grammar.py from the schema in MuJoCo's sources, version VERSION.
"""


def blocks(text):
    """(kind, head, lines) of each enum, group and element."""
    text = re.sub(r"(?m)#.*$", "", text)
    for match in re.finditer(r"(?m)^(enum|group|element)\s+([^{]*)\{(.*?)^\}", text, re.S):
        yield match[1], match[2].strip(), [line.strip() for line in match[3].splitlines() if line.strip()]


def type_of(said, enums):
    base, count = re.fullmatch(r"(enum<\w+>|flags<\w+>|ref<\w+>|id<\w+>|\w+)(\[[^\]]*\])?", said).groups()
    if base.startswith("enum<"):
        return "|".join(enums[base[5:-1]])
    if base.startswith("flags<"):
        return "+" + "|".join(enums[base[6:-1]])
    if base == "bool":
        return "false|true"
    if base in ("double", "float", "int"):
        if count is None:
            return "whole" if base == "int" else "number"
        least, _, most = count[1:-1].partition("..")
        most = most or least
        most = str(SIZES.get(most, most))
        size = f"{least}-{most}" if least != most else least or "1-"
        return ("w" if base == "int" else "") + size
    if base == "chars":
        return "text" if ".." in count else f"{count[1:-1]}c"
    return "text"


def rows(text):
    enums, groups, elements = {}, {}, {}
    for kind, head, lines in blocks(text):
        if kind == "enum":
            enums[re.match(r"\w+", head)[0]] = [re.match(r'"?([^"=]+?)"?\s*=', line)[1].strip() for line in lines]
        elif kind == "group":
            groups[head.split()[0]] = ("variant" in head, lines)
        else:
            match = re.match(r"(\w+)", head)
            tag = re.search(r"xml=(\w+)", head)
            elements[match[1]] = (tag[1] if tag else match[1], lines)

    def attributes(lines, rules):
        for line in lines:
            words = line.split()
            if words[0] == "use":
                variant, inner = groups[words[1]]
                found = list(attributes(inner, rules))
                if variant:
                    rules.append("most " + " ".join(name for name, _, _ in found))
                yield from found
            elif words[0] in ("exclusive", "together", "oneof"):
                rules.append(" ".join([{"exclusive": "most", "oneof": "some"}.get(words[0], words[0]), *words[1:]]))
            elif words[0] == "requires":
                rules.append(line)
            elif words[0] not in ("child", "set"):
                name, rest = re.match(r"(\w+)\s*:\s*(.*)", line).groups()
                said = re.match(r"[\w<>]+(\[[^\]]*\])?", rest)[0]
                yield name, type_of(said, enums), re.sub(r"=\s*\{[^}]*\}", "", rest)

    parents = {}
    for key, (tag, lines) in elements.items():
        for line in lines:
            if line.startswith("child "):
                parents.setdefault(line.split()[1], []).append(elements[key][0])
    for key, lines in LATER.items():
        elements[key][1].extend(lines)
    tags = [tag for tag, _ in elements.values()]
    for key, (tag, lines) in elements.items():
        rules = []
        found = list(attributes(lines, rules))
        said = [f"{name} {kind}{'!' if 'required' in facets else ''}" for name, kind, facets in found]
        children = []
        for line in lines:
            if line.startswith("child "):
                _, child, card = line.split()[:3]
                children.append(elements[child][0] + ("?" if card in "?!" else ""))
        if tag == "mujoco":
            children = ["worldbody" if child == "body" else child for child in children]
        places = [tag]
        if tags.count(tag) > 1 and not (key == tag and key not in ("contact", "fromto")):
            places = [f"{tag} in {parent}" for parent in parents.get(key, [])]
        elif key == "contact":
            places = ["contact in mujoco"]
        elif key == "fromto":
            places = ["fromto in sensor"]
        for place in places:
            yield place, " ".join(children), ", ".join(said), "; ".join(rules)
        # In a class the same attributes stand without a name, and none is missing.
        if tag != "default" and f"child {key} ?" in elements["default"][1] and "default" not in key:
            inner = [f"{name} {kind}" for name, kind, facets in found if name not in ("name", "class") and "nodefault" not in facets]
            yield f"{tag} in default", "layer" if tag == "material" else "", ", ".join(inner), "; ".join(r for r in rules if r.startswith("most"))


def main():
    _, table, repository, version = sys.argv[1:]
    text = subprocess.run(["git", "-C", repository, "show", f"HEAD:{SOURCE}"], capture_output=True, text=True, check=True).stdout
    lines = [HEAD.replace("VERSION", version)]
    for row in rows(text):
        lines.append("MJCF_GRAMMAR(" + ",\n             ".join(f'"{part}"' for part in row) + ")")
    pathlib.Path(table).write_text("\n".join(lines) + "\n#undef MJCF_GRAMMAR\n")


main()
