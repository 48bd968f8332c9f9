#!/usr/bin/env python3
"""Writes a program in the Romas language: LINES lines of modules, functions and values, and INSTANCES uses of the modules.

Usage: make_program.py LINES INSTANCES"""
import sys

lines, instances = int(sys.argv[1]), int(sys.argv[2])
modules = max(1, (lines - instances - 10) // 20)
out = ["// A robot of many instances.", "param scale : real = 1;", "fn rod(weight: mass, size: length) -> inertia = weight * size^2 / 12;"]
for m in range(modules):
    out += [
        f"module limb_{m}(side: real, reach: length = {100 + m} mm) {{",
        f"  let mass_of_rod = {0.2 + m * 0.01:.2f} kg * scale;",
        "  link hip {",
        "    mass mass_of_rod;",
        "    com (0, side * 20 mm, 0);",
        "    inertia (rod(mass_of_rod, 80 mm), 1e-3 kg*m^2, 1e-3 kg*m^2);",
        "    visual sphere radius 30 mm;",
        "  }",
        "  link rod {",
        "    solid cylinder radius 1 cm length reach at xyz(0, 0, reach / 2) density 1200 kg/m^3;",
        "  }",
        "  joint knee : revolute hip -> rod {",
        "    at xyz(0, side * 8 cm, 0) * rpy(0, 90 deg, 0);",
        "    axis y;",
        "    limit (if side > 0 then -90 deg else -30 deg) .. 60 deg effort 10 N*m velocity 5 rad/s;",
        "    damping 0.1 N*m*s/rad;",
        "  }",
        "  expose root = hip;",
        "}",
        "",
    ]
out.append("robot many {")
out.append("  link trunk { solid box (1, 1, 0.1) m density 100 kg/m^3; }")
for i in range(instances):
    out.append(f"  use limb_{i % modules}(side = {1 if i % 2 else -1}) as i{i};")
    out.append(f"  joint : fixed trunk -> i{i}.root {{ at xyz({i * 10} mm, 0, 0); }}")
out.append("}")
print("\n".join(out))
