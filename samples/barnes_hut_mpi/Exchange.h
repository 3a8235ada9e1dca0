//===- Exchange.h - What ranks send each other ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Collective calls that wait with pauses, so that ranks which share a
/// processor leave it to those that compute, and to the workers of devices.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_SAMPLES_BARNES_HUT_MPI_EXCHANGE_H
#define TASKLET_SAMPLES_BARNES_HUT_MPI_EXCHANGE_H

#include <tasklet/mpi.hpp>

namespace barneshut {

using tasklet::mpi::World;

/// Combines \p Values of all ranks, element by element.
template <typename T>
void combine(World &Ranks, std::vector<T> &Values, MPI_Datatype Type,
             MPI_Op How) {
  MPI_Request Request;
  tasklet::mpi::check(MPI_Iallreduce(MPI_IN_PLACE, Values.data(),
                                     static_cast<int>(Values.size()), Type, How,
                                     Ranks.comm(), &Request),
                      "MPI_Iallreduce");
  tasklet::mpi::await(Request);
}

/// Values for each rank, or from each rank: those of rank 0 first.
template <typename T> struct Parcels {
  explicit Parcels(size_t Ranks) : Counts(Ranks) {}

  std::vector<T> All;
  std::vector<int> Counts; ///< By rank.
};

/// Where each rank's values begin, and where all end.
inline std::vector<int> beginsOf(const std::vector<int> &Counts) {
  std::vector<int> Begins = {0};
  int64_t Sum = 0;
  for (const int Count : Counts) {
    Sum += Count;
    if (Sum > std::numeric_limits<int>::max())
      throw std::runtime_error("more than 2^31 values for one rank, or from "
                               "one: take fewer bodies or more ranks");
    Begins.push_back(static_cast<int>(Sum));
  }
  return Begins;
}

/// Sends everybody its parcel, and returns those of all others and the own one.
template <typename T>
[[nodiscard]] Parcels<T> exchange(World &Ranks, const Parcels<T> &Mine) {
  static_assert(std::is_trivially_copyable_v<T>, "values travel as bytes");
  using tasklet::mpi::check;
  Parcels<T> Result(Mine.Counts.size());
  MPI_Request Request;
  check(MPI_Ialltoall(Mine.Counts.data(), 1, MPI_INT, Result.Counts.data(), 1,
                      MPI_INT, Ranks.comm(), &Request),
        "MPI_Ialltoall");
  tasklet::mpi::await(Request);
  const std::vector<int> From = beginsOf(Mine.Counts);
  const std::vector<int> To = beginsOf(Result.Counts);
  Result.All.resize(static_cast<size_t>(To.back()));
  MPI_Datatype Type;
  check(MPI_Type_contiguous(sizeof(T), MPI_BYTE, &Type), "MPI_Type_contiguous");
  check(MPI_Type_commit(&Type), "MPI_Type_commit");
  check(MPI_Ialltoallv(Mine.All.data(), Mine.Counts.data(), From.data(), Type,
                       Result.All.data(), Result.Counts.data(), To.data(), Type,
                       Ranks.comm(), &Request),
        "MPI_Ialltoallv");
  tasklet::mpi::await(Request);
  check(MPI_Type_free(&Type), "MPI_Type_free");
  return Result;
}

} // namespace barneshut

#endif
