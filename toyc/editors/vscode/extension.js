// Starts the language servers: `toyc lsp` for Toy, `mlir-lite-opt lsp` for MLIR. Each starts when
// a file of its language is opened.
'use strict';

const vscode = require('vscode');

const SERVERS = [
  { language: 'toy', section: 'toy', name: 'Toy' },
  { language: 'mlir', section: 'mlir-lite', name: 'MLIR' },
];

// The running servers, by the names of their languages.
const clients = new Map();
let library;

// The library that talks to servers. Without it (the folder was used without `npm install`), files
// are highlighted all the same.
function languageClient() {
  if (library === undefined) {
    try {
      library = require('vscode-languageclient/node');
    } catch (error) {
      library = null;
      vscode.window.showWarningMessage(
        'Toy and MLIR: the language servers do not start, because the extension\'s folder has no ' +
          'node_modules: run `npm install --omit=dev` in it. ' + error.message.split('\n')[0]
      );
    }
  }
  return library;
}

async function start(server) {
  const command = vscode.workspace.getConfiguration(server.section).get('server.path');
  if (!command || clients.has(server.language) || !languageClient()) {
    return;
  }
  const client = new library.LanguageClient(
    server.section,
    server.name,
    { command, args: ['lsp'], transport: library.TransportKind.stdio },
    { documentSelector: [{ language: server.language }] }
  );
  clients.set(server.language, client);
  try {
    await client.start();
  } catch (error) {
    clients.delete(server.language);
    vscode.window.showErrorMessage(
      `${server.name}: \`${command} lsp\` does not start: ${error.message}. Set ` +
        `"${server.section}.server.path" to where it is.`
    );
  }
}

async function stop(server) {
  const client = clients.get(server.language);
  clients.delete(server.language);
  // One that has failed to start cannot be stopped.
  await client?.stop().catch(() => {});
}

async function startFor(documents) {
  const isOpen = (server) => documents.some((document) => document.languageId === server.language);
  await Promise.all(SERVERS.filter(isOpen).map(start));
}

async function restart(servers) {
  await Promise.all(servers.map(stop));
  await startFor(vscode.workspace.textDocuments);
}

async function activate(context) {
  context.subscriptions.push(
    vscode.workspace.onDidOpenTextDocument((document) => startFor([document])),
    vscode.workspace.onDidChangeConfiguration((change) =>
      restart(SERVERS.filter((one) => change.affectsConfiguration(`${one.section}.server.path`)))
    ),
    vscode.commands.registerCommand('toy.restartServers', () => restart(SERVERS))
  );
  await startFor(vscode.workspace.textDocuments);
}

async function deactivate() {
  await Promise.all(SERVERS.map(stop));
}

module.exports = { activate, deactivate };
