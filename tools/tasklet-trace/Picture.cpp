//===- Picture.cpp - A timeline as a picture ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Picture.h"

#include "Summary.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>

using namespace tasklet;

namespace {

constexpr double Left = 84, Width = 1000, Right = 16; ///< pixels
constexpr double RowHeight = 16, LaneGap = 10;
/// Deeper ones are not painted: their parents show that something ran.
constexpr unsigned MaximumDepth = 12;
/// Narrower ones, in pixels, are left to their parents.
constexpr double Narrowest = 0.7;
/// The page, in which one can zoom, has the longest of all.
constexpr size_t MaximumSlices = 20000;

/// Colours that can be told apart with any kind of colour vision (Okabe and
/// Ito), lighter so that black text can be read.
const char *const Colours[] = {"#8cc5ee", "#f6c453", "#7ccfb3", "#f0a07c",
                               "#c3a5dc", "#e9e07a", "#e3a9c6", "#b5b5b5"};

std::string escape(const std::string &Text) {
  std::string Result;
  for (char C : Text)
    switch (C) {
    case '&':
      Result += "&amp;";
      break;
    case '<':
      Result += "&lt;";
      break;
    case '>':
      Result += "&gt;";
      break;
    case '"':
      Result += "&quot;";
      break;
    default:
      // Characters that XML has not.
      Result += static_cast<unsigned char>(C) < ' ' && C != '\n' ? ' ' : C;
    }
  return Result;
}

std::string number(double Value, int Digits = 2) {
  char Text[64];
  snprintf(Text, sizeof(Text), "%.*f", Digits, Value);
  std::string Result = Text;
  Result.erase(Result.find_last_not_of('0') + 1);
  if (Result.back() == '.')
    Result.pop_back();
  return Result;
}

/// A slice in its place.
struct Painted {
  const Slice *What;
  size_t Lane; ///< index of the lane
};

struct LaneOfPicture {
  std::string Name;
  double Top = 0;
  unsigned Depth = 1; ///< rows
};

class Painter {
public:
  Painter(const Trace &T, const Section &S, bool Zoomable);
  std::string svg() const;

private:
  const Trace &T;
  const Section &S;
  bool Zoomable, CountsTasks = false;
  unsigned Deepest = 0; ///< rows, painted or not
  int64_t Begin = INT64_MAX, End = INT64_MIN;
  std::vector<LaneOfPicture> Lanes;
  std::map<std::pair<int, unsigned>, size_t> LaneOf; ///< lane and worker
  std::vector<Painted> Slices;
  std::map<std::string, const char *> Colour;
  double Height = 0;

  double x(int64_t Time) const {
    return Left + Width * double(Time - Begin) / double(End - Begin);
  }
  /// A place or a length in time. In the page it may become 10^5 times as long.
  std::string wide(double X) const { return number(X, Zoomable ? 7 : 2); }
  double y(const Painted &Each) const {
    return Lanes[Each.Lane].Top + Each.What->Depth * RowHeight;
  }
  bool inSection(int64_t Time) const { return Time >= Begin && Time <= End; }
  void findLanes();
  void chooseSlices();
  void chooseColours();
  std::string legend() const;
  std::string axis() const;
  std::string commands() const;
  std::string slices() const;
  std::string arrows() const;
};

} // namespace

Painter::Painter(const Trace &T, const Section &S, bool Zoomable)
    : T(T), S(S), Zoomable(Zoomable) {
  for (size_t I = S.First; I < S.Last; ++I) {
    Begin = std::min(Begin, T.Commands[I].Begin);
    End = std::max(End, T.Commands[I].End);
    CountsTasks |= T.Commands[I].CountsTasks;
  }
  End = std::max(End, Begin + 1);
  findLanes();
  chooseSlices();
  chooseColours();
}

void Painter::findLanes() {
  std::set<int> Ordered;
  for (size_t I = S.First; I < S.Last; ++I) {
    for (unsigned W = 0; W < T.Commands[I].Workers.size(); ++W)
      LaneOf[{T.Commands[I].Lane, W}] = 0;
    if (T.Commands[I].isOrdered())
      Ordered.insert(T.Commands[I].Lane);
  }
  bool Several = !LaneOf.empty() &&
                 LaneOf.begin()->first.first != LaneOf.rbegin()->first.first;
  for (auto &[Key, Index] : LaneOf) {
    Index = Lanes.size();
    std::string Name = Ordered.count(Key.first)
                           ? "levels"
                           : "worker " + std::to_string(Key.second);
    if (Several)
      Name = std::to_string(Key.first) + "/" + Name;
    Lanes.push_back({Name});
  }
}

void Painter::chooseSlices() {
  double Pixel = double(End - Begin) / Width;
  for (size_t I = S.First; I < S.Last; ++I) {
    const TracedCommand &Command = T.Commands[I];
    for (unsigned W = 0; W < Command.Workers.size(); ++W)
      for (const Slice &Each : Command.Workers[W]) {
        Deepest = std::max(Deepest, Each.Depth + 1);
        if (Each.Depth < MaximumDepth && Each.length() > 0 &&
            (Zoomable || double(Each.length()) >= Narrowest * Pixel))
          Slices.push_back({&Each, LaneOf.at({Command.Lane, W})});
      }
  }
  if (Slices.size() > MaximumSlices) {
    std::vector<int64_t> Lengths;
    for (const Painted &Each : Slices)
      Lengths.push_back(Each.What->length());
    std::nth_element(Lengths.begin(), Lengths.begin() + MaximumSlices,
                     Lengths.end(), std::greater<int64_t>());
    int64_t Shortest = Lengths[MaximumSlices];
    Slices.erase(std::remove_if(Slices.begin(), Slices.end(),
                                [&](const Painted &Each) {
                                  return Each.What->length() <= Shortest;
                                }),
                 Slices.end());
  }
  for (const Painted &Each : Slices)
    Lanes[Each.Lane].Depth =
        std::max(Lanes[Each.Lane].Depth, Each.What->Depth + 1);
  double Top = 78;
  for (LaneOfPicture &Lane : Lanes) {
    Lane.Top = Top;
    Top += Lane.Depth * RowHeight + LaneGap;
  }
  Height = Top + 6;
}

void Painter::chooseColours() {
  // Those that take most time get the colours that differ most.
  std::map<std::string, int64_t> Time;
  for (const Painted &Each : Slices)
    if (Each.What->What == Slice::Kind::Task)
      Time[Each.What->group()] += Each.What->length();
  std::vector<std::pair<int64_t, std::string>> Order;
  for (auto &[Name, Sum] : Time)
    Order.push_back({-Sum, Name});
  std::sort(Order.begin(), Order.end());
  size_t Count = sizeof(Colours) / sizeof(Colours[0]);
  for (size_t I = 0; I < Order.size(); ++I)
    Colour[Order[I].second] = Colours[std::min(I, Count - 1)];
}

std::string Painter::legend() const {
  std::string Text;
  double X = Left;
  auto Add = [&](const std::string &Name, const std::string &Class,
                 const std::string &Fill) {
    Text += "<rect class=\"" + Class + "\" x=\"" + number(X) +
            "\" y=\"30\" width=\"12\" height=\"12\"" +
            (Fill.empty() ? "" : " fill=\"" + Fill + "\"") + "/>\n<text x=\"" +
            number(X + 17) + "\" y=\"40\">" + escape(Name) + "</text>\n";
    X += 36 + 6.6 * double(Name.size());
  };
  for (const char *Each : Colours)
    for (auto &[Name, Fill] : Colour)
      if (Fill == Each)
        Add(Name, "t", Fill);
  auto Has = [&](Slice::Kind Kind) {
    return std::any_of(Slices.begin(), Slices.end(), [&](const Painted &Each) {
      return Each.What->What == Kind;
    });
  };
  if (Has(Slice::Kind::ShortTasks))
    Add("short tasks", "m", "");
  if (Has(Slice::Kind::Idle))
    Add("idle", "i", "");
  for (bool Steal : {true, false}) {
    if (std::none_of(T.Arrows.begin(), T.Arrows.end(), [&](const Arrow &Each) {
          return Each.Steal == Steal && inSection(Each.Begin);
        }))
      continue;
    std::string Name = Steal ? "steal" : "left and gone on with";
    Text += std::string("<path class=\"") + (Steal ? "s" : "a") + "\" d=\"M" +
            number(X) + " 36h18\"/>\n<text x=\"" + number(X + 24) +
            "\" y=\"40\">" + Name + "</text>\n";
    X += 48 + 6.6 * double(Name.size());
  }
  return Text;
}

/// Round times, about eight of them.
std::string Painter::axis() const {
  double Length = double(End - Begin), Step = 1;
  while (Length / Step > 10) {
    double Power = std::pow(10, std::floor(std::log10(Step) + 1e-9));
    double Digit = std::round(Step / Power);
    Step = Digit == 1 ? 2 * Power : Digit == 2 ? 5 * Power : 10 * Power;
  }
  std::string Text = "<g id=\"axis\">\n";
  for (double Time = 0; Time <= Length; Time += Step) {
    std::string X = number(Left + Width * Time / Length);
    // The first one would be cut off.
    Text += "<path class=\"g\" d=\"M" + X + " 66V" + number(Height - 10) +
            "\"/>\n<text class=\"" + (Time == 0 ? "x z" : "x") + "\" x=\"" + X +
            "\" y=\"62\">" + (Time == 0 ? "0" : timeText(Time, CountsTasks)) +
            "</text>\n";
  }
  return Text + "</g>\n";
}

/// The name of each command above its time, where there are several.
std::string Painter::commands() const {
  std::string Text;
  if (S.Last - S.First < 2)
    return Text;
  for (size_t I = S.First; I < S.Last; ++I) {
    const TracedCommand &Command = T.Commands[I];
    double From = x(Command.Begin), To = x(Command.End);
    Text += "<rect class=\"c\" x=\"" + wide(From) + "\" y=\"66\" width=\"" +
            wide(std::max(To - From, Zoomable ? 0.0 : 0.5)) + "\" height=\"" +
            number(Height - 76) + "\"><title>" + escape(Command.Kernel) + ", " +
            timeText(double(Command.length()), CountsTasks) +
            "</title></rect>\n";
    if (To - From > 7.0 * double(Command.Kernel.size()))
      Text += "<text class=\"k\" x=\"" + wide(From + 2) + "\" y=\"75\">" +
              escape(Command.Kernel) + "</text>\n";
  }
  return Text;
}

std::string Painter::slices() const {
  std::string Text;
  for (const Painted &Each : Slices) {
    const Slice &What = *Each.What;
    double From = x(What.Begin), Wide = x(What.End) - From;
    const char *Class = What.What == Slice::Kind::Idle         ? "i"
                        : What.What == Slice::Kind::ShortTasks ? "m"
                                                               : "t";
    Text += std::string("<rect class=\"") + Class + "\" x=\"" + wide(From) +
            "\" y=\"" + number(y(Each)) + "\" width=\"" + wide(Wide) +
            "\" height=\"" + number(RowHeight - 1) + "\"";
    if (Zoomable && What.What != Slice::Kind::Idle)
      Text += " data-name=\"" + escape(What.Name) + "\"";
    if (What.What == Slice::Kind::Task)
      Text += std::string(" fill=\"") + Colour.at(What.group()) + "\"" +
              (What.IsOdd ? " fill-opacity=\"0.6\"" : "");
    Text += "><title>" + escape(What.Name) + ", " +
            timeText(double(What.length()), CountsTasks) +
            (What.Start.empty() ? "" : ", " + escape(What.Start)) +
            "</title></rect>\n";
    if (What.What != Slice::Kind::Idle &&
        Wide > 6.2 * double(What.Name.size()) + 6)
      Text += "<text class=\"l\" x=\"" + number(From + 3) + "\" y=\"" +
              number(y(Each) + 11.5) + "\">" + escape(What.Name) + "</text>\n";
  }
  return Text;
}

std::string Painter::arrows() const {
  std::string Text;
  for (const Arrow &Each : T.Arrows) {
    auto From = LaneOf.find({Each.Lane, Each.From}),
         To = LaneOf.find({Each.Lane, Each.To});
    if (!inSection(Each.Begin) || !inSection(Each.End) ||
        From == LaneOf.end() || To == LaneOf.end())
      continue;
    double X1 = x(Each.Begin), X2 = x(Each.End);
    // From the near side of one lane to that of the other one.
    bool Down = From->second < To->second;
    const LaneOfPicture &A = Lanes[From->second], &B = Lanes[To->second];
    double Y1 = Down ? A.Top + A.Depth * RowHeight - 4 : A.Top + 4;
    double Y2 = Down ? B.Top + 3 : B.Top + 5;
    Text += std::string("<path class=\"") + (Each.Steal ? "s" : "a") +
            "\" d=\"M" + wide(X1) + " " + number(Y1) + "L" + wide(X2) + " " +
            number(Y2) + "\"><title>" +
            (Each.Steal ? "worker " + std::to_string(Each.To) +
                              " steals from worker " + std::to_string(Each.From)
                        : "worker " + std::to_string(Each.To) +
                              " goes on with what worker " +
                              std::to_string(Each.From) + " left") +
            "</title></path>\n";
  }
  return Text;
}

static const char Style[] = R"(
text{font:11px sans-serif;fill:#222}
.h{font:bold 13px sans-serif}.x{text-anchor:middle;fill:#666;font-size:10px}
.z{text-anchor:start}.n{text-anchor:end}.l{font-size:10px;pointer-events:none}.k{font-size:9px;fill:#666}
.t,.m{stroke:#fff;stroke-width:.4}.m{fill:#8a8f98}.i{fill:#eceef1}
.g{stroke:#ddd;stroke-width:.6}.c{fill:none;stroke:#c6ccd4;stroke-width:.6}
.s{stroke:#c02020;stroke-width:1.3;fill:none;marker-end:url(#sh)}
.a{stroke:#3050b0;stroke-width:1.1;fill:none;stroke-dasharray:3 2;marker-end:url(#ah)}
)";

std::string Painter::svg() const {
  auto Head = [](const char *Id, const char *Fill) {
    return std::string("<marker id=\"") + Id +
           "\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" "
           "markerHeight=\"7\" orient=\"auto\" markerUnits=\"userSpaceOnUse\">"
           "<path d=\"M0 0L8 4L0 8z\" fill=\"" +
           Fill + "\"/></marker>";
  };
  // For the script of the page.
  std::string Length;
  if (Zoomable)
    Length = " data-length=\"" + std::to_string(End - Begin) + "\"" +
             (CountsTasks ? " data-tasks=\"\"" : "");
  std::string W = number(Left + Width + Right), H = number(Height);
  std::string Text = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + W +
                     "\" height=\"" + H + "\" viewBox=\"0 0 " + W + " " + H +
                     "\"" + Length + ">\n<style>" + Style + "</style>\n<defs>" +
                     Head("sh", "#c02020") + Head("ah", "#3050b0") +
                     "<clipPath id=\"plot\"><rect x=\"" + number(Left - 1) +
                     "\" y=\"50\" width=\"" + number(Width + 1) +
                     "\" height=\"" + H + "\"/></clipPath></defs>\n" +
                     "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n" +
                     "<text class=\"h\" x=\"" + number(Left) + "\" y=\"18\">" +
                     escape(S.Title) + "</text>\n" + legend();
  if (Deepest > MaximumDepth)
    Text += "<text class=\"n\" id=\"rows\" x=\"" + number(Left + Width) +
            "\" y=\"18\">the upper " + std::to_string(MaximumDepth) + " of " +
            std::to_string(Deepest) + " rows</text>\n";
  for (const LaneOfPicture &Lane : Lanes)
    Text += "<text class=\"n\" x=\"" + number(Left - 8) + "\" y=\"" +
            number(Lane.Top + 12) + "\">" + Lane.Name + "</text>\n";
  // Where nothing is painted a worker has not begun, or has ended.
  for (const LaneOfPicture &Lane : Lanes)
    Text += "<path class=\"g\" d=\"M" + number(Left) + " " +
            number(Lane.Top + Lane.Depth * RowHeight + LaneGap / 2) + "H" +
            number(Left + Width) + "\"/>\n";
  return Text + "<g id=\"zoom\" clip-path=\"url(#plot)\">\n" + axis() +
         slices() + commands() + arrows() + "</g>\n</svg>\n";
}

std::string tasklet::paintSvg(const Trace &T, const Section &S) {
  return Painter(T, S, /*Zoomable=*/false).svg();
}

/// Stretches the picture, but neither its text nor its lines: every x is kept
/// as it was, and computed anew; names of tasks and the axis are written anew.
static const char Script[] = R"(
const group = document.getElementById('zoom'), svg = group.ownerSVGElement;
const axis = document.getElementById('axis'), left = 84, width = 1000;
const time = +svg.dataset.length, tasks = 'tasks' in svg.dataset;
let from = left, scale = 1, waits = false;
group.querySelectorAll('.l').forEach(e => e.remove());
const parts = [...group.querySelectorAll('rect,text,path')]
  .filter(e => !axis.contains(e)).map(e => ({
    e, x: +e.getAttribute('x'), w: +e.getAttribute('width'),
    d: e.getAttribute('d'),
    name: e.dataset.name}));
// Between commands there may be nothing for long.
const commands = parts.filter(p => p.e.classList.contains('c'));
const make = (name, inside, values, text) => {
  const e = document.createElementNS(svg.namespaceURI, name);
  for (const key in values) e.setAttribute(key, values[key]);
  if (text) e.textContent = text;
  return inside.appendChild(e);
};
const place = x => left + (x - from) * scale;
function label(p, x, w) {
  const start = Math.max(x, left), room = x + w - start;
  const fits = room > 6.2 * p.name.length + 6 && start < left + width;
  if (fits && !p.label)
    p.label = make('text', group, {class: 'l',
      y: +p.e.getAttribute('y') + 11.5}, p.name);
  if (!p.label) return;
  p.label.setAttribute('x', start + 3);
  p.label.setAttribute('display', fits ? 'inline' : 'none');
}
function words(t) {
  if (tasks) return t / 1000 + ' tasks';
  let unit = 0;
  while (t >= 1000 && unit < 3) { t /= 1000; ++unit; }
  return +t.toPrecision(6) + ' ' + ['ns', 'us', 'ms', 's'][unit];
}
function paintAxis() {
  const shown = time / scale, power = 10 ** Math.floor(Math.log10(shown / 10));
  const step = [1, 2, 5, 10].map(n => n * power).find(n => shown / n <= 10);
  const first = (from - left) / width * time, high = svg.viewBox.baseVal.height;
  axis.replaceChildren();
  for (let t = Math.ceil(first / step) * step; t <= first + shown; t += step) {
    const x = left + (t - first) * width / shown;
    make('path', axis, {class: 'g', d: `M${x} 66V${high - 10}`});
    make('text', axis, {class: t ? 'x' : 'x z', x, y: 62}, t ? words(t) : '0');
  }
}
function paint() {
  waits = false;
  for (const p of parts) {
    if (p.d) {
      p.e.setAttribute('d', p.d.replace(/([ML])([-\d.]+)/g,
        (m, c, x) => c + place(+x).toFixed(2)));
      continue;
    }
    const x = place(p.x), w = Math.max(0.3, p.w * scale);
    p.e.setAttribute('x', x.toFixed(2));
    if (p.w) p.e.setAttribute('width', w.toFixed(2));
    if (p.name) label(p, x, w);
  }
  paintAxis();
}
function show() {
  scale = Math.min(Math.max(scale, 1), 1e5);
  from = Math.min(Math.max(from, left), left + width - width / scale);
  if (!waits) { waits = true; requestAnimationFrame(paint); }
}
const at = event => {
  const p = svg.createSVGPoint();
  p.x = event.clientX;
  return p.matrixTransform(svg.getScreenCTM().inverse()).x;
};
svg.addEventListener('wheel', event => {
  event.preventDefault();
  const x = at(event), here = from + (x - left) / scale;
  scale *= Math.exp(-event.deltaY / 400);
  scale = Math.min(Math.max(scale, 1), 1e5);
  from = here - (x - left) / scale;
  show();
}, {passive: false});
let grip = null;
svg.addEventListener('mousedown', event => {
  event.preventDefault();
  grip = {x: at(event), from};
});
addEventListener('mousemove', event => {
  if (!grip) return;
  from = grip.from - (at(event) - grip.x) / scale;
  show();
});
addEventListener('mouseup', () => { grip = null; });
svg.addEventListener('dblclick', () => { from = left; scale = 1; show(); });
addEventListener('keydown', event => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const shown = width / scale, middle = from + shown / 2;
  const zoom = by => {
    scale = Math.min(Math.max(scale * by, 1), 1e5);
    from = middle - width / scale / 2;
  };
  const goTo = p => {
    if (!p) return;
    scale = Math.min(width / (1.04 * Math.max(p.w, 0.01)), 1e5);
    from = p.x + p.w / 2 - width / scale / 2;
  };
  const keys = {'+': () => zoom(2), '=': () => zoom(2), '-': () => zoom(0.5),
    'ArrowLeft': () => { from -= shown / 8; },
    'ArrowRight': () => { from += shown / 8; },
    '0': () => { from = left; scale = 1; },
    'n': () => goTo(commands.find(p => scale === 1 || p.x > middle)),
    'p': () => goTo(commands.filter(
      p => scale === 1 || p.x + p.w < middle).pop())};
  if (!(event.key in keys)) return;
  event.preventDefault();
  keys[event.key]();
  show();
});
document.getElementById('how').hidden = false;
paint();
)";

std::string tasklet::paintHtml(const Trace &T, const Section &S,
                               const std::string &Summary) {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta "
         "charset=\"utf-8\">\n<title>" +
         escape(S.Title) +
         "</title>\n<style>\nbody{font:14px sans-serif;margin:1em;"
         "background:#fff;color:#222}\n"
         "pre{background:#f6f7f9;padding:.8em;overflow:auto}\n"
         // Where the window is narrow one scrolls rather than guess.
         "#wide{overflow-x:auto}\nsvg{width:100%;min-width:760px;"
         "max-width:1100px;height:auto;cursor:grab}\n</style>\n</head>\n"
         "<body>\n<div id=\"wide\">\n" +
         Painter(T, S, /*Zoomable=*/true).svg() +
         "</div>\n<p><span id=\"how\" hidden>Wheel, + and -: zoom. Drag, "
         "arrow keys: move. Double click, 0: all of it. " +
         (S.Last - S.First > 1 ? "n, p: the next and the previous command. "
                               : "") +
         "</span>A slice says "
         "what it is when the mouse rests on it.</p>\n<pre>" +
         escape(Summary) + "</pre>\n<script>" + Script +
         "</script>\n</body>\n</html>\n";
}
