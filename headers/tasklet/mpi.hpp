//===- mpi.hpp - Root tasks on the ranks of an MPI program ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Spreads a range of root tasks over the ranks of an MPI program. Tasks stay
/// inside of a command on one device; what travels between ranks is ranges of
/// roots, and results. C++17 and MPI 3, nothing else: the header knows neither
/// OpenCL nor libtasklet. docs/scaling.md is the manual.
///
/// \code
///   int main(int Argc, char **Argv) {
///     return tasklet::mpi::run(Argc, Argv, [](tasklet::mpi::World &World) {
///       uint64_t Sum = 0;
///       World.forEach(1000000, [&](tasklet::mpi::Range Chunk) {
///         for (uint64_t I = Chunk.Begin; I < Chunk.End; ++I)
///           Sum += work(I);
///       });
///       Sum = World.reduce(Sum, std::plus<>());
///       if (World.rank() == 0)
///         std::printf("%llu\n", (unsigned long long)Sum);
///       return 0;
///     });
///   }
/// \endcode
///
/// Scheduling: guided self-scheduling (C. Polychronopoulos and D. Kuck, "Guided
/// Self-Scheduling: A Practical Scheduling Scheme for Parallel Supercomputers",
/// IEEE Transactions on Computers C-36(12), 1987). A chunk is a part of what is
/// left, so first chunks are large and last ones small. Nobody hands chunks
/// out: a rank fetches a ticket from a counter by a one-sided operation, and
/// computes from its number alone which chunk that is (A. Eleliemy and F.
/// Ciorba, "A Distributed Chunk Calculation Approach for Self-scheduling of
/// Parallel Applications on Distributed-memory Systems", 2021). So the chunks
/// of a loop are the same in every run; who gets which is not.
///
/// Threads: MPI is initialised with MPI_THREAD_FUNNELED. Only the thread that
/// called run() may call functions of World, from its body. Threads of drivers
/// and callbacks of events must not.
///
/// Faults: if anything fails on one rank, all ranks end. An exception that
/// leaves the body is printed, with the rank, and ends all of them by
/// MPI_Abort; ranks that fail at the same time print one message, not one each.
/// MPI's errors are such exceptions (Error). A rank that calls another function
/// of World than the others, or the same one with another size, or that leaves
/// the body before them, is found at the next call, and that is an exception
/// on all ranks. exit() before the end of the body is a fault, too. Of a rank
/// that is killed, `mpirun` makes the end of all. Whatever a rank computes is not interrupted by another
/// rank's fault, other than by the end of its process.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_MPI_HPP
#define TASKLET_MPI_HPP

#include <mpi.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace tasklet {
namespace mpi {

/// A function of MPI failed. what() has its name and MPI's text.
class Error : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// An exception that says with which exit status all ranks are to end.
class Failure : public std::runtime_error {
public:
  /// \p Status 1 to 255; others become 1.
  Failure(int Status, const std::string &Message)
      : std::runtime_error(Message),
        Status(Status >= 1 && Status <= 255 ? Status : 1) {}
  int status() const { return Status; }

private:
  int Status;
};

/// Throws Error unless \p Code, which the function \p Name returned, is
/// MPI_SUCCESS. Communicators of World return errors instead of ending.
inline void check(int Code, const char *Name) {
  if (Code == MPI_SUCCESS)
    return;
  char Text[MPI_MAX_ERROR_STRING + 1] = "";
  int Length = 0;
  if (MPI_Error_string(Code, Text, &Length) != MPI_SUCCESS)
    Length = 0;
  throw Error(std::string(Name) + " failed: " +
              (Length ? std::string(Text, static_cast<size_t>(Length))
                      : "error " + std::to_string(Code)));
}

/// What a thread that waits does between two looks: it yields a hundred times,
/// then it sleeps, longer each time, up to half a millisecond. So ranks may
/// share a processor, where MPI's own functions spin.
class Pauses {
public:
  void rest() {
    if (Round < 100) {
      ++Round;
      std::this_thread::yield();
      return;
    }
    std::this_thread::sleep_for(Wait);
    Wait = std::min(std::chrono::microseconds(500),
                    Wait * 2 + std::chrono::microseconds(5));
  }

private:
  int Round = 0;
  std::chrono::microseconds Wait{0};
};

/// True if \p Request is complete, or none.
inline bool isComplete(MPI_Request &Request) {
  int Done = 0;
  check(MPI_Test(&Request, &Done, MPI_STATUS_IGNORE), "MPI_Test");
  return Done;
}

/// Waits for \p Request with Pauses.
inline void await(MPI_Request &Request) {
  for (Pauses Between; !isComplete(Request);)
    Between.rest();
}

/// Root tasks [Begin, End), as numbers of items.
struct Range {
  uint64_t Begin = 0;
  uint64_t End = 0;

  uint64_t size() const { return End - Begin; }
  bool empty() const { return Begin == End; }
};

/// The largest number of items of a loop.
constexpr uint64_t MaxItems = uint64_t(1) << 63;

/// How a loop is cut into chunks. All ranks must say the same.
struct Schedule {
  /// Items of a chunk at least, but for the last one; 1 to MaxItems. Raise it
  /// where a command costs more than few items do.
  uint64_t Least = 1;
  /// A chunk is one part of what is left, with this many parts for each rank; 1
  /// to 1024. 1 is the paper's rule. With more, first chunks are smaller, which
  /// is for items of very different cost, and there are more chunks: about
  /// Parts x ranks x ln(items / (Parts x ranks x Least)), plus Parts x ranks.
  uint64_t Parts = 2;
  /// Ask for the next chunk while the present one runs. It is better off when a
  /// single item may take most of the time: the next chunk would wait behind.
  bool Ahead = true;
};

/// Which chunk a ticket stands for.
class Chunks {
public:
  /// Throws std::invalid_argument if a number is out of its range.
  Chunks(uint64_t Count, int Ranks, const Schedule &How)
      : Count(Count), Least(How.Least),
        Divisor(How.Parts * static_cast<uint64_t>(Ranks)) {
    if (Count > MaxItems)
      throw std::invalid_argument("a loop has at most 2^63 items");
    if (How.Least < 1 || How.Least > MaxItems)
      throw std::invalid_argument("a chunk has at least 1 and 2^63 items");
    if (How.Parts < 1 || How.Parts > 1024)
      throw std::invalid_argument("there are 1 to 1024 parts for each rank");
    if (Ranks < 1)
      throw std::invalid_argument("there is no rank");
  }

  /// The chunk of \p Ticket, which must be larger than those before; empty if
  /// all items are in chunks of smaller tickets. Takes a few instructions for
  /// each ticket since the last one.
  Range take(uint64_t Ticket) {
    for (; Next < Ticket && Begin < Count; ++Next)
      Begin += sizeAt(Begin);
    Next = Ticket + 1;
    const Range Result = {Begin, Begin + sizeAt(Begin)};
    Begin = Result.End;
    return Result;
  }

private:
  uint64_t sizeAt(uint64_t From) const {
    const uint64_t Left = Count - From;
    const uint64_t Guided = Left / Divisor + (Left % Divisor != 0);
    return std::min(Left, std::max(Guided, Least));
  }

  uint64_t Count, Least, Divisor;
  uint64_t Next = 0;  ///< The ticket of the chunk that begins at Begin.
  uint64_t Begin = 0; ///< No item before it is left.
};

/// What this rank did in a loop.
struct Share {
  uint64_t Items = 0; ///< Of chunks, also those that were handed back.
  uint64_t Chunks = 0;
  double BusySeconds = 0;    ///< While a chunk ran here.
  double WaitingSeconds = 0; ///< Until a chunk came, if nothing ran meanwhile.
  uint64_t Taken = 0;        ///< Items that came from other ranks.
};

/// The items of a chunk, which are there until it is complete.
template <typename T> struct Batch {
  const T *First = nullptr;
  size_t Count = 0;

  const T *begin() const { return First; }
  const T *end() const { return First + Count; }
  size_t size() const { return Count; }
  bool empty() const { return Count == 0; }
};

/// Results of consecutive items: as many values as items.
template <typename T> struct Piece {
  Range Items;
  std::vector<T> Values;
};

template <typename T> class Pool; // Of World::forEachDivisible().

/// All ranks together. run() makes it. Functions that are "collective" must be
/// called by all ranks, in the same order; they wait with pauses, so that ranks
/// may share a processor.
class World {
public:
  World(const World &) = delete;
  World &operator=(const World &) = delete;

  int rank() const { return Rank; } ///< 0 to size() - 1.
  int size() const { return Size; } ///< At least 1.
  /// For calls of MPI of one's own, whose codes check() takes. World uses
  /// another one, so messages do not meet.
  MPI_Comm comm() const { return Users; }

  /// Runs the items [0, \p Count), 0 to 2^63, each on one rank. Collective, but
  /// a rank that finds no more items returns, whatever the others do.
  ///
  /// \p Start is called with one chunk after the other, never an empty one. It
  /// returns nothing, and the chunk is complete; or it returns an object for
  /// what it has started, with a function
  /// \code
  ///   bool waitFor(std::chrono::microseconds Most);
  /// \endcode
  /// that waits until the chunk is complete, but no longer than \p Most, and
  /// says whether it is. The next chunk's Start() comes after that. In between,
  /// World asks for the next chunk and looks after the ranks that ask: where
  /// the network does not do this by itself, they wait until rank 0 comes to
  /// it, which is at the end of each chunk, and in a chunk that returns such an
  /// object, each millisecond at least. So do that where chunks take long.
  ///
  /// An exception of \p Start or waitFor() must leave run()'s body; no function
  /// of World can be called after it, nor within \p Start.
  ///
  /// Throws std::invalid_argument for numbers out of range, std::logic_error if
  /// ranks disagree, Error.
  /// Cost: one allreduce of 64 bytes, one atomic operation for each chunk and
  /// rank, on rank 0's memory.
  template <typename StartT>
  Share forEach(uint64_t Count, StartT &&Start, const Schedule &How = {}) {
    // First what may throw on all ranks alike.
    Chunks All(Count, Size, How);
    agree(Call::ForEach, {Count, How.Least, How.Parts});
    beginLoop();
    Share Mine;
    ask();
    for (;;) {
      const double Asked = MPI_Wtime();
      const Range Chunk = All.take(awaitTicket());
      const double Begin = MPI_Wtime();
      Mine.WaitingSeconds += Begin - Asked;
      if (Chunk.empty())
        break;
      if constexpr (std::is_void_v<decltype(Start(Chunk))>) {
        if (How.Ahead)
          ask();
        Start(Chunk);
      } else {
        auto Running = Start(Chunk);
        if (How.Ahead)
          ask();
        waitFor(Running, [this] { look(); });
      }
      // Rank 0's own tickets are always there, so no call of MPI waits for them:
      // without this, its short chunks would keep all others waiting. These
      // need no look, which costs a turn where ranks share a processor.
      if (Rank == 0)
        look();
      Mine.BusySeconds += MPI_Wtime() - Begin;
      Mine.Items += Chunk.size();
      ++Mine.Chunks;
      if (!How.Ahead)
        ask();
    }
    InLoop = false;
    return Mine;
  }

  /// As forEach(), for items that can be divided: a chunk that has run for long
  /// hands back what is left of it, and ranks that have nothing to do get a part
  /// of that. The first chunks are those of forEach(). Collective, and returns
  /// on all ranks when everything is done.
  ///
  /// \p Roots are the same on all ranks. \p Start is called with a Batch<T>, and
  /// returns an object as in forEach(), with another function
  /// \code
  ///   std::vector<T> rest();
  /// \endcode
  /// which is called once, when the chunk is complete. It returns the items that
  /// are to be done yet: some of the chunk, or others in their place, as many as
  /// there are. They become parts of later chunks, on any rank: half of what a
  /// rank has, but at least Schedule::Least. If chunks hand back all that they
  /// get, the loop does not end.
  ///
  /// T is trivially copyable, and has a default constructor. How many milliseconds
  /// a chunk takes is how long the others wait at the end, and ranks that
  /// answer others look after MPI each millisecond.
  ///
  /// Exceptions are as in forEach().
  /// Cost: as forEach(), and for each chunk one more atomic operation; two
  /// messages between two ranks whenever one has nothing left; one barrier.
  template <typename T, typename StartT>
  Share forEachDivisible(const std::vector<T> &Roots, StartT &&Start,
                         const Schedule &How = {}) {
    static_assert(std::is_trivially_copyable_v<T>, "items travel as bytes");
    Chunks All(Roots.size(), Size, How);
    agree(Call::ForEachDivisible, {Roots.size(), How.Least, How.Parts});
    beginLoop();
    Share Mine;
    Pool<T> Items(*this, Roots.size());
    bool HasTicket = true; // Or will have: no ticket without items has come.
    ask();
    double Idle = MPI_Wtime();
    for (Pauses Between; !Items.isFinished();) {
      Items.serve();
      std::vector<T> Kept;
      Batch<T> Chunk;
      if (HasTicket && isComplete(Asking)) {
        const Range Next = All.take(Ticket);
        HasTicket = !Next.empty();
        Chunk = {Roots.data() + Next.Begin, static_cast<size_t>(Next.size())};
      }
      const bool ByTicket = !Chunk.empty();
      if (!ByTicket) {
        Kept = Items.take(How.Least);
        Chunk = {Kept.data(), Kept.size()};
      }
      if (Chunk.empty()) {
        if (!HasTicket)
          Items.want();
        Between.rest();
        continue;
      }
      const double Begin = MPI_Wtime();
      Mine.WaitingSeconds += Begin - Idle;
      auto Running = Start(Chunk);
      const auto AskForMore = [&] {
        if (ByTicket)
          ask();
        else if (!HasTicket)
          Items.want();
      };
      if (How.Ahead)
        AskForMore();
      waitFor(Running, [&Items] { Items.serve(); });
      Items.add(Chunk.size(), Running.rest());
      Idle = MPI_Wtime();
      Mine.BusySeconds += Idle - Begin;
      Mine.Items += Chunk.size();
      ++Mine.Chunks;
      if (!How.Ahead)
        AskForMore();
      Between = Pauses();
    }
    await(Asking);
    Items.close();
    Mine.WaitingSeconds += MPI_Wtime() - Idle;
    Mine.Taken = Items.taken();
    InLoop = false;
    return Mine;
  }

  /// Combines what all ranks give, in the order of ranks, as in
  /// Combine(Combine(v0, v1), v2), and returns that to all. Collective. For
  /// small \p T, as in fromEach(): a rank gets the values of all.
  template <typename T, typename CombineT>
  [[nodiscard]] T reduce(const T &Mine, CombineT &&Combine) {
    const std::vector<T> All = fromEach(Mine);
    T Result = All.front();
    for (size_t I = 1; I < All.size(); ++I)
      Result = Combine(Result, All[I]);
    return Result;
  }

  /// What each rank gives, by rank, to all. Collective. T is trivially copyable,
  /// has a default constructor and less than 2^31 bytes.
  template <typename T> [[nodiscard]] std::vector<T> fromEach(const T &Mine) {
    static_assert(std::is_trivially_copyable_v<T>, "values travel as bytes");
    static_assert(sizeof(T) <= std::numeric_limits<int>::max());
    agree(Call::FromEach, {sizeof(T), 0, 0});
    std::vector<T> All(static_cast<size_t>(Size));
    MPI_Request Request;
    const int Bytes = static_cast<int>(sizeof(T));
    check(MPI_Iallgather(&Mine, Bytes, MPI_BYTE, All.data(), Bytes, MPI_BYTE,
                         Own, &Request),
          "MPI_Iallgather");
    await(Request);
    return All;
  }

  /// Puts the results of items [0, \p Count) in their order, on rank 0; others
  /// get an empty vector. Collective. Each item must be in one piece of one
  /// rank: it is an exception if one is missing or twice there.
  template <typename T>
  [[nodiscard]] std::vector<T> gather(uint64_t Count,
                                      const std::vector<Piece<T>> &Mine) {
    static_assert(std::is_trivially_copyable_v<T>, "values travel as bytes");
    static_assert(!std::is_same_v<T, bool>, "std::vector<bool> has no memory");
    for (const Piece<T> &P : Mine)
      if (P.Items.End < P.Items.Begin || P.Items.size() != P.Values.size())
        throw std::invalid_argument("a piece needs one value for each item");
    agree(Call::Gather, {Count, sizeof(T), 0});
    const std::vector<uint64_t> Sizes = fromEach<uint64_t>(Mine.size());
    std::vector<Range> Places;
    for (const Piece<T> &P : Mine)
      Places.push_back(P.Items);
    if (Rank != 0) {
      send(Places.data(), Places.size() * sizeof(Range));
      for (const Piece<T> &P : Mine)
        send(P.Values.data(), P.Values.size() * sizeof(T));
      return {};
    }
    std::vector<std::vector<Range>> Of = {std::move(Places)};
    for (int From = 1; From < Size; ++From) {
      Of.emplace_back(static_cast<size_t>(Sizes[static_cast<size_t>(From)]));
      receive(From, Of.back().data(), Of.back().size() * sizeof(Range));
    }
    checkPlaces(Count, Of);
    std::vector<T> Result(static_cast<size_t>(Count));
    for (const Piece<T> &P : Mine)
      std::copy(P.Values.begin(), P.Values.end(),
                Result.begin() + static_cast<std::ptrdiff_t>(P.Items.Begin));
    for (int From = 1; From < Size; ++From)
      for (const Range &R : Of[static_cast<size_t>(From)])
        receive(From, Result.data() + R.Begin, R.size() * sizeof(T));
    return Result;
  }

  /// Returns when all ranks have called it. Collective.
  void synchronise() { agree(Call::Synchronise, {0, 0, 0}); }

private:
  template <typename BodyT> friend int run(int, char **, BodyT &&);
  template <typename T> friend class Pool;

  /// What a rank calls. End: it has left the body.
  enum class Call : uint64_t {
    ForEach,
    ForEachDivisible,
    FromEach,
    Gather,
    Synchronise,
    End
  };
  /// Words in the memory of rank 0. Loops use two counters of tickets, and two
  /// of items that are complete, in turn, so that one can be set to zero when no
  /// rank can be in its loop any more.
  enum Word : MPI_Aint {
    Counters = 0,
    Complete = 2,
    Claims = 4,
    WordCount = 5
  };
  /// How long a rank with a command does not look after MPI: at first, and at
  /// most.
  static constexpr std::chrono::microseconds ShortPause{50}, LongPause{1000};

  World() {
    check(MPI_Comm_dup(MPI_COMM_WORLD, &Own), "MPI_Comm_dup");
    check(MPI_Comm_dup(MPI_COMM_WORLD, &Users), "MPI_Comm_dup");
    for (MPI_Comm Each : {Own, Users})
      check(MPI_Comm_set_errhandler(Each, MPI_ERRORS_RETURN),
            "MPI_Comm_set_errhandler");
    check(MPI_Comm_rank(Own, &Rank), "MPI_Comm_rank");
    check(MPI_Comm_size(Own, &Size), "MPI_Comm_size");
    void *Memory = nullptr;
    check(MPI_Win_allocate(Rank == 0 ? WordCount * sizeof(uint64_t) : 0,
                           sizeof(uint64_t), MPI_INFO_NULL, Own, &Memory,
                           &Window),
          "MPI_Win_allocate");
    check(MPI_Win_set_errhandler(Window, MPI_ERRORS_RETURN),
          "MPI_Win_set_errhandler");
    check(MPI_Win_lock_all(MPI_MODE_NOCHECK, Window), "MPI_Win_lock_all");
    if (Rank == 0)
      for (MPI_Aint W = 0; W < WordCount; ++W)
        setZero(W);
    synchronise();
  }

  /// Not the destructor: it waits for all ranks, and must not where one of them
  /// has failed.
  void close() {
    check(MPI_Win_unlock_all(Window), "MPI_Win_unlock_all");
    check(MPI_Win_free(&Window), "MPI_Win_free");
    check(MPI_Comm_free(&Users), "MPI_Comm_free");
    check(MPI_Comm_free(&Own), "MPI_Comm_free");
  }

  static const char *nameOf(Call C) {
    switch (C) {
    case Call::ForEach:
      return "forEach";
    case Call::ForEachDivisible:
      return "forEachDivisible";
    case Call::FromEach:
      return "fromEach or reduce";
    case Call::Gather:
      return "gather";
    case Call::Synchronise:
      return "synchronise";
    case Call::End:
      break;
    }
    return "the end of the body";
  }

  /// Waits until all ranks make \p Mine their next call, with the same values;
  /// throws on all of them if one does not. Returns the largest first value.
  /// All collective functions begin with it, which is why none of them hangs.
  uint64_t agree(Call Mine, std::array<uint64_t, 3> Values) {
    if (InLoop)
      throw std::logic_error(
          "a function of World was called within forEach, or after it failed");
    const auto Kind = static_cast<uint64_t>(Mine);
    // The least of the complements is the complement of the largest.
    std::array<uint64_t, 8> Given = {Kind,       ~Kind,     Values[0],
                                     Values[1],  Values[2], ~Values[0],
                                     ~Values[1], ~Values[2]};
    std::array<uint64_t, 8> Least = {};
    MPI_Request Request;
    check(MPI_Iallreduce(Given.data(), Least.data(), 8, MPI_UINT64_T, MPI_MIN,
                         Own, &Request),
          "MPI_Iallreduce");
    await(Request);
    if (Least[0] != ~Least[1])
      throw std::logic_error(
          std::string("the ranks called different functions: one was at ") +
          nameOf(static_cast<Call>(Least[0])) + ", another at " +
          nameOf(static_cast<Call>(~Least[1])));
    if (Mine != Call::End)
      for (size_t I = 2; I < 5; ++I)
        if (Least[I] != ~Least[I + 3])
          throw std::logic_error(
              std::string("the ranks called ") + nameOf(Mine) +
              " with different numbers: " + std::to_string(Least[I]) + " and " +
              std::to_string(~Least[I + 3]));
    return ~Least[5];
  }

  void setZero(MPI_Aint Word) {
    const uint64_t Zero = 0;
    check(MPI_Accumulate(&Zero, 1, MPI_UINT64_T, 0, Word, 1, MPI_UINT64_T,
                         MPI_REPLACE, Window),
          "MPI_Accumulate");
    check(MPI_Win_flush(0, Window), "MPI_Win_flush");
  }

  /// Begins to add \p Value to \p Word of rank 0; \p Old is there when the
  /// request is complete, until when both stay. MPI_Fetch_and_op with a request
  /// of its own: waiting for MPI_Fetch_and_op is MPI_Win_flush, which blocks.
  MPI_Request add(const uint64_t &Value, MPI_Aint Word, uint64_t &Old) {
    MPI_Request Request;
    check(MPI_Rget_accumulate(&Value, 1, MPI_UINT64_T, &Old, 1, MPI_UINT64_T, 0,
                              Word, 1, MPI_UINT64_T, MPI_SUM, Window, &Request),
          "MPI_Rget_accumulate");
    return Request;
  }

  MPI_Request addOne(MPI_Aint Word, uint64_t &Old) {
    static const uint64_t One = 1;
    return add(One, Word, Old);
  }

  /// After agree(): all ranks have left the loop before, and none begins the
  /// next one before this rank agrees to that.
  void beginLoop() {
    InLoop = true;
    Counter = 1 - Counter;
    if (Rank == 0)
      for (MPI_Aint W : {Counters, Complete})
        setZero(W + (1 - Counter));
  }

  void ask() { Asking = addOne(Counters + Counter, Ticket); }

  uint64_t awaitTicket() {
    await(Asking);
    return Ticket;
  }

  /// Waits for a chunk, with \p Between in pauses. These are short at first: if
  /// commands are short here, others wait for tickets.
  template <typename ChunkT, typename BetweenT>
  static void waitFor(ChunkT &Running, BetweenT Between) {
    for (auto Most = ShortPause; !Running.waitFor(Most);
         Most = std::min(2 * Most, LongPause))
      Between();
  }

  /// Lets MPI do what other ranks want of this one. Not by MPI_Test, which does
  /// nothing else if its request is complete.
  void look() {
    int Unused = 0;
    check(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, Own, &Unused,
                     MPI_STATUS_IGNORE),
          "MPI_Iprobe");
  }

  /// MPI counts in `int`.
  static constexpr size_t BlockBytes = size_t(1) << 30;

  void send(const void *Data, size_t Bytes) {
    for (size_t At = 0; At < Bytes; At += BlockBytes) {
      MPI_Request Request;
      check(MPI_Isend(static_cast<const char *>(Data) + At,
                      static_cast<int>(std::min(Bytes - At, BlockBytes)),
                      MPI_BYTE, 0, 0, Own, &Request),
            "MPI_Isend");
      await(Request);
    }
  }

  void receive(int From, void *Data, size_t Bytes) {
    for (size_t At = 0; At < Bytes; At += BlockBytes) {
      MPI_Request Request;
      check(MPI_Irecv(static_cast<char *>(Data) + At,
                      static_cast<int>(std::min(Bytes - At, BlockBytes)),
                      MPI_BYTE, From, 0, Own, &Request),
            "MPI_Irecv");
      await(Request);
    }
  }

  static void checkPlaces(uint64_t Count,
                          const std::vector<std::vector<Range>> &Of) {
    std::vector<Range> All;
    for (const std::vector<Range> &Each : Of)
      for (const Range &R : Each)
        if (!R.empty())
          All.push_back(R);
    std::sort(All.begin(), All.end(),
              [](const Range &A, const Range &B) { return A.Begin < B.Begin; });
    uint64_t Next = 0;
    for (const Range &R : All) {
      if (R.Begin != Next)
        throw std::logic_error("gather: item " +
                               std::to_string(std::min(R.Begin, Next)) +
                               (R.Begin > Next ? " and more" : "") + " is " +
                               (R.Begin > Next ? "missing" : "twice"));
      Next = R.End;
    }
    if (Next != Count)
      throw std::logic_error("gather: the pieces end at item " +
                             std::to_string(Next) + " of " +
                             std::to_string(Count));
  }

  /// True for the first rank that calls it. Ranks that get no answer, since
  /// rank 0 does not look after MPI, had better speak, too.
  bool claimTheMessage() noexcept {
    try {
      uint64_t Before = 0;
      MPI_Request Request = addOne(Claims, Before);
      const double End = MPI_Wtime() + 1;
      for (int Done = 0; !Done;) {
        check(MPI_Test(&Request, &Done, MPI_STATUS_IGNORE), "MPI_Test");
        if (!Done && MPI_Wtime() > End)
          return true;
      }
      return Before == 0;
    } catch (...) {
      return true;
    }
  }

  /// Ends all ranks. \p All is null if there is no World yet.
  [[noreturn]] static void endAll(World *All, const std::string &Name,
                                  int Status, const std::string &Message) {
    Current = nullptr; // MPI_Abort may call exit().
    int Rank = 0, Size = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &Rank);
    MPI_Comm_size(MPI_COMM_WORLD, &Size);
    // Before there is a World, all ranks fail alike: rank 0 speaks for them.
    if (!All && Rank != 0)
      std::this_thread::sleep_for(std::chrono::seconds(1));
    if (!All || All->claimTheMessage()) {
      // One write, so that ranks' messages are not mixed.
      const std::string Line = Name + ": rank " + std::to_string(Rank) +
                               " of " + std::to_string(Size) + ": " + Message +
                               "\n";
      std::fflush(stdout);
      std::fputs(Line.c_str(), stderr);
      std::fflush(stderr);
    } else {
      // Who speaks ends this process. Not for long: it may have been killed.
      std::this_thread::sleep_for(std::chrono::seconds(2));
    }
    MPI_Abort(MPI_COMM_WORLD, Status);
    std::_Exit(Status);
  }

  /// The other ranks would wait, and not every mpirun takes an exit with status
  /// 0 for a fault.
  static void onExit() {
    if (Current)
      endAll(Current, Current->Name, 1, "the program called exit()");
  }

  static inline World *Current = nullptr; ///< Whose body has begun.

  std::string Name; ///< Of the program.
  MPI_Comm Own = MPI_COMM_NULL, Users = MPI_COMM_NULL;
  MPI_Win Window = MPI_WIN_NULL;
  int Rank = 0, Size = 1;
  bool InLoop = false;
  int Counter = 0; ///< Of the present or last loop.
  uint64_t Ticket = 0;
  MPI_Request Asking = MPI_REQUEST_NULL;
};

/// Calls \p Body, as int(World &), on every rank and returns the exit status
/// that main() returns: the largest one of all ranks' bodies, 0 to 255. Ranks
/// wait for each other at the end. Does not return after an exception, on any
/// rank (see above): the processes end with the status of Failure, or else 1.
///
/// Initialises and finalises MPI, unless the program has done the former: then
/// MPI_THREAD_FUNNELED must be provided, and the program finalises. One call at
/// a time. All ranks of MPI_COMM_WORLD take part.
template <typename BodyT> int run(int Argc, char **Argv, BodyT &&Body) {
  const std::string Path = Argc > 0 && Argv && Argv[0] ? Argv[0] : "program";
  const std::string Name = Path.substr(Path.rfind('/') + 1);
  int WasThere = 0, Provided = MPI_THREAD_SINGLE;
  MPI_Initialized(&WasThere);
  // Errors end the processes here: this is MPI's own handler.
  if (WasThere)
    MPI_Query_thread(&Provided);
  else
    MPI_Init_thread(&Argc, &Argv, MPI_THREAD_FUNNELED, &Provided);

  std::unique_ptr<World> All;
  int Status = 1;
  std::string Message;
  try {
    if (Provided < MPI_THREAD_FUNNELED)
      throw Error("MPI does not provide MPI_THREAD_FUNNELED");
    All.reset(new World);
    // Registered after MPI's own handlers, so that it runs before them.
    static const int Registered = std::atexit(World::onExit);
    (void)Registered;
    All->Name = Name;
    World::Current = All.get();
    const int Mine = std::forward<BodyT>(Body)(*All);
    const bool InRange = Mine >= 0 && Mine <= 255;
    Status = static_cast<int>(All->agree(
        World::Call::End, {static_cast<uint64_t>(InRange ? Mine : 1), 0, 0}));
    World::Current = nullptr;
    All->close();
    if (!WasThere)
      check(MPI_Finalize(), "MPI_Finalize");
    return Status;
  } catch (const Failure &Problem) {
    Status = Problem.status();
    Message = Problem.what();
  } catch (const std::exception &Problem) {
    Message = Problem.what();
  } catch (...) {
    Message = "an exception that is no std::exception";
  }
  World::endAll(All.get(), Name, Status, Message);
}

} // namespace mpi
} // namespace tasklet

#include "mpi_pool.hpp"

#endif
