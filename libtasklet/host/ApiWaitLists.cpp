//===- ApiWaitLists.cpp - OpenCL functions with a wait list ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// What they wait for may have failed without the driver's knowledge. Those
/// that take part in nothing else of this library are here.
///
//===----------------------------------------------------------------------===//
#include "WaitList.h"

using namespace tasklet;

/// Loaders and drivers for older versions lack some of these functions.
#define WITH_WAIT_LIST(Function, Type, ...)                                    \
  if (!next().Function)                                                        \
    return CL_INVALID_OPERATION;                                               \
  return guarded([&]() -> cl_int {                                             \
    return enqueueBehind(Queue, Type, NumWaits, Waits, Event,                  \
                         [&] { return next().Function(__VA_ARGS__); });        \
  });

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueCopyBuffer(cl_command_queue Queue, cl_mem From, cl_mem To,
                    size_t FromOffset, size_t ToOffset, size_t Size,
                    cl_uint NumWaits, const cl_event *Waits, cl_event *Event){
    WITH_WAIT_LIST(clEnqueueCopyBuffer, CL_COMMAND_COPY_BUFFER, Queue, From, To,
                   FromOffset, ToOffset, Size, NumWaits, Waits, Event)}

CL_API_ENTRY cl_int CL_API_CALL
    clEnqueueCopyBufferRect(cl_command_queue Queue, cl_mem From, cl_mem To,
                            const size_t *FromOrigin, const size_t *ToOrigin,
                            const size_t *Region, size_t FromRowPitch,
                            size_t FromSlicePitch, size_t ToRowPitch,
                            size_t ToSlicePitch, cl_uint NumWaits,
                            const cl_event *Waits, cl_event *Event){
        WITH_WAIT_LIST(clEnqueueCopyBufferRect, CL_COMMAND_COPY_BUFFER_RECT,
                       Queue, From, To, FromOrigin, ToOrigin, Region,
                       FromRowPitch, FromSlicePitch, ToRowPitch, ToSlicePitch,
                       NumWaits, Waits, Event)}

CL_API_ENTRY cl_int CL_API_CALL
    clEnqueueCopyBufferToImage(cl_command_queue Queue, cl_mem From, cl_mem To,
                               size_t Offset, const size_t *Origin,
                               const size_t *Region, cl_uint NumWaits,
                               const cl_event *Waits, cl_event *Event){
        WITH_WAIT_LIST(clEnqueueCopyBufferToImage,
                       CL_COMMAND_COPY_BUFFER_TO_IMAGE, Queue, From, To, Offset,
                       Origin, Region, NumWaits, Waits, Event)}

CL_API_ENTRY cl_int CL_API_CALL
    clEnqueueCopyImage(cl_command_queue Queue, cl_mem From, cl_mem To,
                       const size_t *FromOrigin, const size_t *ToOrigin,
                       const size_t *Region, cl_uint NumWaits,
                       const cl_event *Waits, cl_event *Event){
        WITH_WAIT_LIST(clEnqueueCopyImage, CL_COMMAND_COPY_IMAGE, Queue, From,
                       To, FromOrigin, ToOrigin, Region, NumWaits, Waits,
                       Event)}

CL_API_ENTRY cl_int CL_API_CALL
    clEnqueueCopyImageToBuffer(cl_command_queue Queue, cl_mem From, cl_mem To,
                               const size_t *Origin, const size_t *Region,
                               size_t Offset, cl_uint NumWaits,
                               const cl_event *Waits, cl_event *Event){
        WITH_WAIT_LIST(clEnqueueCopyImageToBuffer,
                       CL_COMMAND_COPY_IMAGE_TO_BUFFER, Queue, From, To, Origin,
                       Region, Offset, NumWaits, Waits, Event)}

CL_API_ENTRY cl_int CL_API_CALL
    clEnqueueFillBuffer(cl_command_queue Queue, cl_mem Buffer,
                        const void *Pattern, size_t PatternSize, size_t Offset,
                        size_t Size, cl_uint NumWaits, const cl_event *Waits,
                        cl_event *Event){
        WITH_WAIT_LIST(clEnqueueFillBuffer, CL_COMMAND_FILL_BUFFER, Queue,
                       Buffer, Pattern, PatternSize, Offset, Size, NumWaits,
                       Waits, Event)}

CL_API_ENTRY cl_int CL_API_CALL
    clEnqueueFillImage(cl_command_queue Queue, cl_mem Image, const void *Colour,
                       const size_t *Origin, const size_t *Region,
                       cl_uint NumWaits, const cl_event *Waits,
                       cl_event *Event){
        WITH_WAIT_LIST(clEnqueueFillImage, CL_COMMAND_FILL_IMAGE, Queue, Image,
                       Colour, Origin, Region, NumWaits, Waits, Event)}

CL_API_ENTRY cl_int CL_API_CALL
    clEnqueueMigrateMemObjects(cl_command_queue Queue, cl_uint Count,
                               const cl_mem *Objects,
                               cl_mem_migration_flags Flags, cl_uint NumWaits,
                               const cl_event *Waits, cl_event *Event){
        WITH_WAIT_LIST(clEnqueueMigrateMemObjects,
                       CL_COMMAND_MIGRATE_MEM_OBJECTS, Queue, Count, Objects,
                       Flags, NumWaits, Waits, Event)}

CL_API_ENTRY cl_int CL_API_CALL
    clEnqueueNativeKernel(cl_command_queue Queue,
                          void(CL_CALLBACK *Function)(void *), void *Arguments,
                          size_t Size, cl_uint Count, const cl_mem *Objects,
                          const void **Places, cl_uint NumWaits,
                          const cl_event *Waits, cl_event *Event){
        WITH_WAIT_LIST(clEnqueueNativeKernel, CL_COMMAND_NATIVE_KERNEL, Queue,
                       Function, Arguments, Size, Count, Objects, Places,
                       NumWaits, Waits, Event)}

CL_API_ENTRY cl_int CL_API_CALL
    clEnqueueSVMMemFill(cl_command_queue Queue, void *Pointer,
                        const void *Pattern, size_t PatternSize, size_t Size,
                        cl_uint NumWaits, const cl_event *Waits,
                        cl_event *Event){
        WITH_WAIT_LIST(clEnqueueSVMMemFill, CL_COMMAND_SVM_MEMFILL, Queue,
                       Pointer, Pattern, PatternSize, Size, NumWaits, Waits,
                       Event)}

CL_API_ENTRY cl_int CL_API_CALL
    clEnqueueSVMMigrateMem(cl_command_queue Queue, cl_uint Count,
                           const void **Pointers, const size_t *Sizes,
                           cl_mem_migration_flags Flags, cl_uint NumWaits,
                           const cl_event *Waits, cl_event *Event){
        WITH_WAIT_LIST(clEnqueueSVMMigrateMem, CL_COMMAND_SVM_MIGRATE_MEM,
                       Queue, Count, Pointers, Sizes, Flags, NumWaits, Waits,
                       Event)}

CL_API_ENTRY cl_int CL_API_CALL
    clEnqueueBarrierWithWaitList(cl_command_queue Queue, cl_uint NumWaits,
                                 const cl_event *Waits, cl_event *Event){
        WITH_WAIT_LIST(clEnqueueBarrierWithWaitList, InAnyCase, Queue, NumWaits,
                       Waits, Event)}

CL_API_ENTRY cl_int CL_API_CALL
    clEnqueueMarkerWithWaitList(cl_command_queue Queue, cl_uint NumWaits,
                                const cl_event *Waits, cl_event *Event){
        WITH_WAIT_LIST(clEnqueueMarkerWithWaitList, InAnyCase, Queue, NumWaits,
                       Waits, Event)}

CL_API_ENTRY cl_int CL_API_CALL
    clEnqueueSVMFree(cl_command_queue Queue, cl_uint Count, void *Pointers[],
                     void(CL_CALLBACK *Free)(cl_command_queue, cl_uint,
                                             void *[], void *),
                     void *UserData, cl_uint NumWaits, const cl_event *Waits,
                     cl_event *Event){
        WITH_WAIT_LIST(clEnqueueSVMFree, InAnyCase, Queue, Count, Pointers,
                       Free, UserData, NumWaits, Waits, Event)}

CL_API_ENTRY cl_int CL_API_CALL
    clEnqueueSVMUnmap(cl_command_queue Queue, void *Pointer, cl_uint NumWaits,
                      const cl_event *Waits, cl_event *Event){
        WITH_WAIT_LIST(clEnqueueSVMUnmap, InAnyCase, Queue, Pointer, NumWaits,
                       Waits, Event)}

CL_API_ENTRY cl_int CL_API_CALL
    clEnqueueUnmapMemObject(cl_command_queue Queue, cl_mem Object,
                            void *Pointer, cl_uint NumWaits,
                            const cl_event *Waits, cl_event *Event) {
  WITH_WAIT_LIST(clEnqueueUnmapMemObject, InAnyCase, Queue, Object, Pointer,
                 NumWaits, Waits, Event)
}
