// The thread that unpacks archives: { bytes, most: { files, bytes, ratio } } is answered by { files: [[name, bytes]] } or { refused }.
// What an archive says of itself is looked at before anything is unpacked, and no more than it says is kept. The page ends the thread if
// it takes too long.
import { unzipSync } from 'fflate';

addEventListener('message', ({ data: { bytes, most } }) => {
  let count = 0, total = 0;
  const refuse = (reason) => { throw Object.assign(new Error(reason), { reason }); };
  try {
    const files = unzipSync(new Uint8Array(bytes), {
      filter({ name, size, originalSize }) {
        if (name.endsWith('/')) return false;
        if (++count > most.files) refuse('files');
        total += originalSize;
        if (total > most.bytes) refuse('bytes');
        if (originalSize > most.ratio * Math.max(size, 1024)) refuse('ratio');
        return true;
      },
    });
    const list = Object.entries(files);
    postMessage({ files: list }, list.map(([, content]) => content.buffer).filter((buffer, index, all) => all.indexOf(buffer) === index));
  } catch (problem) {
    postMessage({ refused: problem.reason ?? 'broken' });
  }
});
