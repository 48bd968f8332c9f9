// The C interface of libromasc.so.
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// Bytes, without a zero at their end.
typedef struct romasc_text {
  const char* data;
  size_t size;
} romasc_text;

typedef struct romasc_result romasc_result;

// Functions of a caller that holds a lock, such as the interpreter of Python. They are called in the thread
// of the run alone.
typedef struct romasc_host {
  void* (*release)(void);     // gives the lock up for the run; returns its state
  void (*take)(void* state);  // takes the lock again
  int (*check)(void);  // called with the lock some ten times a second; another number than 0 ends the run
} romasc_host;

// Runs romasc with `count` arguments, without the name of the program. `texts` files are not read from the
// disk but have the contents given. Nothing is written to the disk, and nothing to the standard streams. The
// caller frees the result. `host` may be null. Returns null if there is not enough memory, or if the host
// ended the run.
romasc_result* romasc_run(const romasc_host* host, int count, const char* const* words, int texts,
                          const romasc_text* names, const romasc_text* contents);

// All texts belong to the result.
int romasc_status(const romasc_result* result);            // the exit status of the command
romasc_text romasc_output(const romasc_result* result);    // of standard output
romasc_text romasc_messages(const romasc_result* result);  // of standard error
int romasc_file_count(const romasc_result* result);        // files that the command would have written
romasc_text romasc_file_path(const romasc_result* result, int i);
romasc_text romasc_file_content(const romasc_result* result, int i);
void romasc_free(romasc_result* result);

#ifdef __cplusplus
}
#endif
