"use strict";
// Compiles and runs programs in a worker, with the interpreter that the page contains, and keeps
// programs in links.
const playground = (() => {
  const SECONDS = 10;
  const MOST_SOURCE = 256 << 10;
  const content = (id) => document.getElementById(id).textContent.trim();
  const decoded = (base64) => {
    const text = atob(base64);
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    return bytes;
  };
  const through = (bytes, stream) => new Blob([bytes]).stream().pipeThrough(stream);
  const script = URL.createObjectURL(new Blob([content("worker")], { type: "text/javascript" }));
  const module = WebAssembly.compileStreaming(new Response(
    through(decoded(content("engine")), new DecompressionStream("gzip")),
    { headers: { "Content-Type": "application/wasm" } },
  ));
  let idle = null;
  // Ends the program that runs.
  let interrupt = () => {};

  function start() {
    const worker = new Worker(script);
    module.then((module) => worker.postMessage({ module }), () => {});
    return worker;
  }
  idle = start();

  // The messages of a worker, in lists; `end` is one of them if it was ended. Output comes at most
  // every 50 ms.
  async function* messages(worker) {
    const inbox = [];
    let last = 0;
    let wake = () => {};
    const put = (message) => {
      inbox.push(message);
      wake();
    };
    worker.onmessage = ({ data }) => put(data);
    worker.onerror = (event) => put({ failed: `error: ${event.message}` });
    const timer = setTimeout(() => put({ end: `more than ${SECONDS} s` }), SECONDS * 1000);
    const own = (why) => put({ end: why });
    interrupt = own;
    try {
      for (;;) {
        while (!inbox.length) await new Promise((resolve) => { wake = resolve; });
        if (inbox[0].text !== undefined) {
          const wait = last + 50 - performance.now();
          if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
          last = performance.now();
        }
        yield inbox.splice(0);
      }
    } finally {
      clearTimeout(timer);
      // The next program may have begun.
      if (interrupt === own) interrupt = () => {};
    }
  }

  // What the page shows of a program: first its stages, then also its output, as it appears.
  async function* compile(source, level) {
    interrupt("another program");
    await module;
    const worker = idle || start();
    idle = null;
    worker.postMessage({ source, level: Number(level) });
    let data = null;
    let isIdle = false;
    try {
      for await (const some of messages(worker)) {
        for (const message of some) {
          if (message.text !== undefined) {
            data.output.text += message.text;
          } else if (message.data) {
            data = message.data;
            if (!data.failed) data.output = { text: "", messages: "", isRunning: true };
          } else {
            isIdle = !message.end;
            yield finished(source, data, message);
            return;
          }
        }
        yield data;
      }
    } finally {
      // Also if the page has lost its interest.
      if (!isIdle) worker.terminate();
      idle ??= isIdle ? worker : start();
    }
  }

  function finished(source, data, { output, exceeded, failed, end }) {
    if (!data) {
      const messages = failed || `error: cut off: compiling took ${end}`;
      return { source, messages, failed: true };
    }
    const { text = "" } = data.output || {};
    if (output) data.output = { text, ...output };
    else if (failed) data.output = { text, messages: failed, status: null };
    else if (exceeded || end) data.output = { text, messages: "", exceeded: exceeded || end };
    else delete data.output;
    return data;
  }

  // ---- Links

  const PREFIX = "#toy=";

  async function link(source) {
    const packed = through(new TextEncoder().encode(source), new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
    let text = "";
    for (const byte of bytes) text += String.fromCharCode(byte);
    return PREFIX + btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  }

  const hasLink = () => location.hash.startsWith(PREFIX);

  // The program that the address of the page carries, if any.
  async function carried() {
    if (!hasLink()) return null;
    const text = location.hash.slice(PREFIX.length).replaceAll("-", "+").replaceAll("_", "/");
    try {
      const reader = through(decoded(text), new DecompressionStream("deflate-raw")).getReader();
      const parts = [];
      let size = 0;
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        size += value.length;
        if (size > MOST_SOURCE) throw new Error("too large");
        parts.push(value);
      }
      return await new Blob(parts).text();
    } catch {
      return "# The link does not carry a program: a part of it is missing.\n";
    }
  }

  return { compile, stop: () => interrupt("stopped"), link, hasLink, carried };
})();
