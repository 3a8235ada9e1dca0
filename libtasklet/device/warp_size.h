/*===- warp_size.h - How many lanes a warp has ------------ OpenCL C, C++ -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * For the passes, taskletc and the library.
 */
#ifndef TKL_WARP_SIZE_H
#define TKL_WARP_SIZE_H

/* Unless the program is built with another number. */
#define TKL_USUAL_WARP_SIZE 32

#endif
