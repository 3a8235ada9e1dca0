//===- mpi_pool.hpp - Items that ranks give each other ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of mpi.hpp, which includes it, that World::forEachDivisible() is made
/// of.
///
/// Work stealing between ranks: who has nothing asks another rank, chosen by
/// chance (J. Dinan et al., "Scalable Work Stealing", SC 2009). The end is found
/// by a counter in the memory of rank 0, of items that are complete. A chunk
/// that hands back more than it has done makes it less. What is handed back
/// leaves this rank only when rank 0 has counted it; so the counter is never as
/// large as the number of roots while anything is left. The rank that makes it
/// so tells rank 0, which tells all others.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_MPI_POOL_HPP
#define TASKLET_MPI_POOL_HPP

#include "mpi.hpp"

namespace tasklet {
namespace mpi {

/// What one rank has in World::forEachDivisible(), and the messages that it
/// exchanges with others: a rank without items asks another one, which gives
/// every second item that it has, or says that it has none.
template <typename T> class Pool {
public:
  Pool(World &Ranks, uint64_t Count);

  /// True when no rank has anything left to do.
  bool isFinished() const { return Finished; }
  /// Items for a chunk, \p Least if there are as many: half of what is here,
  /// so that the others can have the rest. Empty if nothing is here.
  std::vector<T> take(uint64_t Least);
  /// A chunk of \p Done items is complete but for \p Rest.
  void add(uint64_t Done, const std::vector<T> &Rest);
  /// Asks another rank if nothing is here, unless one has been asked.
  void want();
  /// Answers what has been asked. To be called again and again.
  void serve();
  /// Waits for the others, of which each may wait for an answer.
  void close();
  uint64_t taken() const { return Taken; }

private:
  enum Tag { Ask = 1, Give = 2, End = 3 };
  /// On its way to another rank.
  struct Parcel {
    std::vector<T> Items;
    MPI_Request Request = MPI_REQUEST_NULL;
  };

  bool isThere(int From, Tag What, MPI_Status &Found);
  void send(int To, Tag What, std::vector<T> Items = {});
  void receiveItems(const MPI_Status &Found);
  bool isCounted();
  void finish();

  World &Ranks;
  const uint64_t Count; ///< Items at the beginning.
  bool Finished = false;
  std::vector<T> Here;
  std::vector<std::unique_ptr<Parcel>> Sent;
  int Asked = -1; ///< The rank that has not answered yet.
  uint64_t Chance;
  uint64_t Taken = 0;
  // The change of the number of complete items that is on its way to rank 0.
  uint64_t Change = 0, Before = 0;
  MPI_Request Changing = MPI_REQUEST_NULL;
};

template <typename T>
Pool<T>::Pool(World &Ranks, uint64_t Count)
    : Ranks(Ranks), Count(Count), Finished(Count == 0),
      Chance(static_cast<uint64_t>(Ranks.rank()) + 1) {}

template <typename T> std::vector<T> Pool<T>::take(uint64_t Least) {
  const size_t All = Here.size();
  const auto Wanted = static_cast<size_t>(std::min<uint64_t>(All, Least));
  const size_t Number = std::max(Wanted, All - All / 2);
  // The last ones, which came last: nearest to the end of what they are of.
  const auto From = Here.end() - static_cast<std::ptrdiff_t>(Number);
  std::vector<T> Result(From, Here.end());
  Here.erase(From, Here.end());
  return Result;
}

template <typename T>
void Pool<T>::add(uint64_t Done, const std::vector<T> &Rest) {
  Here.insert(Here.end(), Rest.begin(), Rest.end());
  if (Done == Rest.size())
    return;
  for (Pauses Between; !isCounted();)
    Between.rest();
  Change = Done - Rest.size(); // Modulo 2^64, as rank 0 adds.
  Changing = Ranks.add(Change, World::Complete + Ranks.Counter, Before);
  (void)isCounted();
}

/// True if rank 0 knows of all items that are here. Until then none of them may
/// go: rank 0 would hear of their end before it hears of them, and might take
/// that for the end of all.
template <typename T> bool Pool<T>::isCounted() {
  if (Changing == MPI_REQUEST_NULL)
    return true;
  if (!isComplete(Changing))
    return false;
  if (Before + Change == Count) {
    if (Ranks.rank() == 0)
      finish();
    else
      send(0, End);
  }
  return true;
}

/// Tells it by a binary tree of the ranks.
template <typename T> void Pool<T>::finish() {
  Finished = true;
  for (int64_t To :
       {2 * int64_t(Ranks.rank()) + 1, 2 * int64_t(Ranks.rank()) + 2})
    if (To < Ranks.size())
      send(static_cast<int>(To), End);
}

template <typename T> void Pool<T>::want() {
  if (Asked >= 0 || !Here.empty() || Finished || Ranks.size() == 1)
    return;
  // Any of the others, by the generator of the C standard's example, widened.
  Chance = Chance * 6364136223846793005u + 1442695040888963407u;
  const auto Others = static_cast<uint64_t>(Ranks.size() - 1);
  const int Other = static_cast<int>((Chance >> 33) % Others);
  Asked = Other + (Other >= Ranks.rank());
  send(Asked, Ask);
}

template <typename T> void Pool<T>::serve() {
  MPI_Status Found;
  if (!Finished && isThere(MPI_ANY_SOURCE, End, Found)) {
    receiveItems(Found);
    finish();
  }
  if (Asked >= 0 && isThere(Asked, Give, Found)) {
    receiveItems(Found);
    Asked = -1;
  }
  while (isCounted() && isThere(MPI_ANY_SOURCE, Ask, Found)) {
    receiveItems(Found);
    std::vector<T> Kept, Given;
    constexpr size_t Most = World::BlockBytes / sizeof(T);
    for (size_t I = 0; I < Here.size(); ++I)
      (I % 2 && Given.size() < Most ? Given : Kept).push_back(Here[I]);
    if (Here.size() == 1)
      std::swap(Kept, Given);
    Here = std::move(Kept);
    send(Found.MPI_SOURCE, Give, std::move(Given));
  }
  Sent.erase(std::remove_if(Sent.begin(), Sent.end(),
                            [](const std::unique_ptr<Parcel> &P) {
                              return isComplete(P->Request);
                            }),
             Sent.end());
}

template <typename T> void Pool<T>::close() {
  for (Pauses Between; Asked >= 0; Between.rest())
    serve();
  // Nobody who is in the barrier asks.
  MPI_Request All;
  check(MPI_Ibarrier(Ranks.Own, &All), "MPI_Ibarrier");
  for (Pauses Between; !isComplete(All); Between.rest())
    serve();
  for (const std::unique_ptr<Parcel> &P : Sent)
    await(P->Request);
}

template <typename T>
bool Pool<T>::isThere(int From, Tag What, MPI_Status &Found) {
  int Is = 0;
  check(MPI_Iprobe(From, What, Ranks.Own, &Is, &Found), "MPI_Iprobe");
  return Is;
}

template <typename T>
void Pool<T>::send(int To, Tag What, std::vector<T> Items) {
  Sent.push_back(std::make_unique<Parcel>());
  Parcel &P = *Sent.back();
  P.Items = std::move(Items);
  check(MPI_Isend(P.Items.data(), static_cast<int>(P.Items.size() * sizeof(T)),
                  MPI_BYTE, To, What, Ranks.Own, &P.Request),
        "MPI_Isend");
}

/// Questions have none.
template <typename T> void Pool<T>::receiveItems(const MPI_Status &Found) {
  int Bytes = 0;
  check(MPI_Get_count(&Found, MPI_BYTE, &Bytes), "MPI_Get_count");
  const size_t Old = Here.size(), New = static_cast<size_t>(Bytes) / sizeof(T);
  Here.resize(Old + New);
  MPI_Request Request;
  check(MPI_Irecv(Here.data() + Old, Bytes, MPI_BYTE, Found.MPI_SOURCE,
                  Found.MPI_TAG, Ranks.Own, &Request),
        "MPI_Irecv");
  await(Request);
  Taken += New;
}

} // namespace mpi
} // namespace tasklet

#endif
