// @module-tag deep/faults: sends hundreds of megabytes
import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { expect, it, vi } from 'vitest';
import { MIB } from '#shared/limits.ts';
import { image, sha256, sha256OfFile, writeBigVideo } from '../../support/files.ts';
import { categoryForm } from '../../support/forms.ts';
import { makeProduct } from '../../support/product.ts';
import { signIn } from '../../support/sign-in.ts';
import { startStubUpstream } from '../../support/stub-upstream.ts';
import { boundary, file, formBody, formType, text } from './gate-bench.ts';

const size = 100_000_000;

// The memory of another process can only be read from /proc: that of client and stub would count too in this one.
it.skipIf(!existsSync('/proc/self/status'))(
  'a film of 100 MB passes whole to a host, in flat memory, and leaves nothing behind',
  { timeout: 240_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'studio-flat-'));
    const film = join(folder, 'big.mp4');
    await writeBigVideo(film, size);
    const stub = await startStubUpstream();
    const product = await makeProduct(join(folder, 'data'), { UPSTREAM_URL: stub.url });
    await product.start();
    const { agent, cookie } = await signIn(product, stub.admin);
    const { id } = await agent.read('addProjectCategory', await categoryForm());
    const start = formBody(
      [
        text('title', 'A film'),
        text('category_id', String(id)),
        text('description', '<p>x</p>'),
        text('v_order', '1'),
        file('images[0]', await image('png', 900, 500)),
        file('video', '', 'film.mp4', 'video/mp4'),
      ],
      '',
    ).subarray(0, -2);
    const end = Buffer.from(`\r\n--${boundary}--\r\n`);
    const process = `/proc/${product.child.pid}`;
    const memory = async (name: 'VmRSS' | 'VmHWM') => {
      const status = await readFile(`${process}/status`, 'utf8');
      return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
    };
    const before = await memory('VmRSS');
    await writeFile(`${process}/clear_refs`, '5').catch(() => {}); // resets the high-water mark
    const length = start.length + size + end.length;
    const headers = { 'x-csrf': '1', cookie, 'content-type': formType, 'content-length': length };
    const req = request(`${product.url}/api/addProject`, { method: 'POST', agent: false, headers });
    const answered = once(req, 'response');
    await pipeline(async function* () {
      yield start;
      yield* createReadStream(film);
      yield end;
    }, req);
    const [res] = await answered;
    expect(res.resume().statusCode).toBe(200);
    const part = stub.last().parts.at(-1);
    expect(part).toMatchObject({ name: 'video', filename: 'film.mp4', type: 'video/mp4' });
    expect(sha256((part as { file: Buffer }).file)).toBe(await sha256OfFile(film));
    const growth = (await memory('VmHWM')) - before;
    expect(growth, `grew by ${Math.round(growth / MIB)} MiB`).toBeLessThan(90 * MIB);
    const uploads = join(product.dataDir, 'tmp', 'uploads');
    await vi.waitFor(async () => expect(await readdir(uploads)).toEqual([]), { timeout: 60_000 });
    await product.stop();
    await stub.close();
    await rm(folder, { recursive: true, force: true });
  },
);
