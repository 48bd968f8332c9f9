#!/usr/bin/env python3
"""The dump of servos that hold what --servo-format=writes wants. Usage: dump_of_writes.py NAME_writes.json (value|bits)

value: numbers by name; bits: what the registers' bytes hold, by address where one address has one register.
"""
import json
import sys
from collections import Counter

servos = []
for servo in json.load(open(sys.argv[1], encoding="utf-8"))["servos"]:
    addresses = Counter((s["address"], s["subindex"]) for s in servo["steps"] if s["do"] == "verify" and "address" in s)
    registers = {}
    for step in servo["steps"]:
        if sys.argv[2] == "value":
            registers[step["register"]] = step["value"]
        elif (step.get("address"), step.get("subindex")) in addresses:
            registers[f"{step['address']:#x}:{step['subindex']}"] = int(step["bytes"], 16)
        else:
            registers[step["register"]] = int(step["bytes"], 16)
    servos.append({"bus": servo["bus"], "id": servo["id"], "registers": registers})
json.dump({"servos": servos}, sys.stdout, indent=1)
