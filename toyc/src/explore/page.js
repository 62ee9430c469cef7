"use strict";
// data.texts are the texts of lines; data.lines are [text, line, column, line, column...]: the locations
// in the source that a line comes from, innermost first. Stages and steps are lists of such lines.

const $ = (id) => document.getElementById(id);
const make = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};

// Whether the page has an editor: on a server, or with the interpreter in the page.
const local = document.getElementById("engine") ? playground : null;
const editable = Boolean(server || local);

// Lines on the page that come from a line of the source, by the number of that line.
let linked = new Map();
let pinned = null;
let sourceLines = [];
let states = [];
let step = 0;
let hidden = new Set();

// ---- Lines

const TOKENS = {
  source: /(#.*)|\b(def|return|var|struct|for|in|if|else|while|break|continue|import|and|or|not)\b|\b(\d[\d.]*(?:e[+-]?\d+)?)\b/g,
  stage: /(\/\/.*|^;.*|#\d*$)|((?:\b[a-z_]+\.)+[a-z_]+|\b(?:func|return|module|define|declare|call|load|store|br|ret)\b)|([%@$][\w.]+)/g,
};

function colored(text, kind, mark = null) {
  const parts = [];
  let at = 0;
  const plain = (end) => {
    if (end > at) parts.push(text.slice(at, end));
    at = end;
  };
  if (mark) {
    plain(mark[0]);
    parts.push(make("mark", { textContent: text.slice(mark[0], mark[1]) }));
    at = mark[1];
    plain(text.length);
    return parts;
  }
  for (const found of text.matchAll(TOKENS[kind])) {
    if (found.index < at) continue;
    plain(found.index);
    const name = found[1] ? "c" : found[2] ? "w" : "n";
    parts.push(make("span", { className: name, textContent: found[0] }));
    at = found.index + found[0].length;
  }
  plain(text.length);
  return parts;
}

// Stages of more lines have no colours, which would take longer than everything else.
const MOST_COLORED = 4000;

// Fills a list with lines, and makes it as wide as the longest.
function fill(list, items) {
  list.replaceChildren();
  let width = 0;
  items.forEach((item, index) => {
    item.dataset.number = index + 1;
    const text = item.textContent;
    // Characters beyond ASCII may be twice as wide.
    width = Math.max(width, text.length + text.replace(/[ -~]/g, "").length);
    list.append(item);
  });
  list.style.width = `calc(${width}ch + 3.6em + 20px)`;
}

// A line of a stage; `locations` are pairs of a line and a column.
function stageLine(number, className = "", isColored = true) {
  const [text, ...locations] = data.lines[number];
  const parts = isColored ? colored(data.texts[text], "stage") : [data.texts[text]];
  const item = make("li", { className }, ...parts);
  item.locations = [];
  for (let i = 0; i < locations.length; i += 2) item.locations.push([locations[i], locations[i + 1]]);
  item.locations.forEach(([line], index) => {
    if (!linked.has(line)) linked.set(line, []);
    linked.get(line).push([item, index === 0 ? "hit" : "call"]);
  });
  return item;
}

// ---- Links

let lit = [];
let marked = null;

function light(line, from = null) {
  for (const item of lit) item.classList.remove("hit", "call");
  lit = [];
  const add = (item, name) => {
    if (!item) return;
    item.classList.add(name);
    lit.push(item);
  };
  add(sourceLines[line - 1], "hit");
  // Hits win over calls where a line is both.
  for (const [item, name] of linked.get(line) || []) if (name === "call") add(item, name);
  for (const [item, name] of linked.get(line) || []) if (name === "hit") add(item, name);
  if (from) for (const [other] of from.locations.slice(1)) add(sourceLines[other - 1], "call");
  mark(from ? from.locations[0] : null);
}

// Marks the token of the source that an op comes from.
function mark(location) {
  if (marked) {
    const text = marked.textContent;
    marked.replaceChildren(...colored(text, "source"));
    marked = null;
  }
  const item = location && sourceLines[location[0] - 1];
  if (!item) return;
  const text = item.textContent;
  // Columns count bytes.
  const bytes = new TextEncoder().encode(text).slice(0, location[1] - 1);
  const start = new TextDecoder().decode(bytes).length;
  const token = /^(?:[\w.]+|\s*\S)/.exec(text.slice(start));
  if (!token) return;
  item.replaceChildren(...colored(text, "source", [start, start + token[0].length]));
  marked = item;
}

function relight() {
  if (pinned) light(pinned);
  else light(0);
}

function pin(line, scrolls = true) {
  sourceLines.forEach((item, index) => {
    item.classList.toggle("pin", index + 1 === line);
    item.setAttribute("aria-selected", index + 1 === line);
  });
  pinned = line || null;
  $("source").setAttribute("aria-activedescendant", line ? `source-${line}` : "");
  relight();
  if (!line || !scrolls) return;
  for (const list of document.querySelectorAll("#columns .code, #step-code")) {
    const first = list.querySelector(".hit") || list.querySelector(".call");
    const box = list.parentElement;
    if (first) box.scrollTop = first.offsetTop - box.clientHeight / 3;
  }
}

function listen(list) {
  list.addEventListener("mouseover", (event) => {
    const item = event.target.closest("li");
    if (item && item.locations && item.locations.length) light(item.locations[0][0], item);
  });
  list.addEventListener("mouseleave", relight);
  list.addEventListener("click", (event) => {
    const item = event.target.closest("li");
    if (!item || !item.locations || !item.locations.length) return;
    const [line] = item.locations[0];
    pin(line, false);
    sourceLines[line - 1].scrollIntoView({ block: "nearest" });
    mark(item.locations[0]);
  });
}

// ---- The source

function showSource() {
  const list = $("source");
  const lines = data.source.replace(/\n$/, "").split("\n");
  sourceLines = lines.map((text, index) =>
    make("li", { id: `source-${index + 1}`, role: "option" }, ...colored(text, "source")));
  fill(list, sourceLines);
  for (const found of (data.messages || "").matchAll(/^[^\n]*?:(\d+):\d+: error/gm)) {
    sourceLines[found[1] - 1]?.classList.add("wrong");
  }
  marked = null;
}

function sourceLineAt(event) {
  const item = sourceLines.find((item) => {
    const { top, bottom } = item.getBoundingClientRect();
    return event.clientY >= top && event.clientY < bottom;
  });
  return sourceLines.indexOf(item) + 1;
}

function listenToSource() {
  const box = $("source-box");
  box.addEventListener("mousemove", (event) => {
    const line = sourceLineAt(event);
    if (line) light(line);
  });
  box.addEventListener("mouseleave", relight);
  box.addEventListener("click", (event) => {
    const line = sourceLineAt(event);
    pin(line === pinned && !editable ? null : line);
  });
  $("source").addEventListener("keydown", (event) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") pin(null);
    if (!move) return;
    event.preventDefault();
    const line = Math.min(Math.max((pinned || 0) + move, 1), sourceLines.length);
    pin(line);
    sourceLines[line - 1].scrollIntoView({ block: "nearest" });
  });
}

// ---- Stages

function showStages() {
  const stages = data.stages || [];
  $("choice").replaceChildren(...stages.map((stage) => {
    const button = make("button", { textContent: stage.title, title: stage.about, type: "button" });
    button.setAttribute("aria-pressed", !hidden.has(stage.id));
    button.addEventListener("click", () => {
      if (!hidden.delete(stage.id)) hidden.add(stage.id);
      showAll();
    });
    return button;
  }));
  $("columns").replaceChildren(...stages.filter((stage) => !hidden.has(stage.id)).map((stage) => {
    const list = make("ol", { className: "code" });
    const isColored = stage.lines.length <= MOST_COLORED;
    fill(list, stage.lines.map((line) => stageLine(line, "", isColored)));
    listen(list);
    const heading = make("h2", {}, stage.title, make("small", { textContent: stage.about }));
    const scroll = make("div", { className: "scroll", tabIndex: 0 }, list);
    scroll.setAttribute("aria-label", stage.title);
    scroll.setAttribute("role", "region");
    const column = make("div", { className: "column" }, heading, scroll);
    column.dataset.stage = stage.id;
    return column;
  }));
}

// ---- Passes

const STAGE_TITLES = () => new Map((data.stages || []).map((stage) => [stage.id, stage.title]));

// The lines of the module after each step; changes are from the last on, so that locations stay.
function replay() {
  const first = (data.stages || []).find((stage) => stage.id === "toy");
  states = [first ? first.lines : []];
  for (const { changes } of data.steps || []) {
    const lines = states[states.length - 1].slice();
    for (const [from, count, added] of [...changes].reverse()) lines.splice(from, count, ...added);
    states.push(changes.length ? lines : states[states.length - 1]);
  }
}

const time = (us) => `${(us / 1000).toFixed(us < 100000 ? 2 : 0)} ms`;
const stepName = ({ pass, on }) => (on ? `${pass} on @${on}` : pass);

function visibleSteps() {
  const all = (data.steps || []).map((_, index) => index);
  return $("idle").checked ? all : all.filter((index) => data.steps[index].changes.length || data.steps[index].failed);
}

function showSteps() {
  const titles = STAGE_TITLES();
  const items = [];
  let stage = null;
  for (const index of visibleSteps()) {
    const entry = data.steps[index];
    if (entry.stage !== stage) {
      stage = entry.stage;
      items.push(make("li", { className: "group", textContent: `to ${titles.get(stage) || stage}` }));
      items[items.length - 1].setAttribute("role", "presentation");
    }
    const added = entry.changes.reduce((sum, [, , lines]) => sum + lines.length, 0);
    const dropped = entry.changes.reduce((sum, [, count]) => sum + count, 0);
    const size = entry.failed ? "failed" : entry.changes.length ? `+${added} −${dropped}` : "";
    const item = make("li", { className: entry.changes.length ? "" : "idle", id: `step-${index}` },
      make("span", { className: "pass", textContent: stepName(entry) }),
      make("span", { className: "size", textContent: size }),
      make("span", { className: "time", textContent: time(entry.us) }));
    item.setAttribute("role", "option");
    item.setAttribute("aria-selected", index === step);
    item.addEventListener("click", () => select(index));
    items.push(item);
  }
  $("step-list").replaceChildren(...items);
}

const CONTEXT = 3;

function showStep() {
  const entry = (data.steps || [])[step];
  const list = $("step-code");
  for (const item of list.children) forget(item);
  list.replaceChildren();
  const visible = visibleSteps();
  $("previous").disabled = !visible.some((index) => index < step);
  $("next").disabled = !visible.some((index) => index > step);
  $("step-title").textContent = entry ? stepName(entry) : "no pass ran";
  if (!entry) return;
  const lines = states[step];
  const rows = [];
  let at = 0;
  for (const [from, count, added] of entry.changes) {
    while (at < from) rows.push(["same", lines[at++]]);
    for (let i = 0; i < count; i++) rows.push(["drop", lines[at++]]);
    for (const line of added) rows.push(["add", line]);
  }
  while (at < lines.length) rows.push(["same", lines[at++]]);
  const whole = $("whole").checked || !entry.changes.length;
  const near = rows.map(() => whole);
  rows.forEach(([kind], index) => {
    if (kind === "same") return;
    for (let i = Math.max(0, index - CONTEXT); i <= index + CONTEXT && i < rows.length; i++) near[i] = true;
  });
  const items = [];
  const isColored = rows.length <= MOST_COLORED;
  rows.forEach(([kind, line], index) => {
    if (near[index]) items.push(stageLine(line, kind, isColored));
    else if (index === 0 || near[index - 1]) items.push(make("li", { className: "gap", textContent: "..." }));
  });
  fill(list, items);
  list.className = "code diff";
  relight();
}

// Removes a line of the page from the links.
function forget(item) {
  for (const [line] of item.locations || []) {
    linked.set(line, (linked.get(line) || []).filter(([other]) => other !== item));
  }
}

function select(index) {
  step = index;
  for (const item of $("step-list").children) {
    item.setAttribute("aria-selected", item.id === `step-${step}`);
  }
  $("step-list").setAttribute("aria-activedescendant", `step-${step}`);
  $(`step-${step}`)?.scrollIntoView({ block: "nearest" });
  showStep();
}

function move(direction) {
  const visible = visibleSteps();
  const next = direction > 0 ? visible.find((index) => index > step) : visible.findLast((index) => index < step);
  if (next !== undefined) select(next);
}

// ---- Time and memory

function rows(table, head, lines) {
  const cell = (name, value) => {
    const element = make(name, typeof value === "number" ? { className: "share" } : {});
    if (typeof value === "number") {
      const bar = make("div");
      bar.style.width = `${100 * value}%`;
      element.append(bar);
    } else {
      element.textContent = value.replace(/^>/, "");
      if (value.startsWith(">")) element.className = "number";
    }
    return element;
  };
  table.replaceChildren(
    make("tr", {}, ...head.map((value) => cell("th", value))),
    ...lines.map((line) => make("tr", {}, ...line.map((value) => cell("td", value)))),
  );
}

function showCost() {
  const most = (list) => Math.max(1, ...list);
  const times = data.times || [];
  const longest = most(times.map(([, us]) => us));
  rows($("times"), ["part", ">time", ""], times.map(([part, us]) => [part, `>${time(us)}`, us / longest]));
  const sums = new Map();
  for (const { pass, us, changes } of data.steps || []) {
    const sum = sums.get(pass) || { us: 0, runs: 0, changed: 0 };
    sums.set(pass, { us: sum.us + us, runs: sum.runs + 1, changed: sum.changed + (changes.length ? 1 : 0) });
  }
  const sorted = [...sums].sort((a, b) => b[1].us - a[1].us);
  const slowest = most(sorted.map(([, { us }]) => us));
  rows($("pass-times"), ["pass", ">runs", ">changed", ">time", ""], sorted.map(([pass, sum]) =>
    [pass, `>${sum.runs}`, `>${sum.changed}`, `>${time(sum.us)}`, sum.us / slowest]));
  const buffers = data.buffers || [];
  const total = buffers.reduce((sum, { bytes }) => sum + bytes, 0);
  const lines = buffers.map(({ function: name, shape, bytes, line }) =>
    [`@${name}`, shape.length ? `<${shape.join(", ")}>` : "number", `>${bytes.toLocaleString("en")}`, line ? `>${line}` : ">"]);
  rows($("buffers"), ["function", "shape", ">bytes", ">line"],
    [...lines, [`${buffers.length} buffers`, "", `>${total.toLocaleString("en")}`, ">"]]);
}

function showOutput() {
  const { output } = data;
  const parts = [];
  if (data.messages) {
    parts.push(make("span", { className: data.failed ? "error" : "", textContent: data.messages.replaceAll("<stdin>:", "") }));
  }
  if (output) {
    parts.push(output.text);
    if (output.messages) parts.push(make("span", { className: "error", textContent: output.messages.replaceAll("<stdin>:", "") }));
  }
  $("output").replaceChildren(...parts);
  let note = "";
  if (output?.isRunning) note = "running";
  else if (output?.exceeded) note = `cut off: ${output.exceeded}`;
  else if (output) note = `${output.status ? `status ${output.status}, ` : ""}${time(output.us)}${local ? " on the interpreter" : " with its own compilation"}`;
  else if (!data.stages) note = "";
  else if (!data.failed) note = "the program takes arguments, and was not run";
  else note = "not run";
  $("output-note").textContent = note;
}

// ---- All

function showAll() {
  linked = new Map();
  $("name").textContent = editable ? "" : data.name;
  document.title = data.name && !editable ? `${data.name} - toyc explore` : "toyc explore";
  showSource();
  showStages();
  replay();
  showSteps();
  showStep();
  showCost();
  showOutput();
  if (pinned > sourceLines.length) pinned = null;
  pin(pinned, false);
}

function show(view) {
  for (const name of ["stages", "passes", "cost"]) {
    $(name).hidden = name !== view;
    $(`tab-${name}`).setAttribute("aria-selected", name === view);
    $(`tab-${name}`).tabIndex = name === view ? 0 : -1;
  }
}

const TABS = ["stages", "passes", "cost"];
TABS.forEach((name, index) => {
  $(`tab-${name}`).addEventListener("click", () => show(name));
  $(`tab-${name}`).addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const next = TABS[(index + by + TABS.length) % TABS.length];
    show(next);
    $(`tab-${next}`).focus();
  });
});
$("previous").addEventListener("click", () => move(-1));
$("next").addEventListener("click", () => move(1));
$("idle").addEventListener("change", () => { showSteps(); showStep(); });
$("whole").addEventListener("change", showStep);
$("passes").addEventListener("keydown", (event) => {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!by || event.target.type === "checkbox") return;
  event.preventDefault();
  move(by);
});
listenToSource();
listen($("step-code"));

// ---- The editor

function fit() {
  const editor = $("editor");
  const lines = editor.value.split("\n");
  editor.style.minHeight = `${lines.length * 1.5 + 1}em`;
  editor.style.minWidth = `${Math.max(...lines.map((line) => line.length)) + 6}ch`;
}

function edited() {
  data.source = $("editor").value;
  data.messages = "";
  linked = new Map();
  pinned = null;
  showSource();
  $("columns").replaceChildren();
  // What the last program still does is not shown.
  programs++;
  local?.stop();
  busy(false);
  $("state").textContent = "changed";
  fit();
}

// What a server makes of a program.
async function* compileThere(source, level) {
  const answer = await fetch(server, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ source, level }),
  }).catch((error) => { throw new Error(`the server did not answer: ${error.message}`); });
  if (!answer.ok) throw new Error(`the server did not answer: ${(await answer.text()).trim()}`);
  yield await answer.json();
}

// Counts the programs, since an answer may come after the next one.
let programs = 0;

function busy(isBusy) {
  $("run").disabled = isBusy;
  $("stop").hidden = !local;
  $("stop").disabled = !isBusy;
}

async function compile(event) {
  event?.preventDefault();
  const program = ++programs;
  busy(true);
  $("state").textContent = "compiling";
  const source = $("editor").value;
  let isFirst = true;
  try {
    for await (const found of (local?.compile || compileThere)(source, $("level").value)) {
      if (program !== programs) return;
      data = found;
      data.source = source;
      if (isFirst) {
        step = 0;
        showAll();
        select(visibleSteps()[0] || 0);
      } else {
        showOutput();
      }
      isFirst = false;
      if (!data.output?.isRunning) performance.mark("result");
      $("state").textContent = data.output?.isRunning ? "running" : data.failed ? "the program is wrong" : "done";
    }
  } catch (error) {
    if (program === programs) $("state").textContent = error.message;
  }
  if (program === programs) busy(false);
}

async function makeLink() {
  history.replaceState(null, "", await local.link($("editor").value));
  try {
    await navigator.clipboard.writeText(location.href);
    $("state").textContent = "the link is copied";
  } catch {
    $("state").textContent = "the address of this page is the link";
  }
}

// The page has the result of its first program, so that it is there at once. The times are those
// of this browser.
async function measure() {
  let last = null;
  for await (const found of local.compile(data.source, $("level").value)) last = found;
  if (programs || !last?.stages?.length) return;
  data = last;
  showAll();
  select(step);
  performance.mark("measured");
}

// Shows and runs the program of the link, if there is one.
async function openLink() {
  const program = await local.carried();
  if (program === null) return;
  $("editor").value = program;
  edited();
  compile();
}

if (editable) {
  $("controls").hidden = false;
  $("editor").hidden = false;
  $("editor").value = data.source;
  $("editor").addEventListener("input", edited);
  $("editor").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) compile(event);
  });
  $("editor").addEventListener("keyup", (event) => {
    if (!event.key.startsWith("Arrow")) return;
    const { value, selectionStart } = $("editor");
    pin(value.slice(0, selectionStart).split("\n").length);
  });
  $("source").tabIndex = -1;
  $("source").setAttribute("aria-hidden", "true");
  $("level").addEventListener("change", compile);
  $("controls").addEventListener("submit", compile);
  $("stop").addEventListener("click", () => local.stop());
  $("link").addEventListener("click", makeLink);
  $("link").hidden = !local;
  busy(false);
  fit();
}
if (local?.hasLink()) data = { source: "" };
showAll();
select(visibleSteps()[0] || 0);
show("stages");
if (local) {
  addEventListener("hashchange", openLink);
  if (local.hasLink()) {
    openLink();
  } else {
    $("state").textContent = "done";
    performance.mark("result");
    measure();
  }
}
