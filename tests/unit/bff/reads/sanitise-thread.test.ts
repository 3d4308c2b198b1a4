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
