// Messages of the language server's protocol in a stream of bytes: headers, an empty line, JSON.
const endOfHeaders = [13, 10, 13, 10];
const encoder = new TextEncoder(), decoder = new TextDecoder();

export function framed(content) {
  const body = encoder.encode(content);
  const head = encoder.encode(`Content-Length: ${body.length}\r\n\r\n`);
  const all = new Uint8Array(head.length + body.length);
  all.set(head);
  all.set(body, head.length);
  return all;
}

// Calls `take` with the content of each message as text; returns the function that takes the bytes.
export function unframed(take) {
  let held = new Uint8Array();
  return (bytes) => {
    const all = new Uint8Array(held.length + bytes.length);
    all.set(held);
    all.set(bytes, held.length);
    held = all;
    for (;;) {
      const end = held.findIndex((byte, i) => byte === endOfHeaders[0] && endOfHeaders.every((wanted, k) => held[i + k] === wanted));
      if (end < 0) return;
      const size = /content-length: *(\d+)/i.exec(decoder.decode(held.subarray(0, end)))?.[1];
      const begin = end + endOfHeaders.length;
      if (size !== undefined && held.length < begin + Number(size)) return;
      const content = held.subarray(begin, begin + Number(size ?? 0));
      held = held.slice(begin + Number(size ?? 0));
      if (size !== undefined) take(decoder.decode(content));
    }
  };
}
