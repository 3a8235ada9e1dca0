//===- SubGroups.cpp - Sub-group functions in everywhere bodies -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "everywhere/SubGroups.h"
#include "everywhere/LanePieces.h"
#include "everywhere/WarpForm.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

namespace {

enum class Kind {
  // Lanes need not meet for these.
  Size,
  MostLanes,
  Count,
  Index,
  Lane,
  MaskEq,
  MaskGe,
  MaskGt,
  MaskLe,
  MaskLt,
  InverseBallot,
  BitExtract,
  BitCount,
  BitsUpTo,
  BitsBelow,
  LowestBit,
  HighestBit,
  LastLocal = HighestBit,
  // Lanes must meet for these.
  Barrier,
  Ballot,
  Any,
  All,
  AllEqual,
  Elect,
  Shuffle,
  BroadcastFirst,
  ShuffleXor,
  ShuffleUp,
  ShuffleDown,
  Rotate,
  ClusteredRotate,
  MatchAny,
  Reduce,
  ScanExclusive,
  ClusteredReduce,
};

struct SubGroupFunction {
  StringRef Name;
  Kind What;
};

const SubGroupFunction Functions[] = {
#define SUB_GROUP_FUNCTION(Name, What, Values, Signature) {#Name, Kind::What},
#include "everywhere/SubGroupFunctions.def"
};

/// The parts of a call. The mangled name says whether integers are signed.
struct Callee {
  const SubGroupFunction *Function = nullptr;
  /// The parameters as the C++ ABI mangles them; "v" for none.
  StringRef Parameters;
};

Callee calleeOf(const CallBase &Call) {
  // The call may go through a cast: if two scopes have different types of the
  // same name, clang declares the function only once.
  const auto *F =
      dyn_cast<llvm::Function>(Call.getCalledOperand()->stripPointerCasts());
  // A user may define functions of these names if OpenCL has none.
  if (!F || !F->isDeclaration())
    return {};
  StringRef Rest = F->getName();
  size_t Length;
  if (!Rest.consume_front("_Z") || Rest.consumeInteger(10, Length) ||
      Length > Rest.size())
    return {};
  for (const SubGroupFunction &Known : Functions)
    if (Rest.take_front(Length) == Known.Name)
      return {&Known, Rest.drop_front(Length)};
  return {};
}

/// Emits queries to the warp. Without a WarpForm it is a warp of one lane.
class Lanes {
  IRBuilderBase &B;
  Value *Active;
  WarpForm *Warp;

public:
  Lanes(IRBuilderBase &B, Value *Active, WarpForm *Warp)
      : B(B), Active(Active), Warp(Warp) {}

  bool isOneLane() const { return !Warp; }
  Value *lane() { return Warp ? Warp->lane(B) : B.getInt32(0); }
  Value *size() { return Warp ? Warp->size(B) : B.getInt32(1); }
  Value *most() { return Warp ? Warp->most(B) : B.getInt32(1); }
  Value *index() { return Warp ? Warp->index(B) : B.getInt32(0); }
  Value *count() { return Warp ? Warp->count(B) : B.getInt32(1); }

  /// The active lanes with a true \p Predicate, as i64.
  Value *ballot(Value *Predicate) {
    return Warp ? Warp->ballot(B, Active, Predicate)
                : B.CreateZExt(B.CreateAnd(Active, Predicate), B.getInt64Ty());
  }
  Value *shuffle(Value *Piece, Value *Lane) {
    return Warp->shuffle(B, Piece, Lane);
  }
  /// The lanes of \p Lanes with the same \p Piece as this one, as i64.
  Value *match(Value *Piece, Value *Lanes) {
    return Warp ? Warp->match(B, Lanes, Piece) : Lanes;
  }
  /// \p Identity is for exclusive scans, and \p Cluster for reductions in
  /// clusters. Otherwise they are null.
  Value *fold(const Twine &Name, Value *Operand, Value *Identity,
              Value *Cluster) {
    if (!Warp)
      return Identity ? Identity : Operand;
    SmallVector<Value *, 1> More;
    if (Identity)
      More.push_back(Identity);
    if (Cluster)
      More.push_back(Cluster);
    return Warp->fold(B, Name.str(), Active, Operand, More);
  }
  void barrier(Value *Flags) {
    if (Warp)
      Warp->barrier(B, Flags);
  }
};

class Emitter {
  IRBuilderBase &B;
  CallBase &Call;
  Callee To;
  Lanes Warp;

  Value *operand(unsigned I) {
    Value *V = Call.getArgOperand(I);
    // The operand of an inactive lane may be undefined. But the lane still uses
    // it, for example to read another lane's slot, and that must be defined.
    return isGuaranteedNotToBeUndefOrPoison(V) ? V : B.CreateFreeze(V);
  }
  /// A warp has at most 64 lanes, so half of a uint4 is enough.
  Value *ballotOperand() {
    Value *V =
        B.CreateBitCast(operand(0), FixedVectorType::get(B.getInt64Ty(), 2));
    return B.CreateExtractElement(V, uint64_t(0));
  }
  Value *asBallot(Value *Lanes) {
    Type *Pair = FixedVectorType::get(B.getInt64Ty(), 2);
    Value *V =
        B.CreateInsertElement(Constant::getNullValue(Pair), Lanes, uint64_t(0));
    return B.CreateBitCast(V, Call.getType());
  }
  Value *asInt(Value *Bit) { return B.CreateZExt(Bit, B.getInt32Ty()); }
  Value *wide(Value *Number) { return B.CreateZExt(Number, B.getInt64Ty()); }
  Value *isTrue(Value *Number) { return B.CreateIsNotNull(Number); }
  Value *bit(Value *Number) { return B.CreateShl(B.getInt64(1), wide(Number)); }
  /// The bits of lanes below \p Number, which may be 64.
  Value *lanesBelow(Value *Number) {
    Value *All = B.CreateICmpUGT(Number, B.getInt32(63));
    Value *Shift = B.CreateAnd(Number, B.getInt32(63));
    return B.CreateSelect(All, B.getInt64(~uint64_t(0)),
                          B.CreateSub(bit(Shift), B.getInt64(1)));
  }
  Value *countBits(Value *Lanes) {
    return B.CreateTrunc(B.CreateUnaryIntrinsic(Intrinsic::ctpop, Lanes),
                         B.getInt32Ty());
  }
  /// The number of the highest bit that is set in \p Lanes; all ones if there
  /// is none.
  Value *highestBit(Value *Lanes) {
    Value *Zeros =
        B.CreateBinaryIntrinsic(Intrinsic::ctlz, Lanes, B.getFalse());
    return B.CreateTrunc(B.CreateSub(B.getInt64(63), Zeros), B.getInt32Ty());
  }
  Value *lowestBit(Value *Lanes) {
    return highestBit(B.CreateAnd(Lanes, B.CreateNeg(Lanes)));
  }
  Value *laneBit(Value *Lanes, Value *Number) {
    Value *Inside = B.CreateAnd(Number, B.getInt32(63));
    return B.CreateTrunc(B.CreateLShr(Lanes, wide(Inside)), B.getInt1Ty());
  }

  Value *shuffle(Value *V, Value *Lane) {
    if (Warp.isOneLane())
      return V;
    SmallVector<Value *, 16> Pieces = toPieces(B, V);
    for (Value *&Piece : Pieces)
      Piece = Warp.shuffle(Piece, Lane);
    return fromPieces(B, Pieces, V->getType());
  }
  Value *shuffleTo(Value *Lane) { return shuffle(operand(0), Lane); }
  Value *first(Value *V) {
    return shuffle(V, lowestBit(Warp.ballot(B.getTrue())));
  }
  /// Reads the lane that is operand 1 further on, in a circle of \p Size lanes
  /// that begins at \p First. Operand 1 may be negative. \p Size need not be a
  /// power of two, because a warp may be short.
  Value *rotate(Value *First, Value *Size) {
    Value *By = B.CreateSRem(operand(1), Size);
    Value *Place = B.CreateSub(Warp.lane(), First);
    Value *Lane = B.CreateAdd(B.CreateAdd(Place, By), Size);
    return shuffleTo(B.CreateAdd(First, B.CreateURem(Lane, Size)));
  }
  Value *clusteredRotate();
  Value *matchAny();
  Value *allEqual();
  Value *fold();

public:
  Emitter(IRBuilderBase &B, CallBase &Call, Value *Active, WarpForm *Warp)
      : B(B), Call(Call), To(calleeOf(Call)), Warp(B, Active, Warp) {}
  Value *emit();
};

Value *Emitter::allEqual() {
  Value *V = operand(0);
  Value *First = first(V);
  Value *Differs = V->getType()->isFloatingPointTy() ? B.CreateFCmpUNE(V, First)
                                                     : B.CreateICmpNE(V, First);
  return asInt(B.CreateIsNull(Warp.ballot(Differs)));
}

/// Rotates in a cluster. The last cluster of a short warp may be short, too.
Value *Emitter::clusteredRotate() {
  Value *First = B.CreateAnd(Warp.lane(), B.CreateNeg(operand(2)));
  Value *Left = B.CreateSub(Warp.size(), First);
  return rotate(First,
                B.CreateBinaryIntrinsic(Intrinsic::umin, Left, operand(2)));
}

Value *Emitter::matchAny() {
  Value *Lanes = Warp.ballot(B.getTrue());
  for (Value *Piece : toPieces(B, operand(0)))
    Lanes = Warp.match(Piece, Lanes);
  return asBallot(Lanes);
}

/// A fold (reduction or scan), described by its name.
struct FoldName {
  /// The name without `sub_group_` and `non_uniform_`.
  StringRef Function;
  StringRef Operation;
  bool Logical;

  explicit FoldName(StringRef Name) : Function(Name) {
    Function.consume_front("sub_group_");
    Function.consume_front("non_uniform_");
    Operation = Function.substr(Function.rfind('_') + 1);
    Logical = Function.contains("_logical_");
  }
  /// The name of the fold without the type.
  std::string runtimeName() const {
    StringRef Fold = Function.drop_back(Operation.size());
    Fold.consume_back("logical_");
    return (Fold + Operation).str();
  }
  /// The identity element: the result for no values.
  APInt identity(unsigned Bits, bool Signed) const {
    if (Operation == "min")
      return Signed ? APInt::getSignedMaxValue(Bits) : APInt::getMaxValue(Bits);
    if (Operation == "max" && Signed)
      return APInt::getSignedMinValue(Bits);
    if (Operation == "and" && !Logical)
      return APInt::getAllOnes(Bits);
    return APInt(Bits, Operation == "mul" || Operation == "and");
  }
  Constant *identity(Type *Float) const {
    if (Operation == "min" || Operation == "max")
      return ConstantFP::getInfinity(Float, Operation == "max");
    return ConstantFP::get(Float, Operation == "mul");
  }
};

/// The runtime has folds of the widest type of each kind only. That is enough:
/// the low bits of a sum or product do not depend on the width, and widening
/// does not change which value is the least or the greatest.
Value *Emitter::fold() {
  Value *V = operand(0);
  Type *Narrow = V->getType();
  FoldName Fold(To.Function->Name);
  Value *Identity = nullptr, *Cluster = nullptr;
  bool NeedsIdentity = To.Function->What == Kind::ScanExclusive;
  if (To.Function->What == Kind::ClusteredReduce)
    Cluster = operand(1);
  if (Narrow->isFloatingPointTy()) {
    Type *Wide = Narrow->isDoubleTy() ? Narrow : B.getFloatTy();
    if (NeedsIdentity)
      Identity = Fold.identity(Wide);
    Value *All =
        Warp.fold(Fold.runtimeName() + (Wide->isDoubleTy() ? "_f64" : "_f32"),
                  B.CreateFPExt(V, Wide), Identity, Cluster);
    return B.CreateFPTrunc(All, Narrow);
  }
  bool Signed = StringRef("csil").contains(To.Parameters[0]);
  if (NeedsIdentity) {
    APInt Start = Fold.identity(Narrow->getIntegerBitWidth(), Signed);
    Identity = B.getInt(Signed ? Start.sext(64) : Start.zext(64));
  }
  // All other operations give the same bits for signed and unsigned numbers.
  bool Unsigned =
      !Signed && (Fold.Operation == "min" || Fold.Operation == "max");
  Value *Wide = Fold.Logical ? wide(isTrue(V))
                             : B.CreateIntCast(V, B.getInt64Ty(), Signed);
  Value *All = Warp.fold(Fold.runtimeName() + (Unsigned ? "_u64" : "_i64"),
                         Wide, Identity, Cluster);
  return B.CreateTrunc(All, Narrow);
}

Value *Emitter::emit() {
  switch (To.Function->What) {
  case Kind::Size:
    return Warp.size();
  case Kind::MostLanes:
    return Warp.most();
  case Kind::Count:
    return Warp.count();
  case Kind::Index:
    return Warp.index();
  case Kind::Lane:
    return Warp.lane();

  case Kind::MaskEq:
    return asBallot(bit(Warp.lane()));
  case Kind::MaskLt:
    return asBallot(lanesBelow(Warp.lane()));
  case Kind::MaskLe:
    return asBallot(lanesBelow(B.CreateAdd(Warp.lane(), B.getInt32(1))));
  case Kind::MaskGe:
    return asBallot(
        B.CreateXor(lanesBelow(Warp.lane()), lanesBelow(Warp.most())));
  case Kind::MaskGt:
    return asBallot(
        B.CreateXor(lanesBelow(B.CreateAdd(Warp.lane(), B.getInt32(1))),
                    lanesBelow(Warp.most())));

  case Kind::InverseBallot:
    return asInt(laneBit(ballotOperand(), Warp.lane()));
  case Kind::BitExtract:
    return asInt(laneBit(ballotOperand(), operand(1)));
  case Kind::BitCount:
    return countBits(B.CreateAnd(ballotOperand(), lanesBelow(Warp.size())));
  case Kind::BitsUpTo:
    return countBits(B.CreateAnd(
        ballotOperand(), lanesBelow(B.CreateAdd(Warp.lane(), B.getInt32(1)))));
  case Kind::BitsBelow:
    return countBits(B.CreateAnd(ballotOperand(), lanesBelow(Warp.lane())));
  case Kind::LowestBit:
    return lowestBit(B.CreateAnd(ballotOperand(), lanesBelow(Warp.size())));
  case Kind::HighestBit:
    return highestBit(B.CreateAnd(ballotOperand(), lanesBelow(Warp.size())));

  case Kind::Barrier:
    Warp.barrier(operand(0));
    return nullptr;

  case Kind::Ballot:
    return asBallot(Warp.ballot(isTrue(operand(0))));
  case Kind::Any:
    return asInt(isTrue(Warp.ballot(isTrue(operand(0)))));
  case Kind::All:
    return asInt(B.CreateIsNull(Warp.ballot(B.CreateIsNull(operand(0)))));
  case Kind::AllEqual:
    return allEqual();
  case Kind::Elect:
    return asInt(
        B.CreateICmpEQ(lowestBit(Warp.ballot(B.getTrue())), Warp.lane()));

  case Kind::Shuffle:
    return shuffleTo(operand(1));
  case Kind::BroadcastFirst:
    return first(operand(0));
  case Kind::ShuffleXor:
    return shuffleTo(B.CreateXor(Warp.lane(), operand(1)));
  // If the subtraction or addition wraps around, no lane has that number.
  case Kind::ShuffleUp:
    return shuffleTo(B.CreateSub(Warp.lane(), operand(1)));
  case Kind::ShuffleDown:
    return shuffleTo(B.CreateAdd(Warp.lane(), operand(1)));
  case Kind::Rotate:
    return rotate(B.getInt32(0), Warp.size());
  case Kind::ClusteredRotate:
    return clusteredRotate();

  case Kind::MatchAny:
    return matchAny();

  case Kind::Reduce:
  case Kind::ScanExclusive:
  case Kind::ClusteredReduce:
    return fold();
  }
  llvm_unreachable("a kind of sub-group function without code");
}

} // namespace

bool tasklet::isSubGroupCall(const CallBase &Call) {
  return calleeOf(Call).Function;
}

bool tasklet::isLocalSubGroupCall(const CallBase &Call) {
  const SubGroupFunction *Function = calleeOf(Call).Function;
  return Function && Function->What <= Kind::LastLocal;
}

bool tasklet::asksAnyLane(const CallBase &Call) {
  const SubGroupFunction *Function = calleeOf(Call).Function;
  if (!Function)
    return false;
  switch (Function->What) {
  case Kind::Shuffle:
  case Kind::ShuffleXor:
  case Kind::ShuffleUp:
  case Kind::ShuffleDown:
  case Kind::Rotate:
  case Kind::ClusteredRotate:
    return true;
  default:
    return false;
  }
}

Value *tasklet::emitSubGroupCall(IRBuilderBase &B, CallBase &Call,
                                 Value *Active, WarpForm &Warp) {
  return Emitter(B, Call, Active, &Warp).emit();
}

Value *tasklet::emitSubGroupCallOfOneLane(IRBuilderBase &B, CallBase &Call) {
  return Emitter(B, Call, B.getTrue(), nullptr).emit();
}
