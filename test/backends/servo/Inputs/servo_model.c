/* The registers of a servo. */
#include "servo_model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

model_t models[MODELS];
unsigned model_count = 0;
char torque_log[256];

model_t *model_of(const char *joint)
{
  unsigned i;
  for (i = 0; i < model_count; i++)
    if (strcmp(models[i].joint, joint) == 0) return &models[i];
  printf("there is no model of %s\n", joint);
  exit(2);
}

const row_t *register_of(const model_t *model, const char *name)
{
  unsigned i;
  for (i = 0; i < model->device->count; i++)
    if (strcmp(model->device->registers[i].name, name) == 0) return &model->device->registers[i];
  return NULL;
}

/* Returns the place at which a register's bytes begin. */
static unsigned place(const model_t *model, const row_t *reg)
{
  return model->device->protocol == LX16A ? 8U * reg->address + reg->byte : reg->address;
}

static unsigned byte_at(const model_t *model, const row_t *reg, unsigned i)
{
  return place(model, reg) + (model->device->big_endian ? reg->size - 1U - i : i);
}

static uint32_t bits_in(const model_t *model, const row_t *reg, const uint8_t *memory)
{
  uint32_t bits = 0;
  unsigned i;
  for (i = 0; i < reg->size; i++) bits |= (uint32_t)memory[byte_at(model, reg, i)] << 8U * i;
  return bits;
}

uint32_t held(const model_t *model, const char *name)
{
  return bits_in(model, register_of(model, name), model->memory);
}

static long long decode(const row_t *reg, uint32_t bits)
{
  if (reg->encoding == 1 && (bits >> (8U * reg->size - 1U) & 1U) != 0U) return (long long)bits - (1LL << 8U * reg->size);
  if (reg->encoding == 2 && (bits >> reg->sign_bit & 1U) != 0U)
    return -(long long)((bits & ((1UL << reg->sign_bit) - 1U)) | (bits >> (reg->sign_bit + 1U)) << reg->sign_bit);
  return (long long)bits;
}

long signed_value(const model_t *model, const char *name)
{
  return (long)decode(register_of(model, name), held(model, name));
}

void hold(model_t *model, const char *name, uint32_t bits)
{
  const row_t *reg = register_of(model, name);
  unsigned i;
  for (i = 0; i < reg->size; i++) {
    model->memory[byte_at(model, reg, i)] = (uint8_t)(bits >> 8U * i);
    if (reg->persistent) model->eeprom[byte_at(model, reg, i)] = (uint8_t)(bits >> 8U * i);
  }
}

void power_on(model_t *model)
{
  unsigned i;
  uint8_t kept[MEMORY];
  memcpy(kept, model->eeprom, MEMORY);
  memset(model->memory, 0, MEMORY);
  for (i = 0; i < model->device->count; i++) hold(model, model->device->registers[i].name, model->device->registers[i].initial);
  memcpy(model->eeprom, kept, MEMORY);
  for (i = 0; i < model->device->count; i++) {
    const row_t *reg = &model->device->registers[i];
    if (reg->persistent) memcpy(model->memory + place(model, reg), model->eeprom + place(model, reg), reg->size);
  }
  if (strcmp(model->device->family, "ax") == 0) hold(model, "torque_limit", held(model, "max_torque"));
  model->id = held(model, "id");
  model->last_packet = clock_us;
}

void add_model(const char *joint, const char *family, const char *device, unsigned bus, unsigned id)
{
  model_t *model = &models[model_count++];
  unsigned i;
  memset(model, 0, sizeof(*model));
  model->joint = joint;
  model->bus = bus;
  model->id = id;
  model->other_id = -1;
  model->silent_until = clock_us;
  for (i = 0; i < device_count; i++)
    if (strcmp(devices[i].family, family) == 0 && strcmp(devices[i].name, device) == 0) model->device = &devices[i];
  for (i = 0; i < model->device->count; i++) hold(model, model->device->registers[i].name, model->device->registers[i].initial);
  hold(model, "id", id);
  power_on(model);
}

/* Goals of a DYNAMIXEL that its watchdog has stopped cannot be written. */
static int is_goal(const row_t *reg)
{
  return strncmp(reg->name, "goal_", 5) == 0;
}

static int is_on(const model_t *model)
{
  return held(model, "torque_enable") == 1U;
}

/* DYNAMIXEL Protocol 2.0, the numbers of errors: 4 data range, 6 data limit, 7 access. Bits of Protocol 1.0: 1 angle limit, 3 range. */
static int refusal(const model_t *model, const row_t *reg, long long value)
{
  const int dynamixel = model->device->protocol == DYNAMIXEL2;
  const int in_range = (value >= reg->low && value <= reg->high) || value == reg->off;
  if (!reg->writable) return dynamixel ? 7 : 1 << 3;
  if (dynamixel && reg->persistent && is_on(model)) return 7;
  if (dynamixel && is_goal(reg) && held(model, "bus_watchdog") == 0xFFU) return 4;
  if (!in_range) return dynamixel ? 4 : 1 << 3;
  if (strcmp(reg->name, "goal_position") != 0 || (dynamixel && held(model, "mode") != 3U)) return 0;
  if (model->device->protocol != LX16A && strcmp(model->device->family, "feetech") != 0 &&
      (value < signed_value(model, "min_position") || value > signed_value(model, "max_position")))
    return dynamixel ? 6 : 1 << 1;
  return 0;
}

/* Does the effects of a value that a register now holds. */
static void act(model_t *model, const row_t *reg, uint32_t before)
{
  if (strcmp(reg->name, "id") == 0) model->id = held(model, "id");
  if (strcmp(reg->name, "torque_enable") == 0 && !is_on(model)) {
    if (before == 1U) {
      model->torque_offs++;
      if (strlen(torque_log) + strlen(model->joint) + 2U < sizeof(torque_log)) strcat(strcat(torque_log, model->joint), " ");
    }
    if (model->device->lock) model->fault = 0; /* a FEETECH's overload ends with its torque */
  }
  if (strcmp(reg->name, "torque_limit") == 0 && strcmp(model->device->family, "ax") == 0 && held(model, "torque_limit") > 0U) model->fault = 0;
  if (strcmp(reg->name, "torque_enable") == 0 && is_on(model) && model->fault_of_torque != 0U) model->fault = model->fault_of_torque;
  /* It goes to its goal once it has torque, unless a velocity is controlled. */
  if (is_on(model) && (strcmp(reg->name, "goal_position") == 0 || (strcmp(reg->name, "torque_enable") == 0 && before != 1U)) &&
      !(register_of(model, "mode") != NULL && held(model, "mode") == 1U))
    model->position = signed_value(model, "goal_position");
}

int write_memory(model_t *model, unsigned address, const uint8_t *values, unsigned size)
{
  unsigned i, covered = 0;
  uint8_t fresh[MEMORY];
  memcpy(fresh, model->memory, MEMORY);
  memcpy(fresh + address, values, size);
  for (i = 0; i < model->device->count; i++) {
    const row_t *reg = &model->device->registers[i];
    const unsigned at = place(model, reg);
    int wrong;
    if (at + reg->size <= address || at >= address + size) continue;
    covered += reg->size;
    if (at < address || at + reg->size > address + size) return model->device->protocol == DYNAMIXEL2 ? 7 : 1 << 3; /* a part of it */
    wrong = refusal(model, reg, decode(reg, bits_in(model, reg, fresh)));
    if (wrong != 0) return wrong;
  }
  /* Bytes without a register: of the LX-16A there is one in a command. */
  if (covered != size && !(model->device->protocol == LX16A && address == 8U * 29U)) return model->device->protocol == DYNAMIXEL2 ? 7 : 1 << 3;
  for (i = 0; i < model->device->count; i++) {
    const row_t *reg = &model->device->registers[i];
    const unsigned at = place(model, reg);
    const uint32_t before = bits_in(model, reg, model->memory);
    if (at < address || at >= address + size || (model->stubborn != NULL && strcmp(model->stubborn, reg->name) == 0)) continue;
    memcpy(model->memory + at, fresh + at, reg->size);
    if (reg->persistent && !(model->device->lock && held(model, "lock") == 1U)) {
      memcpy(model->eeprom + at, fresh + at, reg->size);
      model->eeprom_writes++;
    }
    act(model, reg, before);
  }
  return 0;
}

void read_memory(model_t *model, unsigned address, uint8_t *values, unsigned size)
{
  const row_t *present = register_of(model, "present_position");
  const row_t *hardware = model->device->protocol == DYNAMIXEL2 ? register_of(model, "hardware_error") : NULL;
  uint32_t bits = (uint32_t)model->position;
  if (present->encoding == 2) bits = model->position < 0 ? (uint32_t)-model->position | 1U << present->sign_bit : (uint32_t)model->position;
  hold(model, "present_position", present->size < 4U ? bits & ((1UL << 8U * present->size) - 1U) : bits);
  if (hardware != NULL) hold(model, "hardware_error", model->fault);
  memcpy(values, model->memory + address, size);
}

void run_watchdog(model_t *model)
{
  if (model->device->protocol != DYNAMIXEL2) return;
  if (is_on(model) && held(model, "bus_watchdog") >= 1U && held(model, "bus_watchdog") <= 127U &&
      clock_us - model->last_packet > 20000UL * held(model, "bus_watchdog"))
    hold(model, "bus_watchdog", 0xFFU);
}
