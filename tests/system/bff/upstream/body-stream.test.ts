import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUpstream } from '../../../../server/bff/upstream/client.ts';
import type { BodyPiece, Upstream } from '../../../../server/bff/upstream/upstream.ts';

let folder: string;
let server: Server;
let upstream: Upstream;
let received: (req: IncomingMessage) => void = () => {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-pieces-'));
  server = createServer((req, res) => {
    received(req);
    req.on('error', () => {});
    req.on('end', () => res.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  upstream = createUpstream(new URL(`http://127.0.0.1:${port}`), 60_000);
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await upstream.close();
  await rm(folder, { recursive: true, force: true });
});

/** Bytes that depend on their position, so that a misplaced byte is detected. */
function counted(size: number, from = 0): Buffer {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; at += 1) bytes[at] = ((at + from) * 2_654_435_761) >>> 24;
  return bytes;
}

let files = 0;
async function onDisk(bytes: Buffer, size = bytes.length): Promise<BodyPiece> {
  const path = join(folder, String(files++));
  await writeFile(path, bytes);
  return { path, bytes: size };
}

/** Returns the files in the test's folder that this process has open. */
async function openFiles(): Promise<string[]> {
  const targets = await Promise.all(
    (await readdir('/proc/self/fd')).map((each) => readlink(`/proc/self/fd/${each}`).catch(() => '')),
  );
  return targets.filter((each) => each.startsWith(folder));
}

function send(body: readonly BodyPiece[], length: number, signal?: AbortSignal) {
  const headers = { 'content-length': String(length) };
  return upstream.request({
    method: 'POST',
    path: '/',
    headers,
    body,
    bodyLength: length,
    ...(signal && { signal }),
  });
}

describe('a body in pieces', () => {
  it('ends when the call is over, with no file left open and none opened that follows', async () => {
    const next = { path: join(folder, 'gone'), bytes: 72_000_001 };
    // If the second file were opened, the call would fail with its error.
    const pieces = [await onDisk(counted(8_000_000)), next];
    received = (req) => req.once('data', () => req.socket.destroy());
    await expect(send(pieces, 80_000_001)).rejects.not.toMatchObject({ cause: { code: 'ENOENT' } });
    await expect.poll(openFiles).toEqual([]);

    const leaving = new AbortController();
    const arrived = new Promise<IncomingMessage>((resolve) => {
      received = resolve;
    });
    const call = send(pieces, 80_000_001, leaving.signal).catch((error: unknown) => error);
    const req = await arrived;
    expect(await openFiles()).toHaveLength(1);
    leaving.abort();
    expect(await call).toMatchObject({ code: 'request.aborted' });
    req.socket.destroy();
    await expect.poll(openFiles).toEqual([]);
  });
});
