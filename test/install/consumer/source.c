/* Compiles the source that its argument names. */
#include "device.h"

int main(int argc, char **argv) {
  static char text[1 << 16];
  const char *source = text;
  size_t length;
  cl_program program;
  cl_int error;
  FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
  if (!file) {
    fprintf(stderr, "usage: source FILE.cl\n");
    return EXIT_FAILURE;
  }
  length = fread(text, 1, sizeof(text), file);
  fclose(file);
  open_device();
  program = clCreateProgramWithSource(context, 1, &source, &length, &error);
  check(error, "clCreateProgramWithSource");
  run(program);
  return EXIT_SUCCESS;
}
