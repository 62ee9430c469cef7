// Opens the pages as a user does, and checks what it shows. Playwright waits for what it is asked
// for, so nothing here waits for a time.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";

const [toyc, repository, playground, folder, pictures] = process.argv.slice(2);
const profile = mkdtempSync(join(tmpdir(), "toyc-browser-"));
const browser = await chromium.launchPersistentContext(profile, {
  executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  headless: true,
  viewport: { width: 1600, height: 900 },
  args: [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
  ],
});
let server = null;
const done = [];

async function check(name, body) {
  await body();
  done.push(name);
  console.log(`ok ${name}`);
}

// A new page; what it reports and what it asks the network for is wrong.
async function open(address) {
  const page = await browser.newPage();
  page.wrong = [];
  page.on("pageerror", (error) => page.wrong.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") page.wrong.push(message.text());
  });
  page.on("request", (request) => {
    const url = request.url();
    const own = new URL(address);
    if (!/^(data|blob):/.test(url) && new URL(url).host !== own.host) page.wrong.push(url);
  });
  await page.goto(address);
  return page;
}

const lit = (page, stage) => page.locator(`[data-stage="${stage}"] li.hit`);
const picture = (page, name) => page.screenshot({ path: join(folder, `${name}.png`) });

// The pictures of the book are as small as can be read.
const BOOK = { width: 1280, height: 640 };

async function bookPicture(page, name) {
  if (!pictures) return;
  await page.setViewportSize(BOOK);
  await page.screenshot({ path: join(pictures, `${name}.png`) });
  await page.setViewportSize({ width: 1600, height: 900 });
}

async function staticPage() {
  const file = join(folder, "page.html");
  execFileSync(toyc, ["explore", "examples/multiply_transpose.toy", "-o", file], { cwd: repository });
  const page = await open(pathToFileURL(file).href);
  await check("every stage is a column", async () => {
    const stages = await page.locator(".column").evaluateAll((all) => all.map((one) => one.dataset.stage));
    assert.deepEqual(stages, [
      "ast", "toy", "inferred", "affine", "std", "llvm-dialect", "llvm", "optimized", "asm",
    ]);
  });
  await check("a line of the source is linked to LLVM IR", async () => {
    await page.locator("#source li").nth(4).hover();
    assert.match(await page.locator("#source li").nth(4).textContent(), /transpose\(a\) \* transpose\(b\)/);
    const ir = await lit(page, "llvm").allTextContents();
    assert.ok(ir.some((line) => line.includes("fmul double")), ir.join("\n"));
    const affine = await lit(page, "affine").allTextContents();
    assert.ok(affine.some((line) => line.includes("mulf")), affine.join("\n"));
    assert.ok(!affine.some((line) => line.includes("toy.print")));
    await page.locator("#source li").nth(4).click();
    await page.locator("h1").hover();
    assert.ok(await lit(page, "asm").count() > 0, "a selected line stays lit");
    await picture(page, "stages");
    await bookPicture(page, "stages");
  });
  await check("a line of LLVM IR is linked to the source", async () => {
    const multiplication = page.locator('[data-stage="llvm"] li', { hasText: "fmul double" });
    await multiplication.hover();
    assert.deepEqual(await page.locator("#source mark").allTextContents(), ["transpose"]);
    assert.match(await page.locator("#source li.hit").textContent(), /return transpose/);
    assert.match(await page.locator("#source li.call").first().textContent(), /print\(/);
    await multiplication.click();
    assert.equal(await page.locator("#source li.pin").count(), 1);
  });
  await check("the arrow keys select lines", async () => {
    await page.locator("#source").focus();
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("#source li.pin").count(), 0);
    for (let i = 0; i < 10; i++) await page.keyboard.press("ArrowDown");
    assert.match(await page.locator("#source li.pin").textContent(), /var a = /);
    assert.ok(await lit(page, "toy").count() > 0);
  });
  await check("stages are hidden and shown", async () => {
    await page.getByRole("button", { name: "Syntax tree" }).click();
    assert.equal(await page.locator(".column").count(), 8);
    await page.getByRole("button", { name: "Syntax tree" }).click();
    assert.equal(await page.locator(".column").count(), 9);
  });
  await check("passes are stepped through", async () => {
    await page.getByRole("tab", { name: "Passes" }).click();
    const first = await page.locator("#step-title").textContent();
    assert.ok(await page.locator("#step-code li.add, #step-code li.drop").count() > 0);
    await page.getByRole("button", { name: /Next/ }).click();
    assert.notEqual(await page.locator("#step-title").textContent(), first);
    await page.getByRole("button", { name: /Previous/ }).click();
    assert.equal(await page.locator("#step-title").textContent(), first);
    assert.ok(await page.getByRole("button", { name: /Previous/ }).isDisabled());
    const titles = [];
    while (await page.getByRole("button", { name: /Next/ }).isEnabled()) {
      await page.getByRole("button", { name: /Next/ }).click();
      titles.push(await page.locator("#step-title").textContent());
    }
    assert.ok(titles.some((title) => title.includes("affine-loop-fusion")), titles.join());
    await page.locator("#step-list li", { hasText: "affine-loop-fusion" }).first().click();
    assert.ok(await page.locator("#step-code li.drop").count() > 0);
    await picture(page, "passes");
    await bookPicture(page, "passes");
    await page.locator("#step-code li.add").first().hover();
    assert.ok(await page.locator("#source li.hit").count() > 0);
    const shown = await page.locator("#step-list li[role=option]").count();
    await page.locator("#idle").check();
    assert.ok(await page.locator("#step-list li[role=option]").count() > shown);
    await page.locator("#whole").check();
    assert.equal(await page.locator("#step-code li.gap").count(), 0);
  });
  await check("time, buffers and output are shown", async () => {
    await page.getByRole("tab", { name: "Time and memory" }).click();
    assert.match(await page.locator("#buffers").textContent(), /@main<3, 2>48/);
    assert.match(await page.locator("#pass-times").textContent(), /canonicalize/);
    assert.equal(
      await page.locator("#output").textContent(),
      "1.000000 16.000000 \n4.000000 25.000000 \n9.000000 36.000000 \n",
    );
    await picture(page, "cost");
  });
  await check("the page is usable in the dark and on a narrow screen", async () => {
    await page.emulateMedia({ colorScheme: "dark" });
    await page.getByRole("tab", { name: "Stages" }).click();
    await page.locator("#source li").nth(4).click();
    await picture(page, "dark");
    await page.setViewportSize({ width: 420, height: 800 });
    await picture(page, "narrow");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
  });
  assert.deepEqual(page.wrong, []);
  await page.close();
}

async function servedPage() {
  server = spawn(toyc, ["explore", "--serve"], { stdio: ["ignore", "pipe", "inherit"] });
  const [address] = await new Promise((resolve) => {
    const lines = createInterface({ input: server.stdout });
    lines.once("line", (line) => resolve([line]));
  });
  const page = await open(address);
  const compile = async (program) => {
    await page.locator("#editor").fill(program);
    assert.equal(await page.locator(".column").count(), 0, "stages of another program are not shown");
    await page.locator("#editor").press("Control+Enter");
    await page.locator("#state", { hasText: /^(done|the program is wrong)$/ }).waitFor({ timeout: 60000 });
  };
  await check("the sample is compiled and run", async () => {
    assert.match(await page.locator("#output").textContent(), /^2\.000000 20\.000000/);
    await picture(page, "served");
  });
  await check("a program is typed and run", async () => {
    await compile("");
    await page.locator("#editor").pressSequentially("def main() {\n  print(6 * 7);\n}\n");
    await page.getByRole("button", { name: "Compile and run" }).click();
    await page.locator("#state", { hasText: "done" }).waitFor();
    assert.equal(await page.locator("#output").textContent(), "42.000000 \n");
    assert.ok(await page.locator('[data-stage="llvm"] li').count() > 0);
  });
  await check("the line of the cursor is lit", async () => {
    await page.locator("#editor").press("Control+Home");
    await page.locator("#editor").press("ArrowDown");
    assert.match(await page.locator("#source li.pin").textContent(), /print/);
    assert.ok(await lit(page, "toy").count() > 0);
  });
  await check("levels are chosen", async () => {
    await page.locator("#level").selectOption("0");
    await page.locator("#state", { hasText: "done" }).waitFor();
    assert.equal(await page.locator('[data-stage="optimized"]').count(), 0);
    await page.locator("#level").selectOption("2");
    await page.locator('[data-stage="optimized"]').waitFor();
  });
  await check("a wrong program is shown with its errors", async () => {
    await compile("def main() {\n  print([1, 2] + [1, 2, 3]);\n}\n");
    assert.match(await page.locator("#output").textContent(), /T0052.*cannot combine shapes <2> and <3>/);
    assert.match(await page.locator("#source li.wrong").textContent(), /print/);
    assert.ok(await page.locator('[data-stage="toy"] li').count() > 0, "stages before the error");
    await picture(page, "error");
  });
  await check("an endless program is cut off", async () => {
    await compile("def main() {\n  var x = 1;\n  while x > 0 {\n    x = x + 1;\n    if x < 0 {\n      print(x);\n    }\n  }\n}\n");
    assert.match(await page.locator("#output-note").textContent(), /cut off: more than 5 s/);
  });
  await check("text of a program is not markup", async () => {
    await compile('def main() {\n  print("<img src=x onerror=alert(1)></script>", 1);\n}\n');
    assert.match(await page.locator("#output").textContent(), /<img src=x onerror=alert\(1\)><\/script> 1/);
  });
  assert.deepEqual(page.wrong, []);
  await page.close();
}

// Milliseconds from the start of loading until the first result is shown.
async function firstResult(page) {
  await page.locator("#state", { hasText: /^(done|the program is wrong)$/ }).waitFor();
  return page.evaluate(() => performance.getEntriesByName("result")[0].startTime);
}

async function playgroundPage() {
  const address = pathToFileURL(playground).href;
  const page = await open(address);
  const ended = /^(done|the program is wrong)$/;
  const run = async (program) => {
    await page.locator("#editor").fill(program);
    await page.locator("#editor").press("Control+Enter");
    await page.locator("#state", { hasText: ended }).waitFor({ timeout: 60000 });
    return page.locator("#output").textContent();
  };
  await check("the page is small", async () => {
    const size = gzipSync(readFileSync(playground)).length;
    console.log(`   ${size} bytes, compressed by gzip`);
    assert.ok(size <= 2000000);
  });
  await check("the first result is there at once", async () => {
    const times = [await firstResult(page)];
    // Other programs may keep the processors busy.
    for (let i = 0; i < 30 && Math.min(...times) > 300; i++) {
      await page.reload();
      times.push(await firstResult(page));
    }
    console.log(`   after ${times.map((ms) => Math.round(ms)).join(", ")} ms`);
    assert.ok(Math.min(...times) <= 300);
    await page.waitForFunction(() => performance.getEntriesByName("measured").length);
    const measured = await page.evaluate(() => performance.getEntriesByName("measured")[0].startTime);
    console.log(`   computed by the page itself after ${Math.round(measured)} ms`);
    assert.match(await page.locator("#output").textContent(), /^2\.000000 20\.000000/);
    assert.equal(await page.locator(".column").count(), 6);
    await picture(page, "playground");
    await bookPicture(page, "playground");
  });
  await check("a program is typed and run without a server", async () => {
    await page.locator("#editor").fill("");
    await page.locator("#editor").pressSequentially("def main() {\n  print(6 * 7);\n}\n");
    await page.getByRole("button", { name: "Compile and run" }).click();
    await page.locator("#state", { hasText: "done" }).waitFor();
    assert.equal(await page.locator("#output").textContent(), "42.000000 \n");
    await page.locator("#editor").press("Control+Home");
    await page.locator("#editor").press("ArrowDown");
    assert.ok(await lit(page, "llvm-dialect").count() > 0, "lines are linked to the last stage");
    await page.getByRole("tab", { name: "Passes" }).click();
    assert.ok(await page.locator("#step-list li[role=option]").count() > 0);
    await picture(page, "playground-passes");
    await page.getByRole("tab", { name: "Stages" }).click();
  });
  await check("a link carries the program", async () => {
    await page.locator("#editor").fill("# Σ\ndef main() {\n  print(\"Σ <b>\", 1 + 2);\n}\n");
    await page.getByRole("button", { name: "Link" }).click();
    await page.locator("#state", { hasText: "link" }).waitFor();
    assert.match(page.url(), /#toy=[\w-]+$/);
    const other = await open(page.url());
    console.log(`   after ${Math.round(await firstResult(other))} ms`);
    assert.equal(await other.locator("#output").textContent(), "Σ <b> 3\n");
    assert.match(await other.locator("#editor").inputValue(), /^# Σ\ndef main/);
    // The address is edited by hand, and half of it is copied.
    await other.evaluate(() => { location.hash = location.hash.slice(0, 20); });
    await other.locator("#state", { hasText: "the program is wrong" }).waitFor();
    assert.match(await other.locator("#editor").inputValue(), /does not carry a program/);
    assert.deepEqual(other.wrong, []);
    await other.close();
  });
  await check("mistakes are shown where they are", async () => {
    const output = await run("def main() {\n  print([1, 2] + [1, 2, 3]);\n}\n");
    assert.match(output, /T0052.*cannot combine shapes <2> and <3>/);
    assert.match(await page.locator("#source li.wrong").textContent(), /print/);
    await picture(page, "playground-error");
    assert.match(await run("("), /error/);
    assert.match(await run("(".repeat(100000)), /error/);
    assert.match(await run("def main() {\n  print([1, 2, 3][arg(0)]);\n}\n"), /error|^$/);
  });
  await check("files are refused, by a message", async () => {
    for (const body of ["print(load(\"a.npy\"))", "save(\"a.npy\", [1, 2])"]) {
      const output = await run(`def main() {\n  ${body};\n}\n`);
      console.log(`   ${output.trim().split("\n")[0]}`);
      assert.match(output, /a\.npy/);
    }
  });
  await check("an endless program does not stop the page", async () => {
    const endless = "def main() {\n  var x = 1;\n  print(x);\n  while x > 0 {\n    x = x + 1;\n  }\n}\n";
    await page.locator("#editor").fill(endless);
    await page.locator("#editor").press("Control+Enter");
    await page.locator("#state", { hasText: "running" }).waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.locator("#state", { hasText: "done" }).waitFor();
    assert.match(await page.locator("#output-note").textContent(), /cut off: stopped/);
    assert.ok(await page.locator('[data-stage="llvm-dialect"] li').count() > 0);
    // Typing ends it, too.
    await page.locator("#editor").press("Control+Enter");
    await page.locator("#state", { hasText: "running" }).waitFor();
    assert.equal(await run("def main() {\n  print(3);\n}\n"), "3.000000 \n");
    await run(endless);
    assert.match(await page.locator("#output-note").textContent(), /cut off: more than 10 s/);
    await run("def main() {\n  while 1 > 0 {\n    print(1);\n  }\n}\n");
    assert.match(await page.locator("#output-note").textContent(), /cut off: more than 65536 bytes/);
  });
  await check("a program that needs too much ends with a message", async () => {
    const output = await run("def main() {\n  var a = zeros(30000, 30000);\n  print(sum(a + 1));\n}\n");
    console.log(`   ${output.trim().split("\n")[0]}`);
    assert.match(output, /error/);
    assert.equal(await run("def main() {\n  print(5);\n}\n"), "5.000000 \n");
  });
  assert.deepEqual(page.wrong, []);
  await page.close();
}

try {
  await staticPage();
  await servedPage();
  await playgroundPage();
  console.log(`${done.length} checks; screenshots are in ${folder}`);
} finally {
  server?.kill();
  await browser.close();
  rmSync(profile, { recursive: true, force: true });
}
