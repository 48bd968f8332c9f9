// Gives the files of the page, as any server of files does, and opens it. A page of another test, or of a person, has nothing to do with it.
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const types = { ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".wasm": "application/wasm", ".zip": "application/zip", ".txt": "text/plain" };

// `asked` has the path of each request; `end` closes the server.
export async function servePage(folder) {
  const asked = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    asked.push(`${request.method} ${request.url}`);
    const file = join(folder, normalize(pathname === "/" ? "/index.html" : pathname));
    if (request.method !== "GET" || !existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": types[extname(file)] ?? "application/octet-stream" }).end(readFileSync(file));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${server.address().port}`;
  return { origin, address: `${origin}/`, live: "", asked, end: () => (server.closeAllConnections(), server.close()) };
}
