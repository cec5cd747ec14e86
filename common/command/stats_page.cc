#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/text.h"
#include "command/stats.h"

namespace synapse {
namespace {

constexpr const char* kHead = R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
      content="default-src 'none'; style-src 'unsafe-inline'">
<title>Synapse: what suggestions saved</title>
<style>
:root { color-scheme: light dark; --text: #1d2330; --soft: #5d6675;
  --page: #f7f8fa; --card: #fff; --line: #dfe3ea; --bar: #2f6fdb; --rest: #e3e9f3; }
@media (prefers-color-scheme: dark) { :root { --text: #e6e9ef; --soft: #9aa4b5;
  --page: #14171d; --card: #1c2129; --line: #2d343f; --bar: #6ea0f5; --rest: #2a323e; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 2rem 1rem; background: var(--page); color: var(--text);
  font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: auto; display: grid; gap: 1rem;
  grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); }
header, .wide { grid-column: 1 / -1; }
h1 { font-size: 1.3rem; margin: 0; } h2 { font-size: 1rem; margin: 0 0 .6rem; }
section { background: var(--card); border: 1px solid var(--line);
  border-radius: 10px; padding: 1rem 1.2rem; overflow-x: auto; }
.big { display: flex; gap: 2.5rem; flex-wrap: wrap; }
.big b { display: block; font-size: 2rem; line-height: 1.2; }
.soft, th { color: var(--soft); font-weight: normal; }
table { width: 100%; border-collapse: collapse; }
td, th { padding: .15rem .4rem; text-align: right; white-space: nowrap; }
td:first-child, th:first-child { text-align: left; max-width: 18rem;
  overflow: hidden; text-overflow: ellipsis; }
code { font: 13px ui-monospace, monospace; }
.bar { background: var(--rest); border-radius: 3px; min-width: 6rem; }
.bar i { display: block; height: .7rem; border-radius: 3px; background: var(--bar); }
svg { width: 100%; height: 9rem; } rect { fill: var(--bar); }
text { fill: var(--soft); font-size: 10px; }
</style></head><body><main>
)";

std::string Escaped(std::string_view text) {
  std::string out;
  for (char c : Drawable(text)) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
  }
  return out;
}

std::string PageNumber(double value, int digits = 0) {
  char text[64];
  snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string PagePercent(double share) { return PageNumber(share * 100) + " %"; }

double Share(size_t part, size_t all) {
  return all ? static_cast<double>(part) / static_cast<double>(all) : 0;
}

std::string Bar(double share) {
  return "<div class=\"bar\"><i style=\"width:" + PageNumber(share * 100, 1) +
         "%\"></i></div>";
}

std::string Cell(const std::string& html) { return "<td>" + html + "</td>"; }
std::string Cell(size_t n) { return Cell(std::to_string(n)); }

class Page {
 public:
  explicit Page(const StatsView& view) : s_(view.stats), v_(view) {}

  std::string Write() {
    out_ = kHead;
    Summary();
    if (s_.all().lines > 0) {
      Days();
      Matches();
      Positions();
      Sources();
      Llm();
      Rows("Commands", s_.command_rows());
      Rows("Directories", s_.directories());
      Ignored();
      Negative();
    } else {
      Llm();
    }
    return out_ + "</main></body></html>\n";
  }

 private:
  void Begin(const char* title, const char* of = "") {
    out_ += "<section" + std::string(of) + "><h2>" + title + "</h2>\n";
  }
  void End() { out_ += "</section>\n"; }
  void Row(const std::string& cells) { out_ += "<tr>" + cells + "</tr>\n"; }

  void Summary() {
    const StatsRow& all = s_.all();
    out_ += "<header><h1>Synapse</h1><p class=\"soft\">" +
            DayName(v_.from_ms / 1000) + " to " + DayName(v_.to_ms / 1000) +
            ", " + std::to_string(s_.commands()) + " commands</p></header>\n";
    out_ += "<section class=\"wide big\"><div><b>" +
            std::to_string(all.keys_saved) +
            "</b>keys not typed</div><div><b>" + TimeSaved(all.keys_saved) +
            "</b>saved, at 0.2 s a key</div><div><b>" +
            PagePercent(all.accepted()) + "</b>of " +
            std::to_string(all.lines) + " lines were suggested</div><div><b>" +
            std::to_string(all.taken) + "</b>taken by a key</div></section>\n";
  }

  void Days() {
    Begin("Keys not typed, by day", " class=\"wide\"");
    constexpr double kWidth = 800, kHeight = 100;
    size_t most = 1;
    for (const auto& [day, row] : s_.days()) {
      most = std::max(most, row.keys_saved);
    }
    const double step = kWidth / static_cast<double>(s_.days().size());
    out_ +=
        "<svg viewBox=\"0 0 800 120\" preserveAspectRatio=\"none\" "
        "role=\"img\" aria-label=\"keys by day\">\n";
    double x = 0;
    for (const auto& [day, row] : s_.days()) {
      const double height = Share(row.keys_saved, most) * kHeight;
      out_ += "<rect x=\"" + PageNumber(x + step * .1, 1) + "\" y=\"" +
              PageNumber(kHeight - height, 1) + "\" width=\"" +
              PageNumber(std::min(step * .8, 60.0), 1) + "\" height=\"" +
              PageNumber(height, 1) + "\" rx=\"2\"><title>" + DayName(day) +
              ": " + std::to_string(row.keys_saved) + " keys, " +
              std::to_string(row.lines) + " lines</title></rect>\n";
      x += step;
    }
    out_ += "</svg><div class=\"soft\">" + DayName(s_.days().begin()->first) +
            " to " + DayName(s_.days().rbegin()->first) + ", at most " +
            std::to_string(most) + " keys a day</div>\n";
    End();
  }

  void Matches() {
    Begin("The line that ran was");
    out_ +=
        "<table><tr><th></th><th></th><th>lines</th><th>thought</th></tr>\n";
    for (const auto& [match, label] : kMatchLabels) {
      const double thought =
          static_cast<double>(s_.thinking(match).Quantile(0.5)) / 1000;
      Row(Cell(label) + Cell(Bar(Share(s_.all().of(match), s_.all().lines))) +
          Cell(s_.all().of(match)) + Cell(PageNumber(thought, 1) + " s"));
    }
    out_ += "</table>\n";
    End();
  }

  void Positions() {
    Begin("Position of the suggestion that ran");
    const size_t all = s_.all().of(MatchType::kExact);
    out_ += "<table>\n";
    for (size_t i = 0; i < s_.positions().size(); ++i) {
      const size_t n = s_.positions()[i];
      if (n == 0) continue;
      Row(Cell(i + 1) + Cell(Bar(Share(n, all))) + Cell(n) +
          Cell(PagePercent(Share(n, all))));
    }
    out_ += "</table>\n";
    End();
  }

  void Sources() {
    Begin("Sources");
    out_ +=
        "<table><tr><th></th><th>taken</th><th>changed</th>"
        "<th>dismissed</th><th>skipped</th><th>keys</th></tr>\n";
    for (const auto& [name, row] : s_.sources()) {
      Row(Cell(name.empty() ? "unknown" : Escaped(name)) + Cell(row.taken) +
          Cell(row.changed) + Cell(row.dismissed) + Cell(row.skipped) +
          Cell(row.keys_saved));
    }
    out_ += "</table>\n";
    End();
  }

  void Llm() {
    if (s_.llm_versions().empty()) return;
    Begin("Language model, by prompt");
    out_ +=
        "<table><tr><th></th><th>answers</th><th>seen</th><th>run</th>"
        "<th>p50</th><th>p90</th><th>tokens</th></tr>\n";
    for (const auto& [version, row] : s_.llm_versions()) {
      const Histogram& latency = row.latency_ms;
      auto seconds = [&latency](double share) {
        const auto ms = static_cast<double>(latency.Quantile(share));
        return Cell(PageNumber(ms / 1000, 1) + " s");
      };
      Row(Cell(Escaped(version)) + Cell(row.answers) + Cell(row.seen) +
          Cell(row.accepted) + seconds(0.5) + seconds(0.9) +
          Cell(row.prompt_tokens + row.answer_tokens));
    }
    out_ += "</table>\n";
    End();
  }

  void Rows(const char* title, const std::map<std::string, StatsRow>& rows) {
    Begin(title);
    out_ +=
        "<table><tr><th></th><th>lines</th><th>suggested</th><th>keys</th>"
        "<th></th></tr>\n";
    const auto top = TopRows(rows, 10);
    for (const auto& [name, row] : top) {
      Row(Cell("<code>" + Escaped(name) + "</code>") + Cell(row.lines) +
          Cell(PagePercent(row.accepted())) + Cell(row.keys_saved) +
          Cell(Bar(Share(row.keys_saved, top[0].second.keys_saved))));
    }
    out_ += "</table>\n";
    End();
  }

  void Ignored() {
    const auto top = TopIgnored(s_, 10);
    if (top.empty()) return;
    Begin("First suggestions that did not run");
    out_ += "<table>\n";
    for (const auto& [text, n] : top) {
      Row(Cell("<code>" + Escaped(text) + "</code>") + Cell(n));
    }
    out_ += "</table>\n";
    End();
  }

  void Negative() {
    Begin("Suggestions that were not good enough");
    const NegativeSignals& n = s_.negative();
    out_ += "<table>\n";
    for (const auto& [name, count] :
         {std::pair("seen and not taken", n.viewed_and_rejected),
          std::pair("on show for ten seconds, and another line ran",
                    n.long_thought_and_rejected),
          std::pair("cycled three times or more", n.cycled_often),
          std::pair("taken and then changed", n.changed),
          std::pair("cycled back to an earlier one", n.cycled_back)}) {
      Row(Cell(name) + Cell(count));
    }
    out_ += "</table>\n";
    End();
  }

  const Stats& s_;
  const StatsView& v_;
  std::string out_;
};

}  // namespace

std::string StatsPage(const StatsView& view) { return Page(view).Write(); }

}  // namespace synapse
