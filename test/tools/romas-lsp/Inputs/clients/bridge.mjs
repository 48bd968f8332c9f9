// A page of CodeMirror, and a bridge from its WebSocket to a romas-lsp of its own.
import { once } from "node:events";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { packages, protocol, requirePackage, startServer } from "./server.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const HTML = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>CodeMirror and romas-lsp</title>
    <link rel="icon" href="data:,">
    <script type="module" src="/page.js"></script>
  </head>
  <body></body>
</html>
`;

async function bundle() {
  const { outputFiles } = await requirePackage("esbuild").build({
    entryPoints: [join(here, "page.mjs")],
    nodePaths: [join(packages, "node_modules")],
    bundle: true,
    write: false,
    format: "esm",
    logLevel: "error",
  });
  return outputFiles[0].text;
}

// Messages of the page are JSON; on the socket they have headers.
async function joinServer(web, starting) {
  const waiting = [];
  web.on("message", (text) => waiting.push(text)); // what comes before the server is there
  const server = await starting;
  const writer = new protocol.SocketMessageWriter(server.socket);
  const pass = (text) => writer.write(JSON.parse(text));
  waiting.forEach(pass);
  web.removeAllListeners("message").on("message", pass);
  new protocol.SocketMessageReader(server.socket).listen((message) => web.send(JSON.stringify(message)));
  web.on("close", () => server.socket.end());
}

// `options`: the command line of each server. `end` waits for the exit statuses of all; a server that did not start fails it.
export async function startBridge(...options) {
  const script = await bundle();
  const servers = [];
  const http = createServer((request, response) => {
    const [type, text] = request.url === "/" ? ["text/html", HTML] : ["text/javascript", script];
    response.writeHead(200, { "content-type": `${type}; charset=utf-8` }).end(text);
  });
  const sockets = new (requirePackage("ws").WebSocketServer)({ server: http, path: "/socket" });
  sockets.on("connection", (web) => {
    const starting = startServer(...options);
    servers.push(starting);
    joinServer(web, starting).catch(() => web.terminate());
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const origin = `http://127.0.0.1:${http.address().port}`;
  return {
    origin,
    address: `${origin}/`,
    live: `${origin.replace("http", "ws")}/socket`,
    end: async () => {
      try {
        return await Promise.all(servers.map(async (starting) => (await starting).end()));
      } finally {
        sockets.clients.forEach((web) => web.terminate());
        sockets.close();
        http.close();
        http.closeAllConnections();
      }
    },
  };
}
