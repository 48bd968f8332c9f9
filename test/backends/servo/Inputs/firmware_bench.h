/* The rig of firmware.romas: its driver, the models at its buses, and what tests of it share. */
#ifndef FIRMWARE_BENCH_H
#define FIRMWARE_BENCH_H

#include "rig_driver.h"
#include "servo_model.h"

extern rig_driver_t driver;
extern rig_line_t line;
extern int problems;

/* Says what is wrong, unless it is right. */
void check(int good, const char* what, const char* detail, long number);

/* New servos, as they lie about: torque on, nothing of the tables written; they stand within their limits. */
void set_up_bench(void);
uint8_t servo_of(const char* joint);
const char* joint_of(uint8_t servo);
/* Every register of every servo holds what the tables say, and all others what they left their maker with,
 * but for goals, what is present, and watchdogs. */
void check_registers(const char* when, uint32_t torque);
/* Each servo that runs has the goal where it stands. */
void check_goals_are_present(const char* when);

void test_life(void);
void test_single_faults(void);
void test_lasting_faults(void);
void test_recovery(void);
void test_noise(void);

#endif
