// Starts `catalg lsp` for .cat files and hands everything else to the language client.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = async () => {
  const command = workspace.getConfiguration("catalg").get("command");
  client = new LanguageClient(
    "catalg",
    "catalg",
    { command, args: ["lsp"] },
    { documentSelector: [{ language: "catalg" }] },
  );
  await client.start();
};

exports.deactivate = () => (client ? client.stop() : undefined);
