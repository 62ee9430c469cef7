"use strict";
// Compiles and runs programs on the interpreter. The page ends this worker if it takes too long.
const MOST_OUTPUT = 64 << 10;
let module = null;
let instance = null;
let written = 0;
let panic = "";

class Exceeded extends Error {}

const bytes = (at, length) => new Uint8Array(instance.exports.memory.buffer, at, length);
const text = (at, length) => new TextDecoder().decode(bytes(at, length));
const imports = {
  page: {
    now: () => performance.now(),
    write(at, length) {
      const room = MOST_OUTPUT - written;
      written += length;
      postMessage({ text: text(at, Math.min(length, room)) });
      if (length > room) throw new Exceeded();
    },
    failed(at, length) {
      panic = text(at, length);
    },
  },
};

function answer(length) {
  return length ? JSON.parse(text(instance.exports.answer(), length)) : null;
}

// Why the interpreter ended without an answer, in the words of a message.
function reason(error) {
  if (error instanceof RangeError) {
    return "error: the program needs more stack than this browser has: too many calls, or code that nests too deeply";
  }
  if (instance?.exports.memory.buffer.byteLength > 1 << 29) {
    return "error: the program needs more memory than a page has";
  }
  return `error: the compiler failed, which is its mistake: ${panic || error.message}`;
}

function work({ source, level }) {
  instance ??= new WebAssembly.Instance(module, imports);
  const { exports } = instance;
  written = 0;
  panic = "";
  const program = new TextEncoder().encode(source);
  const at = exports.request(program.length);
  bytes(at, program.length).set(program);
  const data = answer(exports.compile(level));
  postMessage({ data });
  postMessage({ output: answer(exports.run()) });
}

onmessage = ({ data }) => {
  if (data.module) {
    module = data.module;
    return;
  }
  try {
    work(data);
  } catch (error) {
    if (error instanceof Exceeded) postMessage({ exceeded: `more than ${MOST_OUTPUT} bytes of output` });
    else postMessage({ failed: reason(error) });
    // What is in its memory is unfinished.
    instance = null;
  }
};
