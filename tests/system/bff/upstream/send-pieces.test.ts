import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type ClientRequest, createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sendPieces } from '../../../../server/bff/upstream/send-pieces.ts';
import type { BodyPiece } from '../../../../server/bff/upstream/upstream.ts';

let folder: string;
let server: Server;
let url: string;
let received: (req: IncomingMessage) => void = () => {};
const requests: ClientRequest[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-pieces-'));
  server = createServer((req, res) => {
    received(req);
    req.on('end', () => res.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  for (const each of requests.splice(0)) each.destroy();
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Bytes that tell where they stand, so that none can be in another's place. */
function counted(size: number, from = 0): Buffer {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; at += 1) bytes[at] = ((at + from) * 2_654_435_761) >>> 24;
  return bytes;
}

let files = 0;
async function onDisk(bytes: Buffer): Promise<BodyPiece> {
  const path = join(folder, String(files++));
  await writeFile(path, bytes);
  return { path, bytes: bytes.length };
}

function begin(length: number): { sent: ClientRequest; failed: Promise<Error> } {
  const sent = request(url, { method: 'POST', agent: false, headers: { 'content-length': length } });
  requests.push(sent);
  return { sent, failed: once(sent, 'error').then(([error]) => error as Error) };
}

describe('a body in pieces', () => {
  it('arrives whole and in order, of files of every size', async () => {
    const sizes = [0, 1, 65_536, 262_143, 262_144, 262_145, 1_000_000];
    const pieces: BodyPiece[] = [];
    const whole: Buffer[] = [];
    for (const [index, size] of sizes.entries()) {
      const head = Buffer.from(`<${size}>`);
      const bytes = counted(size, index);
      // Two files next to each other, then one behind bytes in memory.
      const second = counted(300_000, index + 7);
      pieces.push(await onDisk(bytes), await onDisk(second), head);
      whole.push(bytes, second, head);
    }
    const large = counted(200_000, 3);
    pieces.push(await onDisk(counted(9)), large);
    whole.push(counted(9), large);
    const expected = Buffer.concat(whole);
    const arrived = new Promise<Buffer>((resolve) => {
      received = (req) => resolve(buffer(req));
    });
    let steps = 0;
    await sendPieces(pieces, begin(expected.length).sent, () => (steps += 1));
    expect((await arrived).equals(expected)).toBe(true);
    expect(steps).toBeGreaterThan(expected.length / 65_536);
  });

  it('fails the request when a file is gone or shorter than it was', async () => {
    received = (req) => req.resume();
    const gone = begin(9);
    await sendPieces([Buffer.from('x'), { path: join(folder, 'gone'), bytes: 8 }], gone.sent, () => {});
    expect(await gone.failed).toMatchObject({ code: 'ENOENT' });
    const short = begin(10);
    const piece = (await onDisk(Buffer.from('12345'))) as { path: string; bytes: number };
    await sendPieces([{ ...piece, bytes: 10 }], short.sent, () => {});
    expect((await short.failed).message).toContain('shorter');
  });

  it('ends when the request is over, with nothing sent of what follows', async () => {
    received = (req) => req.once('data', () => req.socket.destroy());
    const { sent, failed } = begin(80_000_001);
    // Were the second file opened, its error would be the request's.
    const pieces = [await onDisk(counted(8_000_000)), { path: join(folder, 'gone'), bytes: 72_000_001 }];
    await sendPieces(pieces, sent, () => {});
    expect(await failed).not.toMatchObject({ code: 'ENOENT' });
    const early = begin(3);
    early.sent.destroy(new Error('left'));
    await sendPieces([Buffer.from('a'), { path: join(folder, 'gone'), bytes: 2 }], early.sent, () => {});
    expect((await early.failed).message).toBe('left');
  });
});
