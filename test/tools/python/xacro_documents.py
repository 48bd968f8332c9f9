"""expansions.py with documents of romasc.xacro in the place of the command's text: xacro_documents.py FOLDER_OF_EXPANSIONS CASES PART"""
import os
import subprocess
import sys
import warnings

from romasc import xacro

sys.path.insert(0, sys.argv.pop(1))
import expansions  # noqa: E402

PATHS = [("toxml", lambda document: document.toxml()), ("toprettyxml", lambda document: document.toprettyxml(indent="  "))]


def run(_, folder, case, options=()):
    in_suite = case["file"].startswith("suite/")
    os.chdir(os.path.join(folder, "suite") if in_suite else folder)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        try:
            document = xacro.process_file(case["file"].removeprefix("suite/"), mappings=case["args"],
                                          package_path=expansions.share_of(folder, case))
        except xacro.XacroException as problem:
            return subprocess.CompletedProcess([], problem.status, "", "\n".join(map(str, problem.findings)))
    assert len(told) == len(document.findings.warnings)
    texts = {name: text(document) for name, text in PATHS}
    found = expansions.difference(*(expansions.parse(text, True) for text in texts.values()), "")
    assert found is None, found
    return subprocess.CompletedProcess([], 0, texts["toxml"], "\n".join(str(warning.message) for warning in told))


expansions.run = run
sys.argv.insert(1, "romasc")
sys.exit(expansions.main())
