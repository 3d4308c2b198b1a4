import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createSanitiseThread, type SanitiseThread } from '../../../../server/bff/reads/sanitise-thread.ts';

const rules = { hosts: [], mediaPaths: [] };
const file = new URL('../../../support/faulty-worker.ts', import.meta.url);
/** A timeout that expires at once, and one that never does. */
const [soon, never] = [300, 3_600_000];
const threads: SanitiseThread[] = [];

function faulty(options: Parameters<typeof createSanitiseThread>[0] = {}) {
  const thread = createSanitiseThread({ file, taskMs: never, ...options });
  threads.push(thread);
  return (html: string, signal?: AbortSignal, key = html) => thread.run(key, { html, rules }, signal);
}

afterEach(async () => {
  for (const thread of threads.splice(0)) await thread.rest();
});

test('texts come back one after the other', async () => {
  const run = faulty();
  const made = await Promise.all(['a', 'b', 'c'].map((html) => run(html)));
  expect(made).toEqual(['A', 'B', 'C'].map((html) => ({ html, cut: false })));
});

test('a thread that ends while it is at a text is replaced, and the text tried once more', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-thread-'));
  const run = faulty();
  const once = `ends once ${join(folder, 'tried')}`;
  const [again, other] = await Promise.all([run(once), run('other')]);
  expect(again).toEqual({ html: once.toUpperCase(), cut: false });
  expect(other.html).toBe('OTHER');
  await rm(folder, { recursive: true });
});

test('a text that ends it twice is an error and never shown; the next one is fine', async () => {
  const run = faulty();
  const [ends, other] = await Promise.allSettled([run('ends'), run('other')]);
  expect(ends).toMatchObject({ reason: { code: 'request.failed', status: 500 } });
  expect(other).toMatchObject({ value: { html: 'OTHER' } });
});

test('a text that takes too long keeps its words, and holds up the next one no longer', async () => {
  const run = faulty({ taskMs: soon });
  const [endless, other] = await Promise.all([run('endless'), run('other')]);
  expect(endless).toEqual({ html: 'words', cut: true });
  expect(other).toEqual({ html: 'OTHER', cut: false });
});

test('a text whose words take too long is an error', async () => {
  const run = faulty({ taskMs: soon });
  await expect(run('never words')).rejects.toMatchObject({ code: 'request.failed', status: 500 });
});

test('whoever leaves waits no longer, and what nobody waits for does not begin', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-thread-'));
  const run = faulty({ taskMs: soon });
  const leaving = new AbortController();
  const first = run('endless');
  const second = run(`ends once ${join(folder, 'begun')}`, leaving.signal);
  const third = run('other');
  leaving.abort();
  await expect(second).rejects.toMatchObject({ code: 'request.aborted', status: 499 });
  expect((await first).html).toBe('words');
  expect((await third).html).toBe('OTHER');
  expect(await readdir(folder)).toEqual([]);
  await expect(run('late', leaving.signal)).rejects.toMatchObject({ code: 'request.aborted' });
  await rm(folder, { recursive: true });
});

test('two who want the same wait for one: that the first has left does not take it from the second', async () => {
  const run = faulty({ taskMs: soon, maxWaiting: 1 });
  const leaving = new AbortController();
  const running = run('endless');
  const first = run('same', leaving.signal);
  const second = run('same');
  leaving.abort();
  await expect(first).rejects.toMatchObject({ code: 'request.aborted' });
  expect((await second).html).toBe('SAME');
  await running;
});

test('no more wait than there is room for, by number and by length', async () => {
  const busy = { code: 'answer.busy', status: 503, headers: { 'Retry-After': '10' } };
  const few = faulty({ taskMs: soon, maxWaiting: 1 });
  const waiting = [few('endless'), few('a')];
  await expect(few('b')).rejects.toMatchObject(busy);
  const short = faulty({ taskMs: soon, maxWaitingLength: 10 });
  waiting.push(short('endless'), short('x'.repeat(20)));
  await expect(short('y')).rejects.toMatchObject(busy);
  await Promise.all(waiting);
});

test('an idle thread is ended, and the next text starts another', async () => {
  const run = faulty({ idleMs: 1 });
  const { html: first } = await run('which thread');
  await expect.poll(async () => (await run('which thread')).html).not.toBe(first);
});
