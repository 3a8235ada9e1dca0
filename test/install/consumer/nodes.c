/* Loads what tasklet_add_kernel() has compiled into this program. */
#include "device.h"
#include "nodes_bc.h"

int main(void) {
  const unsigned char *bytes = nodes_bc;
  cl_program program;
  cl_int error;
  open_device();
  program = clCreateProgramWithBinary(context, 1, &device, &nodes_bc_size,
                                      &bytes, NULL, &error);
  check(error, "clCreateProgramWithBinary");
  run(program);
  return EXIT_SUCCESS;
}
