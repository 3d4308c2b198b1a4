import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLog } from '../../../server/http/log.ts';
import { type Metrics, openMetrics } from '../../../server/metrics/metrics.ts';
import type { Sources } from '../../../server/metrics/sources.ts';
import { folderForEach } from '../../support/temp-folder.ts';

const closers: (() => Promise<void>)[] = [];
let dataDir: string;
const lines: Record<string, unknown>[] = [];
const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });

folderForEach((made) => (dataDir = made));
beforeEach(async () => {
  lines.length = 0;
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function open(): Promise<Metrics> {
  const places = { mediaPaths: ['/storage'], isFile: (path: string) => path === '/favicon.ico' };
  return (await openMetrics(0, places)) as Metrics;
}

function sources(changed: Partial<Sources> = {}): Sources {
  return {
    dataDir,
    engine: 'embedded',
    caches: { reads: () => ({ entries: 2, bytes: 300, oldestMs: 4_500 }) },
    uploads: () => ({ inProgress: 1, bytes: 2_000 }),
    ...changed,
  };
}

/** Returns the series and their values, except those of Node. */
async function show(metrics: Metrics, changed?: Partial<Sources>): Promise<Record<string, number>> {
  const { port, close } = await metrics.listen(0, sources(changed), log);
  closers.push(close);
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(answer.headers.get('content-type')).toContain('text/plain');
  const text = await answer.text();
  expect(text).toContain('process_resident_memory_bytes');
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
  return Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line.startsWith('studio_'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
}

const ended = {
  method: 'GET',
  target: '/',
  id: 'id',
  ip: undefined,
  status: 200,
  ms: 20,
  bytes: 1,
  row: undefined,
  session: false,
  aborted: false,
};

it('whatever callers send, labels stay few', async () => {
  const metrics = await open();
  const kinds = ['/api/', '/view-blog/', '/assets/', '/img/', '/storage/', '/', '/share/', '/admin/'];
  for (let index = 0; index < 4_000; index += 1)
    metrics.observe({
      ...ended,
      method: `M${index}`,
      target: `${kinds[index % kinds.length]}${index}"\n{}${index}`,
      status: 100 + (index % 900),
    });
  expect(Object.keys(await show(metrics)).length).toBeLessThan(600);
});
