/*===- cl_tkl_tasklets.h - What OpenCL has no word for -------------- C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * cl_tkl_tasklets: devices that announce it in CL_DEVICE_EXTENSIONS run kernels
 * whose program spawns tasks. The ordinary functions do everything that an
 * application must do; this header is for what they cannot express.
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
 * number of work-items that run them. The value comes from the kernel of the
 * command, else from its queue, else from its context, else from the
 * environment (TASKLET_HEAP_SIZE, TASKLET_WORKERS). Otherwise it is the
 * default.
 *
 *   heap size  cl_ulong, bytes: at least CL_TKL_TASKLETS_MIN_HEAP_SIZE and at
 *              most CL_DEVICE_TASKLET_MAX_HEAP_SIZE_TKL; by default, on
 *              a processor what its largest buffer and half of the process's
 *              memory allow beside the heaps in use, but not less than 64 MiB;
 *              64 MiB elsewhere, and what the workers need if they are the
 *              lanes of warps, at most 1 GiB
 *   workers    cl_uint: 1 to CL_DEVICE_TASKLET_MAX_WORKERS_TKL; the device's
 *              compute units by default. If workers are the lanes of warps, this
 *              is the number of warps; by default those that a GPU runs at a time
 *
 * A value outside of its range, or a property that is given twice, is refused:
 * by clCreateContext with CL_INVALID_PROPERTY, elsewhere with CL_INVALID_VALUE.
 * Contexts and kernels may have several devices; for them the device with the
 * largest maximum counts. A command on a smaller device then cannot be enqueued
 * (CL_OUT_OF_RESOURCES). The same is true if the environment is bad.
 *
 * Each command also needs memory for one root task of each work-item. It is
 * added to the heap as far as the device's largest buffer has room; beyond that
 * it is taken out of the heap.
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

/*
 * How commands of ordered kernels bring their work-items into order. All ways
 * give the same result. The value is a cl_uint and comes from the same places
 * as the number of workers; in the environment it is TASKLET_ORDERED. What
 * a kernel has no code for counts as AUTO.
 */
#define CL_CONTEXT_TASKLET_ORDERED_TKL 0x54B8
#define CL_QUEUE_TASKLET_ORDERED_TKL 0x54B9
#define CL_KERNEL_EXEC_INFO_TASKLET_ORDERED_TKL 0x54BA

#define CL_TASKLET_ORDERED_AUTO_TKL 0   /**< what suits the command best      */
#define CL_TASKLET_ORDERED_SERIAL_TKL 1 /**< all in order, by one worker      */
#define CL_TASKLET_ORDERED_LEVELS_TKL 2 /**< levels, found in one pass        */
#define CL_TASKLET_ORDERED_PASSES_TKL 3 /**< levels, found in a pass for each */
#define CL_TASKLET_ORDERED_BINS_TKL 4   /**< by ranges of the memory          */
#define CL_TASKLET_ORDERED_TASKS_TKL 5  /**< each when others are done        */
#define CL_TASKLET_ORDERED_COPIES_TKL 6 /**< sums: in no order, on copies     */
#define CL_TASKLET_ORDERED_OWNERS_TKL 7 /**< by who owns the memory           */

/** What the tasks of one command did. */
typedef struct cl_tasklet_stats_tkl {
  cl_ulong tasks;         /**< tasks run                                     */
  cl_ulong steals;        /**< tasks taken from another worker               */
  cl_ulong continuations; /**< force bodies run after a wait                 */
  cl_ulong blocked;       /**< times a worker left a stack whose tasks had
                               been stolen and were not done                 */
  cl_ulong chunks;        /**< pieces of stack taken from the heap           */
  cl_ulong heap_size;     /**< bytes of heap that the command had            */
  cl_ulong heap_used;     /**< bytes of heap that the command took at most;
                               workers take stacks in advance                 */
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
 * them only with each other. All are 0 unless the device has a counter that
 * programs may read and all workers share. At present only x86 processors have
 * one. */
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

/** What a command of an ordered kernel did. */
typedef struct cl_ordered_stats_tkl {
  cl_ulong work_items;    /**< of the command                                */
  cl_ulong levels;        /**< of all segments; bins with ..._BINS_TKL, and
                               tasks of the longest chain with ..._TASKS_TKL */
  cl_ulong widest;        /**< work-items of the largest level or bin        */
  cl_ulong conflicts;     /**< work-items, or tasks, that wait for others    */
  cl_ulong passes;        /**< that the inspector made over work-items       */
  cl_ulong segments;      /**< pieces of the range, analysed one by one      */
  cl_ulong analysis_size; /**< bytes of memory for the analysis              */
  cl_ulong inspect_time;  /**< nanoseconds; 0: not known                     */
  cl_ulong execute_time;  /**< nanoseconds; 0: not known                     */
  cl_uint executor;       /**< CL_TASKLET_ORDERED_*_TKL, what was used       */
  cl_uint workers;        /**< work-items of the device that ran them        */
  cl_uint reused;         /**< 1: an earlier analysis was used again         */
  cl_uint streamed;       /**< 1: work-items read memory from streams        */
} cl_ordered_stats_tkl;

/**
 * Reads what a finished command of an ordered kernel did.
 *
 * \param[in]  event  Event of a clEnqueueNDRangeKernel or clEnqueueTask whose
 *                    kernel is `__ordered`.
 * \param[out] stats  Filled on success.
 *
 * \retval CL_SUCCESS        \p stats is complete.
 * \retval CL_INVALID_VALUE  \p stats is NULL.
 * \retval CL_INVALID_EVENT  \p event is no command of an ordered kernel, or one
 *                           without work-items.
 * \retval CL_PROFILING_INFO_NOT_AVAILABLE  The command has not finished, or it
 *                           failed before it ran.
 *
 * On any error \p stats is untouched.
 * Thread safety: safe.
 */
typedef cl_int(CL_API_CALL *clGetOrderedStatsTKL_fn)(
    cl_event event, cl_ordered_stats_tkl *stats);

/*
 * Orders: analyses of ordered commands that the application makes, keeps and
 * uses itself.
 *
 * The library keeps analyses too, and uses one again if nothing has changed of
 * what it depends on. An order is for programs that know more: memory that was
 * written again, with the same values where the inspector reads; or another
 * time at which to inspect. It is made for a kernel, its arguments, a range and
 * a device. A command that uses it does not inspect.
 */
typedef struct _cl_order_tkl *cl_order_tkl;

/** Not an order, or one that was released. */
#define CL_INVALID_ORDER_TKL (-10000)
/** Type of the command of clCreateOrderTKL. */
#define CL_COMMAND_CREATE_ORDER_TKL 0x54BB

/** clGetOrderInfoTKL; known at once */
typedef cl_uint cl_order_info_tkl;
#define CL_ORDER_REFERENCE_COUNT_TKL 0x54BC /**< cl_uint */
#define CL_ORDER_CONTEXT_TKL 0x54BD         /**< cl_context */
#define CL_ORDER_DEVICE_TKL 0x54BE          /**< cl_device_id */
#define CL_ORDER_SIZE_TKL 0x54BF /**< cl_ulong, bytes that it takes; may be 0 */
/** Likewise; known when the analysis is complete, as in cl_ordered_stats_tkl */
#define CL_ORDER_EXECUTOR_TKL 0x54C0     /**< cl_uint, CL_TASKLET_ORDERED_* */
#define CL_ORDER_LEVELS_TKL 0x54C1       /**< cl_ulong; or bins */
#define CL_ORDER_WIDEST_TKL 0x54C2       /**< cl_ulong, work-items */
#define CL_ORDER_CONFLICTS_TKL 0x54C3    /**< cl_ulong, work-items */
#define CL_ORDER_PASSES_TKL 0x54C4       /**< cl_ulong */
#define CL_ORDER_INSPECT_TIME_TKL 0x54C5 /**< cl_ulong, ns; 0: not known */

/**
 * Says how much memory an order would take. Nothing is enqueued or allocated.
 *
 * \param[in]  queue ... local_work_size  As for clCreateOrderTKL.
 * \param[out] size  Bytes of CL_ORDER_SIZE_TKL if the order were made now; 0 if
 *                   the work-items would run in order. May be NULL.
 * \param[out] plan  CL_TASKLET_ORDERED_*_TKL: how it would be made. With levels
 *                   and bins, the analysis may find that the work-items must
 *                   run in order. May be NULL.
 *
 * \retval CL_SUCCESS        What was asked for is there.
 * \retval CL_INVALID_VALUE  Both pointers are NULL.
 * \retval CL_INVALID_KERNEL_ARGS  A buffer argument is not set.
 * \retval CL_MEM_OBJECT_ALLOCATION_FAILURE  The order does not fit in memory.
 * All other errors that clCreateOrderTKL finds before it enqueues.
 *
 * Thread safety: as clEnqueueNDRangeKernel.
 */
typedef cl_int(CL_API_CALL *clEstimateOrderTKL_fn)(
    cl_command_queue queue, cl_kernel kernel, cl_uint work_dim,
    const size_t *global_work_offset, const size_t *global_work_size,
    const size_t *local_work_size, cl_ulong *size, cl_uint *plan);

/**
 * Enqueues a command that inspects a kernel with its present arguments, and
 * makes the order that the command fills. The command runs no work-item and
 * writes to no memory of the program. It reads the memory that decides which
 * elements work-items touch.
 *
 * The workers, and how they inspect, are chosen as for a command that runs the
 * kernel. A kernel that cannot be inspected, or arguments that forbid it, give
 * an order with the executor CL_TASKLET_ORDERED_SERIAL_TKL. It can be used like
 * any other. What the inspector reads through stays alive as long as the order:
 * memory objects are retained.
 *
 * \param[in]  queue    The command goes there. Commands that use the order may
 *                      be on other queues of the same device and context.
 * \param[in]  kernel   An `__ordered` kernel.
 * \param[in]  work_dim ... event  As for clEnqueueNDRangeKernel. A range
 *                      without work-items is what it is for the driver.
 * \param[out] errcode_ret  May be NULL.
 *
 * \retval CL_SUCCESS         The order; clReleaseOrderTKL releases it. It can be
 *                            used at once.
 * \retval CL_INVALID_KERNEL  \p kernel is no kernel of a program with ordered
 *                            kernels, or is not ordered.
 * \retval CL_MEM_OBJECT_ALLOCATION_FAILURE  The order does not fit in memory.
 *                            The kernel can still be enqueued without one.
 * All errors of clEnqueueNDRangeKernel, with the same meaning.
 *
 * On any error the result is NULL, and nothing is enqueued that writes to
 * memory of the program.
 * Thread safety: as clEnqueueNDRangeKernel.
 */
typedef cl_order_tkl(CL_API_CALL *clCreateOrderTKL_fn)(
    cl_command_queue queue, cl_kernel kernel, cl_uint work_dim,
    const size_t *global_work_offset, const size_t *global_work_size,
    const size_t *local_work_size, cl_uint num_events_in_wait_list,
    const cl_event *event_wait_list, cl_event *event, cl_int *errcode_ret);

/**
 * clEnqueueNDRangeKernel with an order in place of an inspection.
 *
 * The program promises that what the inspector read to make the order holds for
 * this command as well: the content of that memory. The library checks the rest:
 * program, kernel, device and range; the values that the inspector uses; the
 * memory objects that it reads, and their ranges; the sizes of the monitored
 * memory, and which arguments share memory. A broken promise gives a result of
 * some other order of the work-items, or accesses outside of memory.
 *
 * The order need not be complete. The command must come after the analysis,
 * though, and after other commands with the same order: on the same in-order
 * queue, by an event in its wait list, or because they have ended. Otherwise it
 * inspects by itself; clGetOrderedStatsTKL then has `reused` 0. It also does
 * that if the analysis has failed. The result is the same.
 *
 * \param[in] queue   A queue of the order's device and context.
 * \param[in] kernel  A kernel object of the order's kernel.
 * \param[in] order   From clCreateOrderTKL.
 * \param[in] work_dim ... event  As for clEnqueueNDRangeKernel.
 *
 * \retval CL_SUCCESS            The command is enqueued.
 * \retval CL_INVALID_ORDER_TKL  \p order is no order.
 * \retval CL_INVALID_CONTEXT    It is of another context than \p queue.
 * \retval CL_INVALID_DEVICE     It is of another device than \p queue.
 * \retval CL_INVALID_KERNEL     It is of another kernel, or of another build of
 *                               the program; or \p kernel is not ordered.
 * \retval CL_INVALID_WORK_DIMENSION, CL_INVALID_GLOBAL_WORK_SIZE,
 *         CL_INVALID_GLOBAL_OFFSET, CL_INVALID_WORK_GROUP_SIZE
 *                               That is not what the order was made for.
 * \retval CL_INVALID_KERNEL_ARGS  An argument is not what it was, where that
 *                               matters; the message says which.
 * All errors of clEnqueueNDRangeKernel, with the same meaning.
 *
 * On any error the context gets a message, unless the error is one of
 * clEnqueueNDRangeKernel.
 * Thread safety: as clEnqueueNDRangeKernel.
 */
typedef cl_int(CL_API_CALL *clEnqueueOrderedNDRangeKernelTKL_fn)(
    cl_command_queue queue, cl_kernel kernel, cl_order_tkl order,
    cl_uint work_dim, const size_t *global_work_offset,
    const size_t *global_work_size, const size_t *local_work_size,
    cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
    cl_event *event);

/**
 * Answers for CL_ORDER_*_TKL, as clGet...Info do.
 *
 * \param[in]  order       From clCreateOrderTKL.
 * \param[in]  param_name  CL_ORDER_*_TKL.
 * \param[in]  param_value_size  Bytes at \p param_value.
 * \param[out] param_value May be NULL.
 * \param[out] param_value_size_ret  May be NULL.
 *
 * \retval CL_SUCCESS            What was asked for is there.
 * \retval CL_INVALID_ORDER_TKL  \p order is no order.
 * \retval CL_INVALID_VALUE      \p param_name is none, or \p param_value is not
 *                               NULL and \p param_value_size is too small.
 * \retval CL_PROFILING_INFO_NOT_AVAILABLE  The analysis is not complete, or it
 *                               failed.
 *
 * Thread safety: safe.
 */
typedef cl_int(CL_API_CALL *clGetOrderInfoTKL_fn)(cl_order_tkl order,
                                                  cl_order_info_tkl param_name,
                                                  size_t param_value_size,
                                                  void *param_value,
                                                  size_t *param_value_size_ret);

/**
 * Adds a reference.
 *
 * \retval CL_SUCCESS            There is one more.
 * \retval CL_INVALID_ORDER_TKL  \p order is no order.
 *
 * Thread safety: safe.
 */
typedef cl_int(CL_API_CALL *clRetainOrderTKL_fn)(cl_order_tkl order);

/**
 * Takes a reference away. The order is gone with the last one; commands that
 * use it keep what they need.
 *
 * \retval CL_SUCCESS            There is one less.
 * \retval CL_INVALID_ORDER_TKL  \p order is no order.
 *
 * Thread safety: safe.
 */
typedef cl_int(CL_API_CALL *clReleaseOrderTKL_fn)(cl_order_tkl order);

/**
 * Makes a kernel that spawns one task. It is for work that begins with a task
 * and needs no kernel of its own in the source.
 *
 * Its arguments are the task's, in order (clSetKernelArg; a `bool` is a
 * cl_uchar). If the task has a result, there is one more argument: a buffer, or
 * NULL to discard the result. The result is at the start of the buffer when the
 * command is complete. Enqueue the kernel with a global size of 1, by
 * clEnqueueNDRangeKernel or clEnqueueTask; it is a command like any other. With
 * a larger size it spawns the task that many times, and keeps one of the
 * results.
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
 * Reads the last message that a context was given. The message says why a
 * command failed or could not start, and what to set. The same text went to the
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
 * Lets the devices of other queues run tasks of the commands of \p queue that
 * are enqueued from now on. The workers of all queues share one heap and steal
 * from each other, so that a task spawned on one device can run on any of them.
 * Each queue adds as many workers as a command on it alone would have; those of
 * \p queue come first in clGetTaskletWorkerStatsTKL. The kernel itself runs
 * only on the device of \p queue, which also chooses the heap size.
 *
 * The devices must share memory while kernels run. Either they are one device,
 * its sub-devices (clCreateSubDevices), or some of these; and atomic operations
 * are visible to all of them, as on CPUs, and on other devices with
 * CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES. Or they are CPUs with
 * CL_DEVICE_SVM_FINE_GRAIN_BUFFER and CL_DEVICE_SVM_ATOMICS that take the same
 * programs. PoCL's device `basic` is none of those.
 *
 * A command whose tasks may go to another device fails to start, with a message,
 *
 *  - with CL_INVALID_PROGRAM_EXECUTABLE unless its program was built for both
 *    devices, and the compiler made the same of it for both;
 *  - with CL_INVALID_OPERATION if its kernel was given a buffer or pointer to
 *    memory that is none of clSVMAlloc with CL_MEM_SVM_FINE_GRAIN_BUFFER. A
 *    buffer lies there by CL_MEM_USE_HOST_PTR. Between devices that have
 *    CL_DEVICE_SVM_FINE_GRAIN_SYSTEM, pointers may lead to memory that
 *    clSVMAlloc has not given.
 *
 * A command is complete when its part on every queue is. No worker waits for
 * another one. So a busy queue delays the end of a command but never its tasks:
 * a worker that starts late finds no work. A helper queue is kept alive until
 * \p queue is released or gets other helpers.
 *
 * \param[in] queue        Its commands get help.
 * \param[in] num_helpers  0: from now on there is none.
 * \param[in] helpers      Queues of the same context; NULL if there are none.
 *
 * \retval CL_SUCCESS                The helpers replace the earlier ones.
 * \retval CL_INVALID_COMMAND_QUEUE  \p queue or a helper is no queue.
 * \retval CL_INVALID_VALUE          \p num_helpers does not fit \p helpers,
 *                                   or a queue is named twice.
 * \retval CL_INVALID_CONTEXT        A helper is of another context.
 * \retval CL_INVALID_DEVICE         The devices do not share memory as above.
 *
 * On any error nothing changes, and the context gets a message. An enqueue
 * fails if the queues have more workers together than
 * CL_DEVICE_TASKLET_MAX_WORKERS_TKL.
 * Thread safety: safe.
 */
typedef cl_int(CL_API_CALL *clSetTaskletHelperQueuesTKL_fn)(
    cl_command_queue queue, cl_uint num_helpers,
    const cl_command_queue *helpers);

/** One of those that share a range. */
typedef struct cl_tasklet_share_tkl {
  cl_command_queue queue; /**< the device, and when the range may begin there */
  cl_kernel kernel;       /**< of the queue's context, with its arguments     */
} cl_tasklet_share_tkl;

/**
 * Runs each work-item of one range on one of several devices. The library
 * divides the range along its last dimension. A share begins with a small piece
 * when its device is ready, and gets further ones by the speed that was measured,
 * until nothing is left; one that comes late may get none. The devices may be of
 * different contexts and platforms. Kernels may spawn tasks or not; the tasks of
 * a piece stay on its device.
 *
 * It is one command. On each queue that is in order it begins after what was
 * enqueued before, and later commands begin after it. Its event, and clFinish on
 * each of the queues, wait for all of it. The arguments are those that the
 * kernels have at the call; memory objects among them may be released after it,
 * samplers not. The host divides the range while the command runs: a thread for
 * each share waits for the pieces.
 *
 * A work-item has the same global id as in one command. Sizes, and ids of
 * work-groups, are those of its piece: get_global_size, get_num_groups,
 * get_group_id and get_global_offset, in the last dimension.
 *
 * The devices may write to one memory object only if all of them have the same
 * memory, as several devices that are CPUs do, and then not to the same bytes.
 * Otherwise each share's kernel has buffers of its own, and
 * clGetTaskletPiecesTKL tells whose results are where.
 *
 * \param[in]  num_shares  At least 1.
 * \param[in]  shares      Each queue at most once.
 * \param[in]  work_dim ... event  As for clEnqueueNDRangeKernel. The events are
 *                         of the first queue's context. Pieces are multiples of
 *                         \p local_work_size. A range without work-items ends at
 *                         once.
 *
 * \retval CL_SUCCESS                The command is enqueued.
 * \retval CL_INVALID_VALUE          There is no share, or a queue is named twice.
 * \retval CL_INVALID_COMMAND_QUEUE  A queue is none.
 * \retval CL_INVALID_KERNEL         A kernel is none, or is ordered.
 * \retval CL_INVALID_CONTEXT        A kernel is of another context than its
 *                                   queue, or the events are.
 * \retval CL_INVALID_OPERATION      A driver has no clCloneKernel (OpenCL 2.1).
 * All errors of clEnqueueNDRangeKernel, with the same meaning.
 *
 * Errors that only a driver finds, such as an argument that is not set, fail the
 * command: its event has the code, and the context of the share gets a message.
 * So does a failure in a piece; then no further piece begins. On an error of the
 * call nothing runs.
 * Thread safety: as clEnqueueNDRangeKernel.
 */
typedef cl_int(CL_API_CALL *clEnqueueSharedNDRangeKernelTKL_fn)(
    cl_uint num_shares, const cl_tasklet_share_tkl *shares, cl_uint work_dim,
    const size_t *global_work_offset, const size_t *global_work_size,
    const size_t *local_work_size, cl_uint num_events_in_wait_list,
    const cl_event *event_wait_list, cl_event *event);

/** A part of a range that one device ran. */
typedef struct cl_tasklet_piece_tkl {
  cl_uint share;    /**< its place in the list of shares                    */
  cl_uint reserved; /**< 0                                                  */
  size_t first;     /**< global id in the last dimension, with the offset   */
  size_t count;     /**< work-items in the last dimension                   */
  cl_ulong time;    /**< nanoseconds of the host, from enqueue to end       */
} cl_tasklet_piece_tkl;

/**
 * Tells which device ran which part of a command's range.
 *
 * \param[in]  event        Event of clEnqueueSharedNDRangeKernelTKL.
 * \param[in]  num_entries  Elements at \p pieces: at least 1 if \p pieces is not
 *                          NULL.
 * \param[out] pieces       The first \p num_entries of all, by their place in the
 *                          range; may be NULL.
 * \param[out] num_pieces   How many there are; may be NULL. Of a command that
 *                          failed, those that were done.
 *
 * \retval CL_SUCCESS        What was asked for is there.
 * \retval CL_INVALID_VALUE  Both pointers are NULL, or \p num_entries is 0 and
 *                           \p pieces is not NULL.
 * \retval CL_INVALID_EVENT  \p event is of another command, or of one that was
 *                           never begun, since its wait list had failed already.
 * \retval CL_PROFILING_INFO_NOT_AVAILABLE  The command has not ended.
 *
 * On any error nothing is written.
 * Thread safety: safe.
 */
typedef cl_int(CL_API_CALL *clGetTaskletPiecesTKL_fn)(
    cl_event event, cl_uint num_entries, cl_tasklet_piece_tkl *pieces,
    cl_uint *num_pieces);

#ifndef CL_NO_PROTOTYPES
/** \copydoc clGetTaskletStatsTKL_fn */
extern CL_API_ENTRY cl_int CL_API_CALL
clGetTaskletStatsTKL(cl_event event, cl_tasklet_stats_tkl *stats);
/** \copydoc clGetTaskletWorkerStatsTKL_fn */
extern CL_API_ENTRY cl_int CL_API_CALL clGetTaskletWorkerStatsTKL(
    cl_event event, cl_uint num_entries, cl_tasklet_worker_stats_tkl *stats,
    cl_uint *num_workers);
/** \copydoc clGetOrderedStatsTKL_fn */
extern CL_API_ENTRY cl_int CL_API_CALL
clGetOrderedStatsTKL(cl_event event, cl_ordered_stats_tkl *stats);
/** \copydoc clEstimateOrderTKL_fn */
extern CL_API_ENTRY cl_int CL_API_CALL clEstimateOrderTKL(
    cl_command_queue queue, cl_kernel kernel, cl_uint work_dim,
    const size_t *global_work_offset, const size_t *global_work_size,
    const size_t *local_work_size, cl_ulong *size, cl_uint *plan);
/** \copydoc clCreateOrderTKL_fn */
extern CL_API_ENTRY cl_order_tkl CL_API_CALL clCreateOrderTKL(
    cl_command_queue queue, cl_kernel kernel, cl_uint work_dim,
    const size_t *global_work_offset, const size_t *global_work_size,
    const size_t *local_work_size, cl_uint num_events_in_wait_list,
    const cl_event *event_wait_list, cl_event *event, cl_int *errcode_ret);
/** \copydoc clEnqueueOrderedNDRangeKernelTKL_fn */
extern CL_API_ENTRY cl_int CL_API_CALL clEnqueueOrderedNDRangeKernelTKL(
    cl_command_queue queue, cl_kernel kernel, cl_order_tkl order,
    cl_uint work_dim, const size_t *global_work_offset,
    const size_t *global_work_size, const size_t *local_work_size,
    cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
    cl_event *event);
/** \copydoc clGetOrderInfoTKL_fn */
extern CL_API_ENTRY cl_int CL_API_CALL clGetOrderInfoTKL(
    cl_order_tkl order, cl_order_info_tkl param_name, size_t param_value_size,
    void *param_value, size_t *param_value_size_ret);
/** \copydoc clRetainOrderTKL_fn */
extern CL_API_ENTRY cl_int CL_API_CALL clRetainOrderTKL(cl_order_tkl order);
/** \copydoc clReleaseOrderTKL_fn */
extern CL_API_ENTRY cl_int CL_API_CALL clReleaseOrderTKL(cl_order_tkl order);
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
/** \copydoc clEnqueueSharedNDRangeKernelTKL_fn */
extern CL_API_ENTRY cl_int CL_API_CALL clEnqueueSharedNDRangeKernelTKL(
    cl_uint num_shares, const cl_tasklet_share_tkl *shares, cl_uint work_dim,
    const size_t *global_work_offset, const size_t *global_work_size,
    const size_t *local_work_size, cl_uint num_events_in_wait_list,
    const cl_event *event_wait_list, cl_event *event);
/** \copydoc clGetTaskletPiecesTKL_fn */
extern CL_API_ENTRY cl_int CL_API_CALL
clGetTaskletPiecesTKL(cl_event event, cl_uint num_entries,
                      cl_tasklet_piece_tkl *pieces, cl_uint *num_pieces);
#endif

#ifdef __cplusplus
}
#endif

#endif
