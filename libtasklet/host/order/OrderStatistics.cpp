//===- OrderStatistics.cpp - What an ordered command did ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "order/OrderStatistics.h"

#include "order/OrderLayout.h"
#include "support/Format.h"

using namespace tasklet;

OrderStatistics::OrderStatistics(const tkl_order_header &Header,
                                 const OrderFacts &TheFacts, double TickLength)
    : Facts(TheFacts), DeviceReason(Header.reason),
      IsIndependent(Header.flags & TKL_ORDER_INDEPENDENT),
      TaskItems(Header.task_items), Streamed(Header.streamed) {
  Total.work_items = Header.items;
  Total.levels = Header.levels;
  Total.widest = Header.widest;
  Total.conflicts = Header.conflicts;
  Total.passes = Header.passes;
  Total.segments = Header.segments;
  Total.analysis_size = analysisBytes(Header);
  Total.inspect_time =
      static_cast<cl_ulong>(static_cast<double>(Header.inspected) * TickLength);
  Total.execute_time =
      static_cast<cl_ulong>(static_cast<double>(Header.executed) * TickLength);
  Total.executor = Header.executor;
  Total.workers = Header.workers;
  Total.reused = Header.reused;
  Total.streamed = Header.streamed != 0;
}

static const char *describeReason(SerialReason Reason) {
  switch (Reason) {
  case SerialReason::None:
  case SerialReason::Chosen:
    return "";
  case SerialReason::Kernel:
    return "the kernel has no inspector";
  case SerialReason::Worker:
    return "there is one worker";
  case SerialReason::Items:
    return "there are few work-items";
  case SerialReason::Chain:
    return "each work-item needs the one before";
  case SerialReason::Unknown:
    return "a pointer leads to memory that the library does not know";
  case SerialReason::Aliased:
    return "a parameter that is not monitored shares memory with one that is";
  case SerialReason::Inspected:
    return "the kernel writes memory that its inspector would read";
  case SerialReason::Once:
    return "its levels could not be kept for later commands";
  case SerialReason::Slower:
    return "its levels have been slower";
  case SerialReason::Grain:
    return "two parameters share memory at offsets that do not fit together";
  case SerialReason::Memory:
    return "there is no memory for an analysis";
  case SerialReason::Pages:
    return "memory for an analysis is not there yet";
  case SerialReason::Copies:
    return "there is no memory for copies";
  case SerialReason::Races:
    return "it looks for races";
  }
  return "";
}

static const char *describeDeviceReason(uint32_t Reason) {
  switch (Reason) {
  case TKL_REASON_CHAIN:
    return "hardly any work-items are independent";
  case TKL_REASON_BINS:
    return "a work-item touches more than one bin";
  case TKL_REASON_BACK:
    return "a pointer to shared memory is used with negative indexes";
  case TKL_REASON_NEAR:
    return "work-items that follow each other touch memory in a cache";
  case TKL_REASON_FAR:
    return "work-items that follow each other touch memory that lies far apart";
  case TKL_REASON_BESIDE:
    return "its levels are not known yet";
  case TKL_REASON_ROUNDS:
    return "a loop of the inspector has more than a million rounds";
  case TKL_REASON_COUNTS:
    return "there are more levels, or conflicts, than memory to count them";
  default:
    return "";
  }
}

static std::string count(uint64_t Number, const char *One, const char *Many) {
  return std::to_string(Number) + " " + (Number == 1 ? One : Many);
}

std::string OrderStatistics::describe(const std::string &Kernel,
                                      bool Failed) const {
  std::string Text =
      "tasklet: " + Kernel + ": " + (Facts.Inspects ? "an order for " : "") +
      count(Total.work_items, "work-item", "work-items") + " on " +
      count(Total.workers, "worker", "workers") + ", " +
      orderModeName(static_cast<OrderMode>(
          Total.executor <= TKL_ORDER_OWNERS ? Total.executor : 0));
  std::string Why = describeReason(Facts.Reason);
  if (Why.empty())
    Why = describeDeviceReason(DeviceReason);
  if (IsIndependent)
    Why = "the addresses show that no work-items conflict";
  if (!Why.empty())
    Text += " since " + Why;
  if (Facts.FellBack && Facts.Wanted == OrderMode::Copies)
    Text += " (there can be no copies)";
  else if (Facts.FellBack)
    Text += std::string(" (the kernel has no code for ") +
            orderModeName(Facts.Wanted) + ")";
  if (Total.executor == TKL_ORDER_BINS)
    Text += ": " + count(Total.levels, "bin", "bins") + ", the largest with " +
            count(Total.widest, "work-item", "work-items");
  else if (Total.executor == TKL_ORDER_OWNERS)
    Text += ": " + count(Total.levels, "owner", "owners") +
            ", the largest with " +
            count(Total.widest, "work-item", "work-items");
  else if (Total.executor == TKL_ORDER_TASKS)
    Text += " of " + count(TaskItems, "work-item", "work-items") + ": " +
            count(Total.levels, "task", "tasks") +
            " in the longest chain, the widest level with " +
            count(Total.widest, "work-item", "work-items") + ", " +
            count(Total.conflicts, "conflict", "conflicts") + " in " +
            count(Total.passes, "pass", "passes");
  else if (Total.executor == TKL_ORDER_COPIES)
    Text += " of " + count(Total.analysis_size, "byte", "bytes");
  else if (Total.executor != TKL_ORDER_SERIAL)
    Text += ": " + count(Total.levels, "level", "levels") +
            ", the widest with " +
            count(Total.widest, "work-item", "work-items") + ", " +
            count(Total.conflicts, "conflict", "conflicts") + " in " +
            count(Total.passes, "pass", "passes");
  if (Streamed)
    Text += ", streams of " + count(Streamed, "byte", "bytes");
  if (Total.segments > 1)
    Text += ", " + std::to_string(Total.segments) + " segments";
  if (Total.inspect_time)
    Text += "; inspected in " + formatTime(double(Total.inspect_time));
  if (Total.execute_time)
    Text += "; executed in " + formatTime(double(Total.execute_time));
  if (Total.executor == TKL_ORDER_COPIES)
    return Text + (Failed ? "; failed\n" : "\n");
  if (Total.analysis_size)
    Text += "; analysis of " + std::to_string(Total.analysis_size) + " bytes, ";
  // Beside a command that runs in order, only a part of it may get done.
  bool IsBeside = DeviceReason == TKL_REASON_BESIDE;
  if (Total.analysis_size && Total.reused)
    Text += IsBeside ? "continued" : "reused";
  else if (Total.analysis_size)
    Text += (IsBeside ? "begun" : "new") +
            (Facts.NotReused.empty() ? "" : " since " + Facts.NotReused);
  return Text + (Failed ? "; failed\n" : "\n");
}
