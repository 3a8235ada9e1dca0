//===- TraceHtml.cpp - A page that draws a run ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "TraceHtml.h"

#include <algorithm>
#include <iomanip>
#include <sstream>

using namespace tasklet::usimd;

/// By how many everywhere blocks are open.
static const char *const Colours[] = {"#3b6ea5", "#c8761c", "#4d8b4a",
                                      "#8b5aa3"};
static constexpr size_t NumColours = 4;
static const char *colour(size_t Depth) { return Colours[Depth % NumColours]; }

static const char *const Style = R"(
:root { color-scheme: light; }
body { margin: 0; padding: 20px 28px; background: #fbfbf9; color: #222;
  font: 14px/1.45 system-ui, sans-serif; }
h1 { font-size: 20px; margin: 0 0 2px; }
h2 { font-size: 14px; margin: 18px 0 6px; }
p { margin: 4px 0 10px; color: #555; }
.all { display: grid; grid-template-columns: max-content minmax(380px, 1fr);
  gap: 28px; align-items: start; }
.beside { position: sticky; top: 12px; max-height: 96vh; overflow-y: auto; }
svg { display: block; }
svg text, td, th, .stacks { font: 12px ui-monospace, "DejaVu Sans Mono",
  monospace; }
table { border-collapse: collapse; }
td, th { padding: 1px 10px 1px 0; text-align: left; white-space: pre; }
th { color: #666; font-weight: normal; border-bottom: 1px solid #ccc; }
td.n { text-align: right; }
tr.here td { background: #fff0b3; }
.bar { display: inline-block; height: 9px; background: #3b6ea5; }
.room { display: inline-block; width: 80px; background: #e4e4e0; height: 9px; }
.stacks { min-height: 7em; white-space: pre-wrap; overflow-wrap: anywhere; }
.row:hover .back { fill: #fff0b3; fill-opacity: .6; }
)";

/// For windows that are too narrow for both parts side by side. The tables go
/// below the drawing, the drawing stays complete, and the stacks stay in sight.
static const char *const NarrowStyle = R"(
  body { padding-bottom: 11em; }
  .all { display: block; }
  .beside { position: static; max-height: none; }
  .beside > h2:first-child { display: none; }
  .stacks { position: fixed; left: 0; right: 0; bottom: 0; max-height: 9em;
    overflow-y: auto; padding: 8px 28px; background: #fff;
    border-top: 1px solid #ccc; }
)";

static const char *const Script = R"(
const lines = document.querySelectorAll('tr[data-pc]');
const stacks = document.getElementById('stacks');
document.querySelectorAll('.row').forEach(row =>
  row.addEventListener('mouseenter', () => {
    lines.forEach(line => line.classList.toggle('here',
      line.dataset.pc === row.dataset.pc));
    stacks.textContent = row.querySelector('title').textContent;
  }));
)";

static std::string escape(const std::string &Text) {
  std::string Result;
  for (char C : Text) {
    if (C == '<')
      Result += "&lt;";
    else if (C == '>')
      Result += "&gt;";
    else if (C == '&')
      Result += "&amp;";
    else
      Result += C;
  }
  return Result;
}

TraceHtml::TraceHtml(const Program &P, size_t Threads)
    : P(P), Threads(Threads), Uses(P.size()) {}

void TraceHtml::applied(const Step &Taken, const SyncStack &Sync,
                        const ContextStack &Contexts) {
  Use &Here = Uses[Taken.Pc - 1];
  ++Here.Times;
  Here.Lanes += Taken.Active.count();
  if (Rows.size() < MostRows)
    Rows.push_back({Taken, Sync, Contexts});
}

size_t TraceHtml::noteAt() const {
  size_t Longest = 0;
  for (const Instruction &I : P.Code)
    Longest = std::max(Longest, P.print(I).size());
  return textAt() + 66 + Longest * 7 + Longest / 4 + 14;
}

/// A set as a note has room for it; the lanes beside it show all of it.
static std::string name(const ThreadSet &Set) {
  std::string Text = toString(Set);
  return Text.size() <= 26 ? Text : std::to_string(Set.count()) + " threads";
}

/// What happens to the threads, in words; nothing where they just go on.
std::string TraceHtml::note(const Row &R, const ThreadSet &Next) const {
  const Instruction &I = P.at(R.Taken.Pc);
  switch (R.Taken.Applied) {
  case Rule::BD:
    return "diverge: " + name(Next) + " now, " + name(R.Taken.Active & ~Next) +
           " later from " + std::to_string(I.Label);
  case Rule::SS:
    return "take turns: " + name(Next) + " from " +
           std::to_string(R.Sync.back().Next);
  case Rule::SPsync:
    if (R.Sync.empty() || R.Sync.back().Done.none())
      return "";
    return "meet again: " + name(Next);
  case Rule::EB:
    return "everywhere, for " + name(R.Taken.Active) + ": all run";
  case Rule::EE:
    return "back to " + name(Next);
  case Rule::Si:
    return "from threads outside of the mask";
  default:
    if (R.Taken.OutsideMask.any())
      return name(R.Taken.OutsideMask) + " read outside of the mask";
    return "";
  }
}

// All rows cover the bands, and inner bands cover outer ones.
void TraceHtml::writeBands(std::ostream &Out) const {
  struct Band {
    size_t Start, End, Depth;
  };
  std::vector<Band> Bands;
  std::vector<size_t> Open;
  auto Close = [&](size_t End) {
    Bands.push_back({Open.back(), End, Open.size()});
    Open.pop_back();
  };
  for (size_t I = 0; I < Rows.size(); ++I) {
    size_t Depth = Rows[I].Contexts.size();
    while (Open.size() > Depth)
      Close(I);
    while (Open.size() < Depth)
      Open.push_back(I);
    // One visit may follow another at once.
    if (Rows[I].Taken.Applied == Rule::EE && !Open.empty())
      Close(I + 1);
  }
  while (!Open.empty())
    Close(Rows.size());
  std::stable_sort(
      Bands.begin(), Bands.end(),
      [](const Band &X, const Band &Y) { return X.Depth < Y.Depth; });

  for (const Band &B : Bands) {
    // As long as there is room between the numbers and the lanes.
    size_t Inset = std::min<size_t>(4 * (B.Depth - 1), 12);
    size_t X = LanesAt - 18 + Inset, Y = Top + B.Start * RowHeight;
    size_t Height = (B.End - B.Start) * RowHeight;
    Out << "<rect x='" << X << "' y='" << Y << "' width='"
        << Threads * laneWidth() + 24 - Inset << "' height='" << Height
        << "' rx='4' fill='" << colour(B.Depth)
        << "' fill-opacity='.16'/><rect x='" << X << "' y='" << Y
        << "' width='3' height='" << Height << "' fill='" << colour(B.Depth)
        << "'/>\n";
  }
}

void TraceHtml::writeRow(std::ostream &Out, size_t Index,
                         const ThreadSet &Next) const {
  const Row &R = Rows[Index];
  size_t Y = Top + Index * RowHeight, Base = Y + 14, Width = laneWidth();
  size_t Depth = R.Contexts.size();
  ThreadSet Waiting, Done;
  for (const SyncEntry &Each : R.Sync) {
    Waiting |= Each.Todo;
    Done |= Each.Done;
  }
  Out << "<g class='row' data-pc='" << R.Taken.Pc << "'><title>step "
      << Index + 1 << ", pc " << R.Taken.Pc << ", rule "
      << nameOf(R.Taken.Applied) << "\nactive  " << toString(R.Taken.Active)
      << "\nsync    " << toString(R.Sync) << "\ncontext "
      << toString(R.Contexts) << "</title>\n"
      << "<rect class='back' x='0' y='" << Y << "' width='100%' height='"
      << RowHeight << "' fill-opacity='0'/><text x='34' y='" << Base
      << "' text-anchor='end' fill='#999'>" << Index + 1 << "</text>\n";
  for (size_t T = 0; T < Threads; ++T) {
    size_t X = LanesAt + T * Width;
    if (R.Taken.Active[T])
      Out << "<rect x='" << X + 1 << "' y='" << Y + 2 << "' width='"
          << Width - 2 << "' height='" << RowHeight - 4 << "' rx='3' fill='"
          << colour(Depth) << "'/>"
          << (R.Taken.OutsideMask[T]
                  ? "<circle cx='" + std::to_string(X + Width / 2) + "' cy='" +
                        std::to_string(Y + 10) + "' r='3' fill='#fff'/>"
                  : "");
    else if (Waiting[T])
      Out << "<rect x='" << X + 2 << "' y='" << Y + 3 << "' width='"
          << Width - 4 << "' height='" << RowHeight - 6
          << "' rx='3' fill='none' stroke='" << colour(Depth)
          << "' stroke-opacity='.55'/>";
    else if (Done[T])
      Out << "<circle cx='" << X + Width / 2 << "' cy='" << Y + 10
          << "' r='2.5' fill='" << colour(Depth) << "' fill-opacity='.6'/>";
  }
  Rule Applied = R.Taken.Applied;
  bool Splits = Applied == Rule::BD || Applied == Rule::SS;
  bool Meets =
      Applied == Rule::SPsync && !R.Sync.empty() && R.Sync.back().Done.any();
  if (Splits || Meets)
    Out << "<path d='M" << LanesAt << " " << Y + RowHeight << "H"
        << LanesAt + Threads * Width << "' stroke='"
        << (Meets ? "#2f8f4e" : "#c03030") << "' stroke-width='1.5'"
        << (Applied == Rule::SS ? " stroke-dasharray='4 3'" : "") << "/>";
  const char *Tone = Meets                 ? "#2f7a45"
                     : Splits              ? "#b02828"
                     : Applied == Rule::EB ? colour(Depth + 1)
                     : Applied == Rule::EE ? colour(Depth)
                                           : "#555";
  std::string Rule = nameOf(Applied);
  if (isThreadRule(Applied))
    Rule = Rule.substr(3);
  Out << "\n<text x='" << textAt() << "' y='" << Base << "' fill='" << Tone
      << "'>" << Rule << "</text><text x='" << textAt() + 66 << "' y='" << Base
      << "'><tspan fill='#999'>" << R.Taken.Pc << "</tspan></text><text x='"
      << textAt() + 90 << "' y='" << Base << "'>" << P.print(P.at(R.Taken.Pc))
      << "</text><text x='" << noteAt() + 24 << "' y='" << Base << "' fill='"
      << Tone << "'>" << note(R, Next) << "</text></g>\n";
}

/// Two lines: what stands for a thread, and what happens to all.
void TraceHtml::writeLegend(std::ostream &Out) {
  size_t X = LegendAt, Y = 8;
  auto Sign = [&](const char *Drawing, const char *Text) {
    Out << "<g transform='translate(" << X << " " << Y << ")'>" << Drawing
        << "<text x='26' y='12' fill='#444'>" << Text << "</text></g>\n";
    X += 26 + std::string(Text).size() * 15 / 2 + 18;
  };
  Sign("<rect width='20' height='16' rx='3' fill='#3b6ea5'/>", "active");
  Sign("<rect x='1' y='1' width='18' height='14' rx='3' fill='none' "
       "stroke='#3b6ea5' stroke-opacity='.55'/>",
       "waits for its turn");
  Sign("<circle cx='10' cy='8' r='2.5' fill='#3b6ea5' fill-opacity='.6'/>",
       "has come to the sync");
  Sign("<rect width='20' height='16' fill='#c8761c' fill-opacity='.16'/>"
       "<rect width='3' height='16' fill='#c8761c'/>",
       "everywhere");
  X = LegendAt;
  Y += 21;
  Sign("<path d='M0 8H20' stroke='#c03030' stroke-width='1.5'/>", "diverge");
  Sign("<path d='M0 8H20' stroke='#c03030' stroke-width='1.5' "
       "stroke-dasharray='4 3'/>",
       "take turns");
  Sign("<path d='M0 8H20' stroke='#2f8f4e' stroke-width='1.5'/>", "meet again");
}

/// The threads that are active after that row.
const ThreadSet &TraceHtml::nextOf(size_t I, const Finished &Run) const {
  if (I + 1 < Rows.size())
    return Rows[I + 1].Taken.Active;
  // Beyond what is drawn, only the end is known.
  return Run.M.steps() > Rows.size() ? Rows[I].Taken.Active
                                     : Run.M.state().Active;
}

size_t TraceHtml::drawingWidth(const Finished &Run) const {
  // Notes are drawn in a font of 7.3 pixels at most.
  size_t LongestNote = 0;
  for (size_t I = 0; I < Rows.size(); ++I)
    LongestNote = std::max(LongestNote, note(Rows[I], nextOf(I, Run)).size());
  return std::max(noteAt() + 34 + LongestNote * 15 / 2, LegendWidth);
}

void TraceHtml::writeDrawing(std::ostream &Out, const Finished &Run) const {
  size_t Width = drawingWidth(Run);
  size_t Height = Top + Rows.size() * RowHeight + 10;
  size_t Heads = Top - 12;
  Out << "<svg xmlns='http://www.w3.org/2000/svg' width='" << Width
      << "' height='" << Height << "' viewBox='0 0 " << Width << " " << Height
      << "' font-family='monospace' font-size='12'>\n"
      << "<rect width='" << Width << "' height='" << Height
      << "' fill='#fbfbf9'/>\n";
  writeLegend(Out);
  Out << "<g fill='#666'><text x='34' y='" << Heads
      << "' text-anchor='end'>step</text><text x='" << textAt() << "' y='"
      << Heads << "'>rule</text><text x='" << textAt() + 66 << "' y='" << Heads
      << "'>pc</text><text x='" << textAt() + 90 << "' y='" << Heads
      << "'>instruction</text>\n";
  // Numbers of lanes, as many as there is room for.
  size_t Every = Threads <= 32 ? 1 : 8;
  for (size_t T = 0; T < Threads; T += Every)
    Out << "<text x='" << LanesAt + T * laneWidth() + laneWidth() / 2 << "' y='"
        << Heads << "' text-anchor='middle'>" << T << "</text>";
  Out << "</g>\n";
  writeBands(Out);
  for (size_t I = 0; I < Rows.size(); ++I)
    writeRow(Out, I, nextOf(I, Run));
  Out << "</svg>\n";
}

void TraceHtml::writeProgram(std::ostream &Out) const {
  Out << "<h2>Program</h2>\n<table><tr><th>pc</th><th>instruction</th>"
         "<th>times</th><th>lanes in use</th></tr>\n";
  for (size_t Pc = 1; Pc <= P.size(); ++Pc) {
    const Use &Here = Uses[Pc - 1];
    Out << "<tr data-pc='" << Pc << "'><td class='n'>" << Pc << "</td><td>"
        << P.print(P.at(Pc)) << "</td><td class='n'>" << Here.Times
        << "</td><td>";
    if (Here.Times) {
      uint64_t Percent = 100 * Here.Lanes / (Here.Times * Threads);
      Out << "<span class='room'><span class='bar' style='width:" << Percent
          << "%'></span></span> " << Percent << " %";
    }
    Out << "</td></tr>\n";
  }
  Out << "</table>\n";
}

void TraceHtml::writeEnd(std::ostream &Out, const Finished &Run) const {
  const State &Now = Run.M.state();
  Out << "<h2>In the end</h2>\n<table><tr><th>thread</th>";
  for (size_t V = 1; V < P.Variables.size(); ++V)
    Out << "<th>" << P.Variables[V] << "</th>";
  Out << "</tr>\n";
  for (size_t T = 0; T < Threads; ++T) {
    Out << "<tr><td class='n'>" << T << "</td>";
    for (size_t V = 1; V < P.Variables.size(); ++V) {
      Out << "<td class='n'>";
      if (Now.Local[T][V])
        Out << *Now.Local[T][V];
      Out << "</td>";
    }
    Out << "</tr>\n";
  }
  Out << "</table>\n";
}

void TraceHtml::write(std::ostream &Out, const Finished &Run) const {
  uint64_t Steps = 0, Lanes = 0;
  for (const Use &Each : Uses) {
    Steps += Each.Times;
    Lanes += Each.Lanes;
  }
  Out << "<!DOCTYPE html>\n<html lang='en'><head><meta charset='utf-8'>\n"
         "<title>"
      << escape(Run.Name) << "</title><style>" << Style
      << "@media (max-width: " << drawingWidth(Run) + BesideWidth << "px) {"
      << NarrowStyle << "}\n</style></head><body>\n<h1>" << escape(Run.Name)
      << "</h1>\n<p>" << Threads << " threads, " << Steps << " steps";
  if (Steps)
    Out << ", " << 100 * Lanes / (Steps * Threads) << " % of the lanes in use";
  uint64_t All =
      Run.Memory.loads() + Run.Memory.stores() + Run.Memory.atomics();
  if (All)
    Out << ", " << All << " memory transactions for " << Run.Memory.accesses()
        << " accesses";
  if (Run.M.outcome() != Outcome::Stopped)
    Out << ". <b>Ended at pc " << Run.M.state().Pc << ": "
        << escape(Run.M.reason().Text) << "</b>";
  if (Steps > Rows.size())
    Out << ". The first " << Rows.size() << " steps are drawn";
  Out << "</p>\n";
  Out << "<div class='all'><div class='drawing'>\n";
  writeDrawing(Out, Run);
  Out << "</div><div class='beside'>\n<h2>Stacks, tops first</h2>\n"
         "<div class='stacks' id='stacks'>Point at a step.</div>\n";
  writeProgram(Out);
  writeEnd(Out, Run);
  Out << "</div></div>\n<script>" << Script << "</script></body></html>\n";
}
