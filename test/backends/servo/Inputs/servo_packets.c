/* Executes whole packets on a model of a servo, and makes its answers. */
#include <string.h>

#include "servo_model.h"

/* The error that a servo of Protocol 2.0 or 1.0 answers with. */
static uint8_t error_of(const model_t *model, int refused)
{
  if (model->device->protocol == DYNAMIXEL2) return (uint8_t)(refused | (model->fault != 0U ? 0x80 : 0));
  return (uint8_t)(refused | model->fault);
}

static int answers_writes(const model_t *model)
{
  const row_t *level = register_of(model, "status_return_level");
  return level == NULL || (long long)held(model, "status_return_level") == level->high;
}

static void begin_anew(model_t *model)
{
  model->fault = 0;
  power_on(model);
  model->reboots++;
  model->silent_until = clock_us + 300000U;
}

static void answer_dynamixel(model_t *model, const uint8_t *packet, unsigned size)
{
  const uint8_t *p = packet + 8;
  const unsigned count = size - 10U, address = p[0] + 256U * p[1], wide = p[2] + 256U * p[3];
  uint8_t values[256] = {0};
  unsigned i;
  if (packet[4] == model->id) {
    switch (packet[7]) {
      case 1:
        read_memory(model, 0, values, 7);
        values[2] = values[6];
        send_answer(model, error_of(model, 0), values, 3);
        break;
      case 2:
        read_memory(model, address, values, wide);
        if (held(model, "status_return_level") >= 1U) send_answer(model, error_of(model, 0), values, wide);
        break;
      case 3: {
        const int refused = write_memory(model, address, p + 2, count - 2U);
        if (answers_writes(model)) send_answer(model, error_of(model, refused), values, 0);
        break;
      }
      case 8:
        if (answers_writes(model)) send_answer(model, error_of(model, 0), values, 0);
        begin_anew(model);
        break;
      default: strange++;
    }
  } else if (packet[4] == 0xFEU && packet[7] == 0x82U) {
    for (i = 4; i < count; i++)
      if (p[i] == model->id) {
        read_memory(model, address, values, wide);
        send_answer(model, error_of(model, 0), values, wide);
      }
  } else if (packet[4] == 0xFEU && packet[7] == 0x83U) {
    for (i = 4; i + wide < count; i += 1U + wide)
      if (p[i] == model->id) (void)write_memory(model, address, p + i + 1, wide);
  } else if (packet[4] == 0xFEU && packet[7] == 0x92U) {
    for (i = 0; i + 4U < count; i += 5U)
      if (p[i] == model->id) {
        read_memory(model, p[i + 1U] + 256U * p[i + 2U], values, p[i + 3U] + 256U * p[i + 4U]);
        send_answer(model, error_of(model, 0), values, p[i + 3U] + 256U * p[i + 4U]);
      }
  } else if (packet[4] == 0xFEU && packet[7] == 0x93U) {
    for (i = 0; i + 4U < count; i += 5U + p[i + 3U])
      if (p[i] == model->id) (void)write_memory(model, p[i + 1U] + 256U * p[i + 2U], p + i + 5, p[i + 3U]);
  }
}

static void answer_summed(model_t *model, const uint8_t *packet, unsigned size)
{
  const uint8_t *p = packet + 5;
  const unsigned count = size - 6U;
  uint8_t values[256] = {0};
  unsigned i;
  if (packet[2] == model->id) {
    int refused;
    switch (packet[4]) {
      case 1: send_answer(model, error_of(model, 0), values, 0); break;
      case 2:
        read_memory(model, p[0], values, p[1]);
        send_answer(model, error_of(model, 0), values, p[1]);
        break;
      case 3:
        refused = write_memory(model, p[0], p + 1, count - 1U);
        if (strcmp(model->device->family, "ax") != 0) refused = 0; /* a FEETECH's error tells its state alone */
        if (answers_writes(model)) send_answer(model, error_of(model, refused), values, 0);
        break;
      default:
        strange++;
        if (strcmp(model->device->family, "ax") == 0) send_answer(model, error_of(model, 1 << 6), values, 0);
    }
  } else if (packet[2] == 0xFEU && packet[4] == 0x83U) {
    for (i = 2; i + p[1] < count; i += 1U + p[1])
      if (p[i] == model->id) (void)write_memory(model, p[0], p + i + 1, p[1]);
  } else if (packet[2] == 0xFEU && packet[4] == 0x82U && model->device->sync_read) {
    for (i = 2; i < count; i++)
      if (p[i] == model->id) {
        read_memory(model, p[0], values, p[1]);
        send_answer(model, error_of(model, 0), values, p[1]);
      }
  }
}

static void answer_lx16a(model_t *model, const uint8_t *packet, unsigned size)
{
  const unsigned command = packet[4];
  unsigned i, width = 0, from = 0, reads = 0;
  uint8_t values[8] = {0};
  if (packet[2] != model->id) return;
  for (i = 0; i < model->device->count; i++) {
    const row_t *reg = &model->device->registers[i];
    const unsigned asked = reg->writable ? reg->read_address : reg->address;
    if (asked != command) continue;
    reads = 1;
    from = 8U * reg->address;
    if (reg->byte + reg->size > width) width = reg->byte + reg->size;
  }
  if (reads != 0U) {
    read_memory(model, from, values, width);
    send_answer(model, (uint8_t)command, values, width);
  } else {
    (void)write_memory(model, 8U * command, packet + 5, size - 6U);
  }
}

void answer_packet(model_t *model, const uint8_t *packet, unsigned size)
{
  if (model->device->protocol == DYNAMIXEL2)
    answer_dynamixel(model, packet, size);
  else if (model->device->protocol == SUMMED)
    answer_summed(model, packet, size);
  else
    answer_lx16a(model, packet, size);
}
