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

/*
 * How a command runs its tasks: the heap in which their frames lie, and the
 * number of work-items that run them. A command takes the value of its kernel,
 * else of its queue, else of its context, else of the environment
 * (TASKLET_HEAP_SIZE, TASKLET_WORKERS), else the default.
 *
 *   heap size  cl_ulong, bytes: at least CL_TKL_TASKLETS_MIN_HEAP_SIZE and at
 *              most CL_DEVICE_TASKLET_MAX_HEAP_SIZE_TKL; 64 MiB by default
 *   workers    cl_uint: 1 to CL_DEVICE_TASKLET_MAX_WORKERS_TKL; the device's
 *              compute units by default
 *
 * A value outside of its range, and a property that is given twice, are
 * refused: by clCreateContext with CL_INVALID_PROPERTY, elsewhere with
 * CL_INVALID_VALUE. For contexts and kernels, which may have several devices,
 * the device with the largest maximum counts; a command on a smaller one fails
 * to be enqueued, as it does with a bad environment: CL_OUT_OF_RESOURCES.
 *
 * What one root task of each work-item needs comes on top of the heap, as far
 * as the device's largest buffer has room, and out of it beyond.
 */
#define CL_TKL_TASKLETS_MIN_HEAP_SIZE 1048576 /**< bytes */

/** clCreateContext, clCreateContextFromType, clGetContextInfo */
#define CL_CONTEXT_TASKLET_HEAP_SIZE_TKL 0x54B0 /**< cl_ulong, bytes */
#define CL_CONTEXT_TASKLET_WORKERS_TKL 0x54B1   /**< cl_uint; 0: not set */
/** clCreateCommandQueueWithProperties, clGetCommandQueueInfo */
#define CL_QUEUE_TASKLET_HEAP_SIZE_TKL 0x54B2 /**< cl_ulong, bytes */
#define CL_QUEUE_TASKLET_WORKERS_TKL 0x54B3   /**< cl_uint */
/** clSetKernelExecInfo: for commands that are enqueued from now on */
#define CL_KERNEL_EXEC_INFO_TASKLET_HEAP_SIZE_TKL 0x54B4 /**< cl_ulong */
#define CL_KERNEL_EXEC_INFO_TASKLET_WORKERS_TKL 0x54B5   /**< cl_uint */
/** clGetDeviceInfo */
#define CL_DEVICE_TASKLET_MAX_HEAP_SIZE_TKL 0x54B6 /**< cl_ulong, bytes */
#define CL_DEVICE_TASKLET_MAX_WORKERS_TKL 0x54B7   /**< cl_uint */

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

/** What one worker did. Times are ticks of the device's cycle counter: compare
 * them with each other. All are 0 on devices that have none that
 * programs may read and that all workers share: other than x86 processors. */
typedef struct cl_tasklet_worker_stats_tkl {
  cl_ulong tasks;    /**< tasks run                                          */
  cl_ulong steals;   /**< tasks taken from another worker                    */
  cl_ulong busy;     /**< time in which the worker had a task                */
  cl_ulong stealing; /**< time from running out of work until it found more  */
  cl_ulong idle;     /**< the rest of the time from the first worker's begin
                          to the last one's end: before it began, and while
                          it looked for work in vain                         */
} cl_tasklet_worker_stats_tkl;

/**
 * Reads what each worker of a finished command did.
 *
 * \param[in]  event        As for clGetTaskletStatsTKL.
 * \param[in]  num_entries  Elements at \p stats: at least 1 if \p stats is not
 *                          NULL.
 * \param[out] stats        Filled from worker 0 on, with \p num_entries workers
 *                          at most; may be NULL.
 * \param[out] num_workers  Workers of the command; may be NULL.
 *
 * \retval CL_SUCCESS        What was asked for is there.
 * \retval CL_INVALID_VALUE  Both pointers are NULL, or \p num_entries is 0 and
 *                           \p stats is not NULL.
 * \retval CL_INVALID_EVENT  \p event is no command that spawns tasks.
 * \retval CL_PROFILING_INFO_NOT_AVAILABLE  The command has not finished, or it
 *                           failed before its tasks ran.
 *
 * On any error nothing is written.
 * Thread safety: safe.
 */
typedef cl_int(CL_API_CALL *clGetTaskletWorkerStatsTKL_fn)(
    cl_event event, cl_uint num_entries, cl_tasklet_worker_stats_tkl *stats,
    cl_uint *num_workers);

/**
 * Makes a kernel that spawns one task: for work that begins with a task and
 * needs no kernel of its own in the source.
 *
 * Its arguments are the task's, in order (clSetKernelArg; a `bool` is a
 * cl_uchar), and one more if the task has a result: a buffer, at whose start
 * the result is there when the command is complete, or NULL if nobody wants it.
 * Enqueue it with a global size of 1, by clEnqueueNDRangeKernel or
 * clEnqueueTask; it is a command like any other. A larger size spawns the task
 * so many times, and leaves one of the results.
 *
 * \param[in]  program      A program that was built and has the task.
 * \param[in]  task         Name of a `__task` function that is not `static`.
 * \param[out] errcode_ret  May be NULL.
 *
 * \retval CL_SUCCESS              The kernel; clReleaseKernel releases it.
 * \retval CL_INVALID_VALUE        \p task is NULL.
 * \retval CL_INVALID_PROGRAM      \p program is no program.
 * \retval CL_INVALID_PROGRAM_EXECUTABLE  It was not built, or has no tasks.
 * \retval CL_INVALID_KERNEL_NAME  \p program has no such task.
 *
 * Thread safety: safe.
 */
typedef cl_kernel(CL_API_CALL *clCreateTaskletKernelTKL_fn)(
    cl_program program, const char *task, cl_int *errcode_ret);

/**
 * Reads the last message that a context was given, in words: why a command
 * failed or could not start, and what to set. The same text went to the
 * context's callback, or to standard error if it has none.
 *
 * \param[in]  context   A context of a device that announces the extension.
 * \param[in]  size      Bytes at \p message.
 * \param[out] message   Filled with the text and a zero; may be NULL.
 * \param[out] size_ret  Bytes of the text with its zero; may be NULL. 1 if
 * there was no message yet.
 *
 * \retval CL_SUCCESS          What was asked for is there.
 * \retval CL_INVALID_CONTEXT  \p context is no context that the library knows.
 * \retval CL_INVALID_VALUE    \p message is not NULL, and \p size is too small;
 *                             or both pointers are NULL.
 *
 * Thread safety: safe.
 */
typedef cl_int(CL_API_CALL *clGetTaskletMessageTKL_fn)(cl_context context,
                                                       size_t size,
                                                       char *message,
                                                       size_t *size_ret);

/**
 * Lets the devices of other queues run tasks of the commands of \p queue: for
 * commands that are enqueued from now on. The workers of all queues share one
 * heap and steal from each other, so that a task spawned on one device runs on
 * any. Each queue adds as many workers as a command on it alone would have;
 * those of \p queue come first in clGetTaskletWorkerStatsTKL. The kernel itself
 * runs on the device of \p queue alone, which also chooses the heap size.
 *
 * The devices must share memory while kernels run: they are one device, its
 * sub-devices (clCreateSubDevices), or some of these; and atomic operations
 * must be visible to all of them, as CPUs' are and as
 * CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES says of others.
 *
 * A command is complete when its part on every queue is. No worker waits for
 * another one, so a queue that is busy delays the end of a command but never
 * its tasks: whoever comes late finds no work. A helper queue is kept alive
 * until \p queue is released or gets other helpers.
 *
 * \param[in] queue        Whose commands get help.
 * \param[in] num_helpers  0: from now on there is none.
 * \param[in] helpers      Queues of the same context; NULL if there are none.
 *
 * \retval CL_SUCCESS                The helpers replace those before.
 * \retval CL_INVALID_COMMAND_QUEUE  \p queue or a helper is no queue.
 * \retval CL_INVALID_VALUE          \p num_helpers does not fit to \p helpers,
 * or a queue is named twice. \retval CL_INVALID_CONTEXT        A helper is of
 * another context. \retval CL_INVALID_DEVICE         The devices do not share
 * memory as above.
 *
 * On any error nothing changes, and the context gets a message. An enqueue
 * fails if the queues have more workers together than
 * CL_DEVICE_TASKLET_MAX_WORKERS_TKL.
 * Thread safety: safe.
 */
typedef cl_int(CL_API_CALL *clSetTaskletHelperQueuesTKL_fn)(
    cl_command_queue queue, cl_uint num_helpers,
    const cl_command_queue *helpers);

#ifndef CL_NO_PROTOTYPES
/** \copydoc clGetTaskletStatsTKL_fn */
extern CL_API_ENTRY cl_int CL_API_CALL
clGetTaskletStatsTKL(cl_event event, cl_tasklet_stats_tkl *stats);
/** \copydoc clGetTaskletWorkerStatsTKL_fn */
extern CL_API_ENTRY cl_int CL_API_CALL clGetTaskletWorkerStatsTKL(
    cl_event event, cl_uint num_entries, cl_tasklet_worker_stats_tkl *stats,
    cl_uint *num_workers);
/** \copydoc clCreateTaskletKernelTKL_fn */
extern CL_API_ENTRY cl_kernel CL_API_CALL clCreateTaskletKernelTKL(
    cl_program program, const char *task, cl_int *errcode_ret);
/** \copydoc clGetTaskletMessageTKL_fn */
extern CL_API_ENTRY cl_int CL_API_CALL clGetTaskletMessageTKL(
    cl_context context, size_t size, char *message, size_t *size_ret);
/** \copydoc clSetTaskletHelperQueuesTKL_fn */
extern CL_API_ENTRY cl_int CL_API_CALL
clSetTaskletHelperQueuesTKL(cl_command_queue queue, cl_uint num_helpers,
                            const cl_command_queue *helpers);
#endif

#ifdef __cplusplus
}
#endif

#endif
