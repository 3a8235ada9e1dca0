//===- Network.cpp - Times of messages between two ranks ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Network.h"

#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

namespace {

using Times = std::vector<double>; ///< Microseconds.

constexpr int Rounds = 2000;
int Rank = 0;

double now() { return 1e6 * MPI_Wtime(); }

double median(Times All) {
  const auto Middle = All.begin() + static_cast<std::ptrdiff_t>(All.size() / 2);
  std::nth_element(All.begin(), Middle, All.end());
  return *Middle;
}

/// Computes, without a look at MPI.
void spin(double Microseconds) {
  for (const double End = now() + Microseconds; now() < End;)
    ;
}

void await(MPI_Request &Request) {
  for (int Done = 0; !Done;)
    MPI_Test(&Request, &Done, MPI_STATUS_IGNORE);
}

/// A message there and one back.
double roundTrip(int Bytes) {
  std::vector<char> Data(static_cast<size_t>(Bytes));
  Times All;
  const int Count = Bytes > 10000 ? Rounds / 20 : Rounds;
  for (int I = -10; I < Count; ++I) {
    const double Begin = now();
    if (Rank == 0)
      MPI_Send(Data.data(), Bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    MPI_Recv(Data.data(), Bytes, MPI_BYTE, 1 - Rank, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    if (Rank == 1)
      MPI_Send(Data.data(), Bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    if (I >= 0)
      All.push_back(now() - Begin);
  }
  return median(All);
}

/// How long a rank is busy with sending, and with receiving a message that has
/// arrived: the mean of both.
double overhead() {
  char Byte = 0;
  Times All;
  for (int I = 0; I < Rounds / 4; ++I) {
    if (Rank == 0) {
      const double Begin = now();
      MPI_Request Request;
      MPI_Isend(&Byte, 1, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &Request);
      const double Sent = now() - Begin;
      await(Request);
      double Received = 0;
      MPI_Recv(&Received, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
      All.push_back((Sent + Received) / 2);
    } else {
      // Long enough for the message to arrive, over TCP, too.
      spin(100);
      const double Begin = now();
      MPI_Recv(&Byte, 1, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      const double Received = now() - Begin;
      MPI_Send(&Received, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
    }
  }
  return Rank == 0 ? median(All) : 0;
}

/// Between messages that follow each other as fast as they can.
double gap() {
  constexpr int Burst = 200;
  std::vector<char> Data(Burst);
  std::vector<MPI_Request> Requests(Burst);
  Times All;
  char Byte = 0;
  for (int I = 0; I < 50; ++I) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double Begin = now();
    for (size_t M = 0; M < Burst; ++M)
      if (Rank == 0)
        MPI_Isend(&Data[M], 1, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &Requests[M]);
      else
        MPI_Irecv(&Data[M], 1, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &Requests[M]);
    MPI_Waitall(Burst, Requests.data(), MPI_STATUSES_IGNORE);
    if (Rank == 0)
      MPI_Recv(&Byte, 1, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
      MPI_Send(&Byte, 1, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    All.push_back((now() - Begin) / Burst);
  }
  return median(All);
}

/// As World::forEach() asks for a ticket.
class Counter {
public:
  Counter() {
    void *Memory = nullptr;
    MPI_Win_allocate(Rank == 0 ? 8 : 0, 8, MPI_INFO_NULL, MPI_COMM_WORLD,
                     &Memory, &Window);
    if (Rank == 0)
      *static_cast<uint64_t *>(Memory) = 0;
    MPI_Win_lock_all(MPI_MODE_NOCHECK, Window);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  ~Counter() {
    MPI_Win_unlock_all(Window);
    MPI_Win_free(&Window);
  }

  double add() {
    const double Begin = now();
    MPI_Request Request;
    MPI_Rget_accumulate(&One, 1, MPI_UINT64_T, &Old, 1, MPI_UINT64_T, 0, 0, 1,
                        MPI_UINT64_T, MPI_SUM, Window, &Request);
    await(Request);
    return now() - Begin;
  }

  /// The median of \p Count additions of \p Who, while the other one calls
  /// nothing but MPI_Iprobe.
  double addAlone(int Who, int Count) {
    Times All;
    char Byte = 0;
    if (Rank == Who) {
      for (int I = 0; I < Count; ++I)
        All.push_back(add());
      MPI_Send(&Byte, 1, MPI_BYTE, 1 - Who, 0, MPI_COMM_WORLD);
    } else {
      for (int Sent = 0; !Sent;)
        MPI_Iprobe(Who, 0, MPI_COMM_WORLD, &Sent, MPI_STATUS_IGNORE);
      MPI_Recv(&Byte, 1, MPI_BYTE, Who, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return fromRank(Who, Rank == Who ? median(All) : 0);
  }

  /// An addition of rank 1, while rank 0 computes for 5 ms.
  double addWhileOtherComputes() {
    Times All;
    for (int I = 0; I < 20; ++I) {
      MPI_Barrier(MPI_COMM_WORLD);
      if (Rank == 0) {
        spin(5000);
      } else {
        spin(500);
        All.push_back(add());
      }
    }
    return fromRank(1, Rank == 1 ? median(All) : 0);
  }

  /// Per addition, when both ranks add all the time.
  double addTogether(int Count) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double Begin = now();
    for (int I = 0; I < Count; ++I)
      add();
    MPI_Barrier(MPI_COMM_WORLD);
    return (now() - Begin) / (2 * Count);
  }

private:
  static double fromRank(int Who, double Value) {
    MPI_Bcast(&Value, 1, MPI_DOUBLE, Who, MPI_COMM_WORLD);
    return Value;
  }

  const uint64_t One = 1;
  uint64_t Old = 0;
  MPI_Win Window = MPI_WIN_NULL;
};

/// World::agree() without pauses.
double allReduce() {
  uint64_t Given[8] = {}, Least[8];
  Times All;
  for (int I = 0; I < Rounds; ++I) {
    const double Begin = now();
    MPI_Request Request;
    MPI_Iallreduce(Given, Least, 8, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD,
                   &Request);
    await(Request);
    All.push_back(now() - Begin);
  }
  return median(All);
}

/// World::fromEach() of 64 bytes, without the allreduce before.
double allGather() {
  uint64_t Given[8] = {}, Got[16];
  Times All;
  for (int I = 0; I < Rounds; ++I) {
    const double Begin = now();
    MPI_Request Request;
    MPI_Iallgather(Given, 64, MPI_BYTE, Got, 64, MPI_BYTE, MPI_COMM_WORLD,
                   &Request);
    await(Request);
    All.push_back(now() - Begin);
  }
  return median(All);
}

/// A look after MPI that finds nothing, as in World::await().
double look() {
  char Byte = 0;
  Times All;
  MPI_Request Request;
  MPI_Barrier(MPI_COMM_WORLD);
  if (Rank == 0) {
    MPI_Irecv(&Byte, 1, MPI_BYTE, 1, 7, MPI_COMM_WORLD, &Request);
    for (int I = 0; I < Rounds; ++I) {
      const double Begin = now();
      int Done = 0;
      MPI_Test(&Request, &Done, MPI_STATUS_IGNORE);
      std::this_thread::yield();
      All.push_back(now() - Begin);
    }
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (Rank == 0)
    MPI_Wait(&Request, MPI_STATUS_IGNORE);
  else
    MPI_Send(&Byte, 1, MPI_BYTE, 0, 7, MPI_COMM_WORLD);
  return Rank == 0 ? median(All) : 0;
}

/// How much longer a pause is than it should be.
double oversleep() {
  Times All;
  for (int I = 0; I < 200; ++I) {
    const double Begin = now();
    std::this_thread::sleep_for(std::chrono::microseconds(100));
    All.push_back(now() - Begin - 100);
  }
  return median(All);
}

} // namespace

int measureNetwork(int Argc, char **Argv) {
  MPI_Init(&Argc, &Argv);
  int Size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &Rank);
  MPI_Comm_size(MPI_COMM_WORLD, &Size);
  if (Size != 2) {
    if (Rank == 0)
      std::fprintf(stderr, "bench_scaling: network takes 2 ranks\n");
    MPI_Finalize();
    return 2;
  }
  const int Sizes[] = {1, 8, 64, 512, 4096, 65536, 1 << 20};
  std::string RoundTrips;
  for (int Bytes : Sizes)
    RoundTrips += (RoundTrips.empty() ? "\"" : ", \"") + std::to_string(Bytes) +
                  "\": " + std::to_string(roundTrip(Bytes));
  const double Overhead = overhead(), Gap = gap();
  double Remote, Own, Computing, Together;
  {
    Counter C;
    Remote = C.addAlone(1, Rounds);
    Own = C.addAlone(0, Rounds);
    Computing = C.addWhileOtherComputes();
    Together = C.addTogether(Rounds);
  }
  const double Reduce = allReduce(), Gather = allGather(), Look = look(),
               Oversleep = oversleep();
  if (Rank == 0)
    std::printf("{\"round_trip\": {%s}, \"overhead\": %.4f, \"gap\": %.4f, "
                "\"add_remote\": %.4f, \"add_own\": %.4f, "
                "\"add_computing\": %.4f, \"add_together\": %.4f, "
                "\"allreduce\": %.4f, \"allgather\": %.4f, \"look\": %.4f, "
                "\"oversleep\": %.4f}\n",
                RoundTrips.c_str(), Overhead, Gap, Remote, Own, Computing,
                Together, Reduce, Gather, Look, Oversleep);
  MPI_Finalize();
  return 0;
}
