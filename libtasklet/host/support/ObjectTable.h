//===- ObjectTable.h - What we know about the driver's objects --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The application always holds the driver's own handles, because ICD loaders
/// dispatch on what is inside them. Tables beside them, one for each kind of
/// object, have what else this library knows about them.
///
/// An entry must be erased before the last reference on the driver's object is
/// released: the driver may give its address to a new object at once.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_SUPPORT_OBJECTTABLE_H
#define TASKLET_HOST_SUPPORT_OBJECTTABLE_H

#include <memory>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

namespace tasklet {

template <typename Handle, typename State> class ObjectTable {
public:
  std::shared_ptr<State> find(Handle Object) const {
    std::shared_lock<std::shared_mutex> Lock(Mutex);
    auto It = Entries.find(Object);
    return It == Entries.end() ? nullptr : It->second;
  }

  void insert(Handle Object, std::shared_ptr<State> Entry) {
    std::unique_lock<std::shared_mutex> Lock(Mutex);
    Entries[Object] = std::move(Entry);
  }

  /// The entry of \p Object, made by \p Make if there is none yet.
  template <typename Function>
  std::shared_ptr<State> findOrInsert(Handle Object, Function Make) {
    if (std::shared_ptr<State> Found = find(Object))
      return Found;
    std::shared_ptr<State> Made = Make();
    std::unique_lock<std::shared_mutex> Lock(Mutex);
    return Entries.try_emplace(Object, std::move(Made)).first->second;
  }

  void erase(Handle Object) {
    std::shared_ptr<State> Last; // Destroyed after the lock is gone.
    std::unique_lock<std::shared_mutex> Lock(Mutex);
    auto It = Entries.find(Object);
    if (It == Entries.end())
      return;
    Last = std::move(It->second);
    Entries.erase(It);
    Lock.unlock();
  }

private:
  mutable std::shared_mutex Mutex;
  std::unordered_map<Handle, std::shared_ptr<State>> Entries;
};

/// A table that is never destroyed: drivers call back from threads that
/// outlive main().
template <typename Table> Table &immortal() {
  static Table *Instance = new Table;
  return *Instance;
}

} // namespace tasklet

#endif
