// @module-tag deep/faults: sends hundreds of megabytes
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MIB } from '#shared/limits.ts';
import { image, sha256OfFile, writeBigVideo } from '../../support/files.ts';
import { type StubUpstream, startStubUpstream } from '../../support/stub-upstream.ts';
import { boundary, file, formBody, formType, text } from './gate-bench.ts';

const videoBytes = 150 * 1_000_000;
const mostGrowth = 90 * MIB;
/** The memory of another process can only be read from /proc. */
const measurable = existsSync('/proc/self/status');

/** The server runs in a separate process: otherwise memory of client and stub would count too. */
describe.skipIf(!measurable)('150 MB of video', () => {
  let folder: string;
  let stub: StubUpstream;
  let server: ChildProcess;
  let url: string;
  let cookie: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'studio-flat-'));
    await writeBigVideo(join(folder, 'big.mp4'), videoBytes);
    stub = await startStubUpstream();
    server = spawn(process.execPath, [join(import.meta.dirname, '../../../server/main.ts')], {
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        UPSTREAM_URL: stub.url,
        DATA_DIR: join(folder, 'data'),
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const line of createInterface({ input: server.stdout as NodeJS.ReadableStream })) {
      url = /^The site is at (\S+)/.exec(line)?.[1] ?? '';
      if (url) break;
    }
    const login = await fetch(`${url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf': '1' },
      body: JSON.stringify(stub.admin),
    });
    cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    // Creates the first category, and loads what the first upload loads.
    await send('/api/addProjectCategory', [
      formBody([
        text('title', 'Film'),
        file('image', await image('png')),
        file('tech_image[]', await image('png')),
      ]),
    ]);
  });

  afterAll(async () => {
    if (server?.exitCode === null) {
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      await ended;
    }
    await stub?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Sends pieces of a body, each a buffer or the path of a file, one after the other. */
  async function send(
    path: string,
    pieces: readonly (Buffer | string)[],
  ): Promise<{ status: number; body: string }> {
    const large = pieces.some((piece) => typeof piece === 'string') ? videoBytes : 0;
    const length = pieces.reduce((sum, piece) => sum + (typeof piece === 'string' ? 0 : piece.length), large);
    const req = request(new URL(path, url), {
      method: 'POST',
      agent: false,
      headers: { 'x-csrf': '1', cookie, 'content-type': formType, 'content-length': length },
    });
    const answered = once(req, 'response');
    await pipeline(async function* () {
      for (const piece of pieces) {
        if (typeof piece === 'string') yield* createReadStream(piece);
        else yield piece;
      }
    }, req);
    const [res] = await answered;
    let body = '';
    for await (const chunk of res) body += chunk;
    return { status: res.statusCode, body };
  }

  async function memory(name: 'VmRSS' | 'VmHWM'): Promise<number> {
    const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
    return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
  }

  it('passes whole, in flat memory, and leaves nothing behind', { timeout: 240_000 }, async () => {
    const texts = formBody(
      [
        text('title', 'A film'),
        text('category_id', String(stub.data.categories[0]?.id)),
        text('description', '<p>x</p>'),
        text('v_order', '1'),
        file('images[0]', await image('png')),
        file('video', '', 'film.mp4', 'video/mp4'),
      ],
      '',
    );
    const before = await memory('VmRSS');
    await writeFile(`/proc/${server.pid}/clear_refs`, '5').catch(() => {}); // resets the high-water mark
    const answer = await send('/api/addProject', [
      texts.subarray(0, -2),
      join(folder, 'big.mp4'),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    const growth = (await memory('VmHWM')) - before;

    expect(answer, answer.body).toMatchObject({ status: 200 });
    expect(stub.last().parts.at(-1)).toMatchObject({
      name: 'video',
      filename: 'film.mp4',
      contentType: 'video/mp4',
      size: videoBytes,
      sha256: await sha256OfFile(join(folder, 'big.mp4')),
    });
    expect(growth, `grew by ${Math.round(growth / MIB)} MiB`).toBeLessThan(mostGrowth);
    await vi.waitFor(async () => expect(await readdir(join(folder, 'data', 'tmp', 'uploads'))).toEqual([]), {
      timeout: 60_000,
    });
  });
});
