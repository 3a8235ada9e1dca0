//===- SubGroups.cpp - Sub-group functions in everywhere bodies -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "SubGroups.h"
#include "LanePieces.h"
#include "WarpState.h"

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
  // For these they do.
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
  Reduce,
  ScanExclusive,
};

struct SubGroupFunction {
  StringRef Name;
  Kind What;
};

const SubGroupFunction Functions[] = {
#define SUB_GROUP_FUNCTION(Name, What, Values, Signature) {#Name, Kind::What},
#include "SubGroupFunctions.def"
};

/// A call, taken apart: the mangled name says whether integers have a sign.
struct Callee {
  const SubGroupFunction *Function = nullptr;
  /// The parameters as the C++ ABI mangles them; "v" if there are none.
  StringRef Parameters;
};

Callee calleeOf(const CallBase &Call) {
  const auto *F = dyn_cast<llvm::Function>(Call.getCalledOperand());
  // A user may have functions of these names where OpenCL has none.
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

/// What the emitted code asks of the warp. Without a WarpState, of one lane.
class Lanes {
  IRBuilderBase &B;
  Value *Active;
  WarpState *Warp;

public:
  Lanes(IRBuilderBase &B, Value *Active, WarpState *Warp)
      : B(B), Active(Active), Warp(Warp) {}

  Value *active() const { return Active; }
  Value *lane() { return Warp ? Warp->lane(B) : B.getInt32(0); }
  Value *size() { return Warp ? Warp->size(B) : B.getInt32(1); }
  Value *most() { return Warp ? Warp->most(B) : B.getInt32(1); }
  Value *index() { return Warp ? Warp->index(B) : B.getInt32(0); }
  Value *count() { return Warp ? Warp->count(B) : B.getInt32(1); }

  /// The active lanes with a true \p Predicate, as i64.
  Value *ballot(Value *Predicate) {
    Value *Counts = B.CreateAnd(Active, Predicate);
    return Warp ? Warp->ballot(B, Counts)
                : B.CreateZExt(Counts, B.getInt64Ty());
  }
  Value *shuffle(Value *Piece, Value *Lane) {
    if (!Warp)
      return Piece;
    return Warp->call(B, "__tkl_warp_shuffle", B.getInt64Ty(), {Piece, Lane});
  }
  /// \p Identity is null for other folds than exclusive scans.
  Value *fold(const Twine &Name, Value *Operand, Value *Identity) {
    if (!Warp)
      return Identity ? Identity : Operand;
    SmallVector<Value *, 3> Args = {Active, Operand};
    if (Identity)
      Args.push_back(Identity);
    return Warp->call(B, Name.str(), Operand->getType(), Args);
  }
  void barrier(Value *Flags) {
    if (Warp)
      Warp->call(B, "__tkl_warp_barrier", B.getVoidTy(), {Flags});
  }
};

class Emitter {
  IRBuilderBase &B;
  CallBase &Call;
  Callee To;
  Lanes Warp;

  Value *operand(unsigned I) {
    Value *V = Call.getArgOperand(I);
    // What inactive lanes have here may be undefined; what they do with it,
    // such as reading some lane's slot, may not.
    return isGuaranteedNotToBeUndefOrPoison(V) ? V : B.CreateFreeze(V);
  }
  /// Everywhere's warps have at most 64 lanes, so half of a uint4 is enough.
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
  /// The number of the only bit of \p Lanes, or of the highest; all ones if
  /// there is none.
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
    SmallVector<Value *, 16> Pieces = toPieces(B, V);
    for (Value *&Piece : Pieces)
      Piece = Warp.shuffle(Piece, Lane);
    return fromPieces(B, Pieces, V->getType());
  }
  Value *shuffleTo(Value *Lane) { return shuffle(operand(0), Lane); }
  Value *first(Value *V) {
    return shuffle(V, lowestBit(Warp.ballot(B.getTrue())));
  }
  Value *allEqual();
  Value *fold();

public:
  Emitter(IRBuilderBase &B, CallBase &Call, Value *Active, WarpState *Warp)
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

/// Folds are those of the widest type of a kind: the low bits of a sum do not
/// depend on it, and least and greatest stay what they are.
Value *Emitter::fold() {
  Value *V = operand(0);
  Type *Narrow = V->getType();
  StringRef Operation = To.Function->Name.drop_front(strlen("sub_group_"));
  bool Least = Operation.endswith("min"), Most = Operation.endswith("max");
  std::string Name = ("__tkl_warp_" + Operation).str();
  Value *Identity = nullptr;
  bool NeedsIdentity = To.Function->What == Kind::ScanExclusive;
  if (Narrow->isFloatingPointTy()) {
    Type *Wide = Narrow->isDoubleTy() ? Narrow : B.getFloatTy();
    if (NeedsIdentity)
      Identity = Least || Most ? ConstantFP::getInfinity(Wide, Most)
                               : ConstantFP::get(Wide, 0);
    Value *All = Warp.fold(Name + (Wide->isDoubleTy() ? "_f64" : "_f32"),
                           B.CreateFPExt(V, Wide), Identity);
    return B.CreateFPTrunc(All, Narrow);
  }
  bool Signed = StringRef("csil").contains(To.Parameters[0]);
  unsigned Bits = Narrow->getIntegerBitWidth();
  if (NeedsIdentity) {
    APInt Start = Least            ? (Signed ? APInt::getSignedMaxValue(Bits)
                                             : APInt::getMaxValue(Bits))
                  : Most && Signed ? APInt::getSignedMinValue(Bits)
                                   : APInt(Bits, 0);
    Identity = B.getInt(Signed ? Start.sext(64) : Start.zext(64));
  }
  // A sum of unsigned numbers is one of signed ones.
  bool Unsigned = !Signed && (Least || Most);
  Value *All = Warp.fold(Name + (Unsigned ? "_u64" : "_i64"),
                         B.CreateIntCast(V, B.getInt64Ty(), Signed), Identity);
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
  // Where these wrap around, no lane has the number.
  case Kind::ShuffleUp:
    return shuffleTo(B.CreateSub(Warp.lane(), operand(1)));
  case Kind::ShuffleDown:
    return shuffleTo(B.CreateAdd(Warp.lane(), operand(1)));
  case Kind::Rotate: {
    // By a negative number, too; the size of a short warp is no power of two.
    Value *Size = Warp.size();
    Value *By = B.CreateSRem(operand(1), Size);
    Value *Lane = B.CreateAdd(B.CreateAdd(Warp.lane(), By), Size);
    return shuffleTo(B.CreateURem(Lane, Size));
  }

  case Kind::Reduce:
  case Kind::ScanExclusive:
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
    return true;
  default:
    return false;
  }
}

Value *tasklet::emitSubGroupCall(IRBuilderBase &B, CallBase &Call,
                                 Value *Active, WarpState &Warp) {
  return Emitter(B, Call, Active, &Warp).emit();
}

Value *tasklet::emitSubGroupCallOfOneLane(IRBuilderBase &B, CallBase &Call) {
  return Emitter(B, Call, B.getTrue(), nullptr).emit();
}
