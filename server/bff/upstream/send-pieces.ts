import { open } from 'node:fs/promises';
import type { ClientRequest } from 'node:http';
import { KIB } from '#shared/limits.ts';
import type { BodyPiece } from './upstream.ts';

/** Each read is a hop to another thread and back; beyond this size larger ones gain nothing. */
const readBytes = 256 * KIB;
/** A slow host takes its time for each write, and is given up when none of them gets through. */
const writeBytes = 64 * KIB;

/**
 * Sends a body piece by piece and ends the request. Files are read into two buffers that are used again and again, one while the
 * other is on its way: memory stays flat, and nothing is left to the garbage collector. `progress` is told whenever bytes have
 * left this process. A piece that cannot be read destroys the request with its error; a request that is over ends the sending.
 */
export async function sendPieces(
  pieces: readonly BodyPiece[],
  request: ClientRequest,
  progress: () => void,
): Promise<void> {
  let giveUp = (): void => {};
  request.once('close', () => giveUp());
  const write = (bytes: Buffer) =>
    new Promise<void>((resolve, reject) => {
      giveUp = () => reject(new Error('the request is over'));
      request.write(bytes, (error) => {
        if (error) return reject(error);
        progress();
        resolve();
      });
    });
  const writeAll = async (bytes: Buffer) => {
    for (let at = 0; at < bytes.length; at += writeBytes) await write(bytes.subarray(at, at + writeBytes));
  };
  let onItsWay = Promise.resolve();
  /** Resolves when what was sent before has left: its memory may be used again. */
  const send = async (bytes: Buffer): Promise<void> => {
    await onItsWay;
    onItsWay = writeAll(bytes);
    onItsWay.catch(() => {}); // seen by whoever sends next
  };
  try {
    const buffers = buffersFor(pieces);
    const runs = joined(pieces);
    const last = runs.at(-1);
    for (const run of runs) {
      if ('path' in run) await sendFile(run, buffers, send);
      else if (run !== last) await send(run);
    }
    await onItsWay;
    // A body that is one piece goes out with the headers.
    if (last && !('path' in last)) request.end(last, progress);
    else request.end(progress);
  } catch (error) {
    request.destroy(error as Error);
  }
}

/** Neighbours in memory as one: each write of its own is a packet of its own. */
function joined(pieces: readonly BodyPiece[]): BodyPiece[] {
  const runs: BodyPiece[] = [];
  let near: Buffer[] = [];
  const close = () => {
    if (near.length > 0) runs.push(near.length === 1 ? (near[0] as Buffer) : Buffer.concat(near));
    near = [];
  };
  for (const piece of pieces) {
    if ('path' in piece) {
      close();
      runs.push(piece);
    } else {
      near.push(piece);
    }
  }
  close();
  return runs;
}

/** Two for reading files in turn; none is larger than the largest file. */
function buffersFor(pieces: readonly BodyPiece[]): Buffer[] {
  const largest = Math.max(0, ...pieces.map((piece) => ('path' in piece ? piece.bytes : 0)));
  const size = Math.min(readBytes, largest);
  return [Buffer.allocUnsafeSlow(size), Buffer.allocUnsafeSlow(size)];
}

async function sendFile(
  { path, bytes }: { path: string; bytes: number },
  buffers: Buffer[],
  send: (bytes: Buffer) => Promise<void>,
): Promise<void> {
  const file = await open(path);
  try {
    for (let left = bytes; left > 0; ) {
      const free = buffers[0] as Buffer;
      const { bytesRead } = await file.read(free, 0, Math.min(free.length, left), null);
      if (bytesRead === 0) throw new Error('a file of a form is shorter than it was');
      left -= bytesRead;
      await send(free.subarray(0, bytesRead));
      // The other one has left now.
      buffers.reverse();
    }
  } finally {
    await file.close();
  }
}
