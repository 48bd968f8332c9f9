# Counts the differences that `romasc --compare --format=json` finds, by entity, field and change.
import collections
import json
import subprocess
import sys

romasc, first, second = sys.argv[1:4]
run = subprocess.run([romasc, "--compare=kinematics,dynamics", "--format=json", first, second], capture_output=True, text=True)
if run.returncode not in (0, 1):
    sys.exit(run.stderr)
found = json.loads(run.stdout)
counts = collections.Counter((d["entity"], d["field"], d["change"]) for d in found["differences"])
for (entity, field, change), count in sorted(counts.items()):
    print(" ".join(word for word in (entity, field, change, str(count)) if word))
for effect in found["effects"]:
    print(effect)
