"""Reads what --format=gitlab, junit and rdjson print for a sound file, one with a warning and one with errors. Usage: services.py ROMASC FOLDER"""
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

romasc, folder = sys.argv[1:3]
os.chdir(folder)
problems = []
SOUND = '<robot name="sound"><link name="base"/></robot>\n'
# A finding whose fix replaces text behind letters of more than one byte, and a name that is markup in XML and control in a terminal.
STRANGE = '<robot name="s">\n  <!-- Ärmel --> <link name="a"/><link name="b&lt;]]&gt;&amp;"/><joint name="j" type="revolute"><parent link="a"/><child link="b&lt;]]&gt;&amp;"/><axis xyz="0 0 2"/><limit lower="0" upper="1" effort="1" velocity="1"/></joint>\n</robot>\n'


def expect(holds, what):
    if not holds:
        problems.append(what)


def run(form, *inputs, status):
    done = subprocess.run([romasc, f"--format={form}", "--emit=none", "--no-project", *inputs], stderr=subprocess.PIPE, check=False)
    expect(done.returncode == status, f"{form}: exit status {done.returncode} instead of {status}")
    return done.stderr.decode("utf-8")


def findings(*inputs, status):
    """The same run as JSON, which other tests hold against the text."""
    return json.loads(run("json", *inputs, status=status))


def gitlab(inputs):
    report = json.loads(run("gitlab", *inputs, status=1))
    plain = findings(*inputs, status=1)
    expect(len(report) == len(plain) > 3, "gitlab: not all findings are there")
    names = [issue["fingerprint"] for issue in report]
    expect(len(set(names)) == len(names), "gitlab: two findings have one fingerprint")
    for issue, finding in zip(report, plain):
        expect(set(issue) == {"description", "check_name", "fingerprint", "severity", "location"}, f"gitlab: keys {sorted(issue)}")
        expect(issue["severity"] == {"error": "critical", "warning": "minor", "note": "info"}[finding["severity"]], "gitlab: another severity")
        expect(issue["check_name"] == f"{finding['id']} {finding['rule']}", "gitlab: another rule")
        expect(issue["description"].startswith(finding["message"]), "gitlab: another message")
        expect(issue["location"] == {"path": re.sub(r"^\./", "", finding["file"]), "lines": {"begin": finding["line"]}}, f"gitlab: place {issue['location']}")
    # Lines that come in above a finding leave its name as it is.
    with open("arm.urdf", encoding="utf-8") as file:
        text = file.read()
    before = json.loads(run("gitlab", "arm.urdf", status=0))
    with open("arm.urdf", "w", encoding="utf-8") as file:
        file.write(text.replace("<robot", "\n\n<robot", 1))
    after = json.loads(run("gitlab", "arm.urdf", status=0))
    with open("arm.urdf", "w", encoding="utf-8") as file:
        file.write(text)
    expect([i["fingerprint"] for i in before] == [i["fingerprint"] for i in after] and before != after, "gitlab: the name of a finding changes with its line")
    missing = json.loads(run("gitlab", "no-such-file.urdf", status=3))
    expect([issue["location"] for issue in missing] == [{"path": "no-such-file.urdf", "lines": {"begin": 1}}], f"gitlab: a file that is not there: {missing}")


def rdjson(inputs):
    report = json.loads(run("rdjson", *inputs, status=1))
    plain = findings(*inputs, status=1)
    expect(report["source"]["name"] == "romasc" and len(report["diagnostics"]) == len(plain), "rdjson: not all findings are there")
    for diagnostic, finding in zip(report["diagnostics"], plain):
        with open(finding["file"], "rb") as file:
            lines = file.read().split(b"\n")
        start = diagnostic["location"]["range"]["start"]
        offset = sum(len(line) + 1 for line in lines[: start["line"] - 1]) + start["column"] - 1
        expect(offset == finding["offset"], f"rdjson: column {start}, but the byte {finding['offset']}")
        expect(diagnostic["severity"] == {"error": "ERROR", "warning": "WARNING", "note": "INFO"}[finding["severity"]], "rdjson: another severity")
        expect(diagnostic["message"] == finding["message"] and diagnostic["code"]["value"] == f"{finding['id']} {finding['rule']}", "rdjson: another finding")
        expect(("suggestions" in diagnostic) == (len(finding["fixes"]) == 1), "rdjson: a fix is lost")
        if "suggestions" in diagnostic:
            expect(diagnostic["suggestions"][0]["text"] == finding["fixes"][0]["replacement"], "rdjson: another fix")
    expect(any("suggestions" in diagnostic for diagnostic in report["diagnostics"]), "rdjson: no fix was tried")


def junit(inputs):
    suites = ElementTree.fromstring(run("junit", *inputs, status=1))
    suite = suites[0]
    tests = list(suite)
    expect([test.get("name") for test in tests] == [re.sub(r"^\./", "", name) for name in inputs], f"junit: tests {[test.get('name') for test in tests]}")
    expect(suite.get("tests") == str(len(inputs)) and suite.get("failures") == "1" and suite.get("errors") == "0", f"junit: counts {suite.attrib}")
    outcome = {test.get("name"): [part.tag for part in test] for test in tests}
    expect(outcome == {"sound.urdf": [], "arm.urdf": ["system-out"], "strange.urdf": ["system-out"], "many-errors.urdf": ["failure"]}, f"junit: {outcome}")
    failure = tests[-1][0]
    expect(failure.get("message") == "5 errors" and failure.text.count(": error: ") == 5, f"junit: {failure.get('message')}")
    all_sound = ElementTree.fromstring(run("junit", "sound.urdf", status=0))
    expect(all_sound.get("tests") == "1" and all_sound.get("failures") == "0", "junit: a sound file fails")


for name, text in (("sound.urdf", SOUND), ("strange.urdf", STRANGE)):
    with open(name, "w", encoding="utf-8") as file:
        file.write(text)
robots = ["sound.urdf", "./arm.urdf", "strange.urdf", "many-errors.urdf"]
gitlab(robots)
rdjson(robots)
junit(robots)
expect(json.loads(run("gitlab", "sound.urdf", status=0)) == [], "gitlab: a sound file has findings")
print("\n".join(problems))
sys.exit(1 if problems else 0)
