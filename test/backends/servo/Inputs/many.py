#!/usr/bin/env python3
"""A robot of many servos, and a program that sends each joint to a place of its own and reads it back. Usage: many.py robot|check"""
import sys

SERVOS = 300
PLACES = 300


def robot():
    print("robot many {\n  link base;")
    for i in range(SERVOS):
        bus = f'id {i % 200 + 1}; bus "b{i // 200}"; baud 1000000;'
        print(f"  link l{i};")
        if i == SERVOS - 1:
            places = ", ".join(f"({k / 10:g} mm, {k / 200 + (k % 2) / 1000:g} rad)" for k in range(PLACES))
            print(f'  joint j{i} : prismatic base -> l{i} {{ axis z; limit 0 mm .. {(PLACES - 1) / 10:g} mm effort 1 N velocity 1 m/s; '
                  f'servo dynamixel("XM430-W350") {{ {bus} map [{places}]; }} }}')
        else:
            print(f'  joint j{i} : revolute base -> l{i} {{ axis z; limit -2 rad .. 2 rad effort 1 N*m velocity 1 rad/s; '
                  f'servo dynamixel("XM430-W350") {{ {bus} }} }}')
    print("}")


def check():
    print(f"""#include <stdio.h>
#include "many_servos.h"

int main(void)
{{
  int32_t q[MANY_JOINT_COUNT];
  int32_t counts[MANY_SERVO_COUNT];
  unsigned wrong = 0U;
  uint16_t i;
  for (i = 0U; i < MANY_JOINT_COUNT; i++) {{
    q[i] = (int32_t)i * 400 - 60000; /* rad / 65536 */
  }}
  for (uint16_t place = 0U; place < {PLACES}U; place++) {{
    q[MANY_JOINT_COUNT - 1U] = (int32_t)(place * 65536U / 10000U); /* 0.1 mm each */
    for (i = 0U; i < MANY_SERVO_COUNT; i++) {{
      counts[i] = many_count(i, q);
    }}
    for (i = 0U; i < MANY_JOINT_COUNT; i++) {{
      const int32_t off = many_joint(i, counts) - q[i];
      const int32_t most = (i + 1U == MANY_JOINT_COUNT) ? 4 : 52; /* half a count */
      if (off > most || off < -most) {{
        wrong++;
      }}
    }}
  }}
  printf("%u servos, %u joints, %u wrong\\n", (unsigned)MANY_SERVO_COUNT, (unsigned)MANY_JOINT_COUNT, wrong);
  return 0;
}}""")


if __name__ == "__main__":
    {"robot": robot, "check": check}[sys.argv[1]]()
