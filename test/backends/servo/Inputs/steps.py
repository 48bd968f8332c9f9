#!/usr/bin/env python3
"""Prints what --servo-format=writes tells every servo, a line a step. Usage: steps.py NAME_writes.json"""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    table = json.load(file)
for servo in table["servos"]:
    low, high = servo["counts"]
    print(f"{servo['joint']}: {servo['device']} id {servo['id']}, zero {servo['zero']}, {servo['direction']}, gear {servo['gear']:.6g}, counts {low} .. {high}")
    for step in servo["steps"]:
        print(f"  {step['do']} {step['register']} {step['value']} {step['bytes']} {step['memory']}")
