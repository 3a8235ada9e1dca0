//===- Warps.cpp - Warps that go their own ways, on the host --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "WarpMeeting.h"

#include "Random.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <new>
#include <sys/mman.h>
#include <ucontext.h>

namespace tasklet::simd {
namespace {

constexpr size_t StackBytes = 64 << 10, GuardBytes = 64 << 10;

/// Stacks that are used again and again, with a page before each that nobody
/// may touch.
char *stackOf(size_t Item) {
  static std::vector<char *> Stacks;
  Stacks.resize(std::max(Stacks.size(), Item + 1));
  char *&Stack = Stacks[Item];
  if (!Stack) {
    void *At = mmap(nullptr, GuardBytes + StackBytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (At == MAP_FAILED || mprotect(At, GuardBytes, PROT_NONE))
      throw std::bad_alloc();
    Stack = static_cast<char *>(At) + GuardBytes;
  }
  std::memset(Stack, 0xA5, StackBytes);
  return Stack;
}

enum class State : uint8_t { Ready, InWarp, InGroup, Ended };

struct Context : WorkItem {
  State At = State::Ready;
  const char *Function = nullptr; ///< Where it waits,
  void *Call = nullptr;           ///< ... and which call that is.
  uint64_t Value = 0;             ///< What it brings there.
  ucontext_t Saved;
};

/// A work-group.
class Group {
public:
  Group(void *Kernel, const std::vector<void *> &Pointers, const Grid &G,
        unsigned Number, fuzz::Random &Rng, Turns Order);
  std::string run();

  const uint64_t *meet(State How, const char *Function, void *Call,
                       uint64_t Value);
  [[noreturn]] void stop(const std::string &Error);
  void others();
  const WorkItem &current() const { return *Current; }

private:
  Context *next();
  void begin();
  void check(const Context &New, const Context &Other);
  static std::string describe(const Context &C);

  void *Kernel;
  const std::vector<void *> &Pointers;
  fuzz::Random &Rng;
  const Turns Order;
  std::vector<Context> Items;
  std::vector<std::vector<Context *>> Ready; ///< Of each warp.
  /// What each warp has brought to its last meeting. The next one cannot be
  /// over before all lanes have left this one.
  std::vector<std::vector<uint64_t>> Brought;
  Context *Current = nullptr;
  ucontext_t Main;
  std::string Error;
};

Group *Running = nullptr;

Group::Group(void *Kernel, const std::vector<void *> &Pointers, const Grid &G,
             unsigned Number, fuzz::Random &Rng, Turns Order)
    : Kernel(Kernel), Pointers(Pointers), Rng(Rng), Order(Order),
      Items(G.Local[0] * G.Local[1]) {
  for (unsigned I = 0, End = Items.size(); I < End; ++I) {
    Context &C = Items[I];
    C.Local[0] = I % G.Local[0];
    C.Local[1] = I / G.Local[0];
    C.Group = Number;
    C.Warp = I / G.WarpSize;
    C.Lane = I % G.WarpSize;
    C.Lanes = std::min(G.WarpSize, End - C.Warp * G.WarpSize);
    C.In = &G;
    getcontext(&C.Saved);
    C.Saved.uc_stack.ss_sp = stackOf(I);
    C.Saved.uc_stack.ss_size = StackBytes;
    C.Saved.uc_link = &Main;
    makecontext(
        &C.Saved, [] { Running->begin(); }, 0);
  }
  Brought.resize(Items.back().Warp + 1);
  Ready.resize(Brought.size());
  for (Context &C : Items)
    Ready[C.Warp].push_back(&C);
}

std::string Group::run() {
  Running = this;
  while ((Current = next()) && Error.empty())
    swapcontext(&Main, &Current->Saved);
  Running = nullptr;
  for (const Context &C : Items)
    if (Error.empty() && C.At != State::Ended)
      Error = "nobody can go on: " + describe(C);
  return Error;
}

/// One that can go on, or none. It is no longer among those.
Context *Group::next() {
  unsigned Warps = Ready.size();
  unsigned From = Order == Turns::Any ? Rng.below(Warps) : 0;
  for (unsigned I = 0; I < Warps; ++I) {
    unsigned Warp = (From + I) % Warps;
    auto &Of = Ready[Order == Turns::LastWarp ? Warps - 1 - Warp : Warp];
    if (Of.empty())
      continue;
    std::swap(Of[Rng.below(Of.size())], Of.back());
    Context *Next = Of.back();
    Of.pop_back();
    return Next;
  }
  return nullptr;
}

void Group::begin() {
  auto P = [&](size_t I) { return Pointers[I]; };
  using Pointer = void *;
  if (Pointers.size() == 1)
    reinterpret_cast<void (*)(Pointer)>(Kernel)(P(0));
  else if (Pointers.size() == 2)
    reinterpret_cast<void (*)(Pointer, Pointer)>(Kernel)(P(0), P(1));
  else
    reinterpret_cast<void (*)(Pointer, Pointer, Pointer)>(Kernel)(P(0), P(1),
                                                                  P(2));
  Current->At = State::Ended;
  for (const Context &Other : Items)
    check(*Current, Other);
}

std::string Group::describe(const Context &C) {
  std::string Text =
      "work-item (" + std::to_string(C.Local[0]) + ", " +
      std::to_string(C.Local[1]) + ") of group " + std::to_string(C.Group) +
      ", lane " + std::to_string(C.Lane) + " of warp " + std::to_string(C.Warp);
  if (C.At == State::Ended)
    return Text + ", has ended";
  if (C.At == State::Ready)
    return Text + ", runs";
  Dl_info Info = {};
  char Where[32] = "";
  if (dladdr(C.Call, &Info) && Info.dli_fbase)
    std::snprintf(Where, sizeof Where, " at 0x%zx",
                  size_t(static_cast<char *>(C.Call) -
                         static_cast<char *>(Info.dli_fbase)));
  return Text + ", is in " + C.Function + Where;
}

/// Stops if the two can never meet.
void Group::check(const Context &New, const Context &Other) {
  bool SameWarp = New.Warp == Other.Warp;
  auto Waits = [&](const Context &C) {
    return C.At == State::InGroup || (SameWarp && C.At == State::InWarp);
  };
  bool Apart = false;
  if (Waits(New) && Waits(Other))
    // Before the barrier, another warp may still meet as often as it likes.
    Apart = New.At == Other.At ? New.Call != Other.Call : SameWarp;
  else
    Apart = (Waits(New) && Other.At == State::Ended) ||
            (Waits(Other) && New.At == State::Ended);
  if (Apart)
    stop("they never meet: " + describe(Other) + "; " + describe(New));
}

const uint64_t *Group::meet(State How, const char *Function, void *Call,
                            uint64_t Value) {
  Context &C = *Current;
  C.At = How;
  C.Function = Function;
  C.Call = Call;
  C.Value = Value;
  bool OnlyWarp = How == State::InWarp;
  Context *From = OnlyWarp ? &C - C.Lane : Items.data();
  Context *To = OnlyWarp ? From + C.Lanes : From + Items.size();
  bool AllHere = true;
  for (Context *Other = From; Other != To; ++Other) {
    check(C, *Other);
    AllHere &= Other->At == How;
  }
  if (AllHere) {
    if (OnlyWarp)
      Brought[C.Warp].clear();
    for (Context *Each = From; Each != To; ++Each) {
      Each->At = State::Ready;
      Ready[Each->Warp].push_back(Each);
      if (OnlyWarp)
        Brought[C.Warp].push_back(Each->Value);
    }
  }
  swapcontext(&C.Saved, &Main);
  return Brought[C.Warp].data();
}

void Group::stop(const std::string &Text) {
  Error = Text;
  // Nobody comes back here.
  setcontext(&Main);
  std::abort();
}

void Group::others() {
  if (!Rng.percent(25))
    return;
  Ready[Current->Warp].push_back(Current);
  swapcontext(&Current->Saved, &Main);
}

} // namespace

const WorkItem &workItem() { return Running->current(); }

const uint64_t *meetWarp(const char *Function, void *Call, uint64_t Value) {
  return Running->meet(State::InWarp, Function, Call, Value);
}

void meetGroup(const char *Function, void *Call) {
  Running->meet(State::InGroup, Function, Call, 0);
}

void stopRun(const std::string &Error) { Running->stop(Error); }

void maybeOthers() { Running->others(); }

std::string runKernel(void *Kernel, const std::vector<void *> &Pointers,
                      const Grid &G, uint64_t Seed, Turns Order) {
  fuzz::Random Rng(Seed);
  std::string Error;
  for (unsigned I = 0; I < G.Groups && Error.empty(); ++I)
    Error = Group(Kernel, Pointers, G, I, Rng, Order).run();
  return Error;
}

} // namespace tasklet::simd
