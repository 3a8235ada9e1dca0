/*===- cl_tkl_tasklets.h - What OpenCL has no word for -------------- C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * cl_tkl_tasklets: devices that announce it in CL_DEVICE_EXTENSIONS run kernels
 * whose program spawns tasks. Everything an application must do is done by the
 * ordinary functions; this header is for what they cannot say.
 *
 * Fetch the functions with clGetExtensionFunctionAddressForPlatform.
 */
#ifndef OPENCL_CL_TKL_TASKLETS_H
#define OPENCL_CL_TKL_TASKLETS_H

#include <CL/cl.h>

#ifdef __cplusplus
extern "C" {
#endif

#define cl_tkl_tasklets 1
#define CL_TKL_TASKLETS_EXTENSION_NAME "cl_tkl_tasklets"

/** What the tasks of one command did. */
typedef struct cl_tasklet_stats_tkl {
  cl_ulong tasks;         /**< tasks run                                     */
  cl_ulong steals;        /**< tasks taken from another worker               */
  cl_ulong continuations; /**< force bodies run after a wait                 */
  cl_ulong blocked;       /**< times a worker left a stack whose tasks had
                               been stolen and were not done                 */
  cl_ulong chunks;        /**< pieces of stack taken from the heap           */
  cl_ulong heap_size;     /**< bytes of heap that the command had            */
  cl_ulong heap_used;     /**< bytes of heap that the command used at most   */
  cl_uint workers;        /**< work-items that ran the tasks                 */
  cl_uint reserved;       /**< 0                                             */
} cl_tasklet_stats_tkl;

/**
 * Reads what the tasks of a finished command did.
 *
 * \param[in]  event  Event of a clEnqueueNDRangeKernel or clEnqueueTask whose
 *                    kernel spawns.
 * \param[out] stats  Filled on success. Counts are tasks, sizes are bytes.
 *
 * \retval CL_SUCCESS        \p stats is complete.
 * \retval CL_INVALID_VALUE  \p stats is NULL.
 * \retval CL_INVALID_EVENT  \p event is no command that spawns tasks.
 * \retval CL_PROFILING_INFO_NOT_AVAILABLE  The command has not finished, or it
 *                           failed before its tasks ran.
 *
 * On any error \p stats is untouched.
 * Thread safety: safe.
 */
typedef cl_int(CL_API_CALL *clGetTaskletStatsTKL_fn)(
    cl_event event, cl_tasklet_stats_tkl *stats);

#ifndef CL_NO_PROTOTYPES
/** \copydoc clGetTaskletStatsTKL_fn */
extern CL_API_ENTRY cl_int CL_API_CALL
clGetTaskletStatsTKL(cl_event event, cl_tasklet_stats_tkl *stats);
#endif

#ifdef __cplusplus
}
#endif

#endif
