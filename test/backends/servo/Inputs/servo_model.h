/* Servos as their makers describe them: registers with access, limits and memory, faults, and the packets of
 * DYNAMIXEL Protocol 2.0 and 1.0, FEETECH and the LX-16A. Shares no code with romasc and what it writes. */
#ifndef SERVO_MODEL_H
#define SERVO_MODEL_H

#include <stdint.h>

enum { DYNAMIXEL2, SUMMED, LX16A };

typedef struct {
  const char* name;
  unsigned address, read_address, byte, size;
  uint32_t initial;
  long long low, high, off;
  int writable, persistent, encoding;
  unsigned sign_bit;
} row_t;

typedef struct {
  const char *family, *name;
  int protocol, big_endian, sync_read, lock;
  const row_t* registers;
  unsigned count;
} device_t;
extern const device_t devices[];
extern const unsigned device_count;

/* The value that a register of a joint's servo must hold once it is set up. */
typedef struct {
  const char *joint, *name;
  uint32_t value;
} expected_t;
extern const expected_t expected[];
extern const unsigned expected_count;

#define MEMORY 512U

typedef struct {
  const char* joint;
  const device_t* device;
  unsigned id, bus;
  uint8_t memory[MEMORY];  /* by address; of the LX-16A 8 bytes a command */
  uint8_t eeprom[MEMORY];  /* what comes back at power-on */
  long position;           /* counts that it stands at */
  uint8_t fault;           /* bits of a fault that lasts: of the hardware error, or of an answer's error */
  uint8_t fault_of_torque; /* one that torque causes */
  const char* stubborn;    /* a register that takes nothing */
  int dead, other_id;      /* other_id: it answers as this one; -1: as itself */
  uint32_t silent_until, last_packet;
  unsigned eeprom_writes, torque_offs, reboots;
} model_t;

#define MODELS 304U
extern model_t models[MODELS];
extern unsigned model_count;
extern uint32_t clock_us;

/* The fate of an answer, or of a packet on its way to the servos. */
typedef enum {
  NOTHING,
  LOSE,
  LOSE_BYTE,
  DOUBLE_BYTE,
  WRONG_SUM,
  LATE,
  OTHER,
  NOISE,
  LOSE_PACKET,
  BREAK_PACKET,
  KINDS
} spoil_t;
extern spoil_t (*spoil)(unsigned bus, unsigned exchange);
extern unsigned exchanges, packets[8], strange; /* strange: packets that no servo understands */
extern int echoes, broken_write;
extern char torque_log[256]; /* the joints whose torque went off, in order */

model_t* model_of(const char* joint);
void add_model(const char* joint, const char* family, const char* device, unsigned bus, unsigned id);
void power_on(model_t* model); /* the EEPROM comes back, all else is initial */
uint32_t held(const model_t* model, const char* name);
void hold(model_t* model, const char* name, uint32_t bits);
long signed_value(const model_t* model, const char* name);
const row_t* register_of(const model_t* model, const char* name);
/* DYNAMIXEL's error number, or bits of an error byte; 0: it was taken. */
int write_memory(model_t* model, unsigned address, const uint8_t* values, unsigned size);
void read_memory(model_t* model, unsigned address, uint8_t* values, unsigned size);
void run_watchdog(model_t* model);
void answer_packet(model_t* model, const uint8_t* packet, unsigned size);
void send_answer(model_t* model, uint8_t error, const uint8_t* values, unsigned size);

uint8_t line_write(void* context, uint8_t bus, const uint8_t* bytes, uint16_t size);
uint16_t line_read(void* context, uint8_t bus, uint8_t* bytes, uint16_t size, uint32_t deadline);
uint32_t line_now(void* context);
void clear_lines(void);

#endif
