// The way to the program behind the page: a server on this machine, or a worker of the page itself.

export interface Reply {
  status: number; // of HTTP
  etag: string;
  type: string; // of the bytes
  bytes: ArrayBuffer;
}

export type Method = "GET" | "POST" | "DELETE";

export interface Sent {
  body?: string; // JSON
  etag?: string; // of the bytes that are here already; status 304 says that they still hold
}

// What a line says to the page.
export interface LineEvents {
  opened: () => void;
  heard: (data: string | ArrayBuffer) => void; // an event as JSON, or an answer to the last question
  ended: () => void;
}

export interface Line {
  readonly isOpen: boolean;
  send: (question: ArrayBuffer) => void;
}

export interface Program {
  // Gets the right to ask; called once, before everything else. Returns what the program says of itself, as JSON.
  greet: () => Promise<Reply>;
  // Throws an error if nobody answers.
  ask: (method: Method, target: string, sent: Sent) => Promise<Reply>;
  openLine: (events: LineEvents) => Line;
}

// romas-studio as a server. The token stands in the fragment of the address that it printed or opened. It is taken out of the address at
// once, and this tab alone remembers it: already before the answer, since a reload may come first.
export class Served implements Program {
  private token = "";

  async greet(): Promise<Reply> {
    const kept = "romas-token";
    const fragment = new URLSearchParams(location.hash.slice(1));
    this.token = fragment.get("token") ?? fragment.get("once") ?? sessionStorage.getItem(kept) ?? "";
    sessionStorage.setItem(kept, this.token);
    history.replaceState(null, "", location.pathname);
    const reply = await this.ask("POST", "/api/hello", { body: "{}" });
    if (reply.status === 200) {
      this.token = jsonOf<{ token: string }>(reply).token;
      sessionStorage.setItem(kept, this.token);
    }
    return reply;
  }

  async ask(method: Method, target: string, { body, etag }: Sent): Promise<Reply> {
    const headers: Record<string, string> = { "Romas-Token": this.token };
    if (body !== undefined) headers["Content-Type"] = "application/json";
    if (etag) headers["If-None-Match"] = etag;
    const response = await fetch(target, { method, headers, body: body ?? null });
    return {
      status: response.status,
      etag: response.headers.get("ETag") ?? "",
      type: response.headers.get("Content-Type") ?? "",
      bytes: await response.arrayBuffer(),
    };
  }

  openLine(events: LineEvents): Line {
    const socket = new WebSocket(`ws://${location.host}/api/live`, ["romas-live-1", this.token]);
    socket.binaryType = "arraybuffer";
    socket.onopen = events.opened;
    socket.onclose = events.ended;
    socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => events.heard(data);
    return {
      get isOpen() {
        return socket.readyState === WebSocket.OPEN;
      },
      send: (question) => socket.send(question),
    };
  }
}

export const jsonOf = <Answer>({ bytes }: Reply) => JSON.parse(new TextDecoder().decode(bytes)) as Answer;
