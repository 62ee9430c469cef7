// Runs the extension with an editor that only records what it is asked for. The first argument is
// the extension, the second says whether its library is installed.
'use strict';

const Module = require('module');

const log = (text) => process.stdout.write(`${text}\n`);
const settings = { toy: 'toyc', 'mlir-lite': 'my-opt' };
const listeners = {};
const commands = {};
const documents = [{ languageId: 'toy' }, { languageId: 'markdown' }];

const vscode = {
  window: {
    showWarningMessage: (text) => log(`warning: ${text}`),
    showErrorMessage: (text) => log(`error: ${text}`),
  },
  workspace: {
    textDocuments: documents,
    getConfiguration: (section) => ({ get: (key) => (key === 'server.path' ? settings[section] : undefined) }),
    onDidOpenTextDocument: (listener) => (listeners.open = listener),
    onDidChangeConfiguration: (listener) => (listeners.change = listener),
  },
  commands: { registerCommand: (name, run) => (commands[name] = run) },
};

class LanguageClient {
  constructor(id, name, server, options) {
    this.text = `${id} (${name}): ${server.command} ${server.args} ${server.transport} ` +
      `${options.documentSelector.map((one) => one.language)}`;
    this.command = server.command;
  }
  async start() {
    if (this.command === 'missing') throw new Error('ENOENT');
    log(`start ${this.text}`);
  }
  async stop() {
    log(`stop ${this.text}`);
  }
}

const load = Module._load;
Module._load = function (name, ...rest) {
  if (name === 'vscode') return vscode;
  if (name === 'vscode-languageclient/node') {
    if (process.argv[3] !== 'installed') throw new Error(`Cannot find module '${name}'\nRequire stack:`);
    return { LanguageClient, TransportKind: { stdio: 'stdio' } };
  }
  return load.call(this, name, ...rest);
};

const changed = (section) => ({ affectsConfiguration: (key) => key === `${section}.server.path` });

(async () => {
  const extension = require(process.argv[2]);
  const context = { subscriptions: [] };
  await extension.activate(context);
  log(`${context.subscriptions.length} subscriptions`);
  for (const languageId of ['toy', 'mlir', 'mlir']) {
    documents.push({ languageId });
    await listeners.open({ languageId });
  }
  log('another program');
  settings['mlir-lite'] = 'missing';
  await listeners.change(changed('mlir-lite'));
  settings['mlir-lite'] = '';
  await listeners.change(changed('mlir-lite'));
  log('restart');
  await commands['toy.restartServers']();
  await extension.deactivate();
})();
