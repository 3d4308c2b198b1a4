import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import type { Upstream, UpstreamAnswer } from '../../../server/bff/upstream/upstream.ts';
import { AppError } from '../../../server/errors.ts';
import { createLog } from '../../../server/http/log.ts';
import { type Metrics, openMetrics } from '../../../server/metrics/metrics.ts';
import type { Sources } from '../../../server/metrics/sources.ts';

const closers: (() => Promise<void>)[] = [];
let dataDir: string;
const lines: Record<string, unknown>[] = [];
const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'studio-metrics-'));
  lines.length = 0;
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  await rm(dataDir, { recursive: true, force: true });
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

it.each([
  [{ target: '/api/activeBlogs?page=2', row: 'activeBlogs' }, 'kind="call",name="activeBlogs"'],
  [{ target: '/api/made/up', status: 404 }, 'kind="call",name="unlisted"'],
  [{ target: '/view-blog/7?x=y' }, 'kind="page",name="/view-blog/:id"'],
  [{ target: '/portfolio/%D9%81%D9%84%D9%85' }, 'kind="page",name="/portfolio/:fieldTitle"'],
  [{ target: '/assets/index-1.js' }, 'kind="asset",name=""'],
  [{ target: '/img/640/storage/a.webp' }, 'kind="image",name=""'],
  [{ target: '/storage/a.webp' }, 'kind="media",name=""'],
  [{ target: '/wp-login.php', status: 404 }, 'kind="other",name=""'],
])('a request is counted under what it was for: %o', async (request, labels) => {
  const metrics = await open();
  metrics.observe({ ...ended, ...request });
  const series = await show(metrics);
  expect(series[`studio_http_request_duration_seconds_count{${labels}}`]).toBe(1);
  expect(series[`studio_http_request_duration_seconds_bucket{le="0.025",${labels}}`]).toBe(1);
  expect(
    series[`studio_http_requests_total{${labels},status="${'status' in request ? request.status : 200}"}`],
  ).toBe(1);
});

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

it('the host is counted by row and by cause, each failure once', async () => {
  const metrics = await open();
  const outcomes: (number | Error)[] = [
    200,
    503,
    429,
    new AppError('upstream.unreachable', 502, {
      cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }),
    }),
    new AppError('upstream.timeout', 504),
    // A browser that disconnected is no failure of the host.
    new AppError('request.aborted', 499),
  ];
  const upstream = metrics.watchHost({
    async request() {
      const next = outcomes.shift();
      if (next instanceof Error) throw next;
      return { status: next } as UpstreamAnswer;
    },
  } as unknown as Upstream);
  const read = metrics.watchReads(async () => {
    const { singlePost: row } = contract;
    await upstream.request({
      method: 'GET',
      path: '/api/singlePost/7?x',
      row,
      params: { id: '7' },
      headers: {},
    });
    throw new AppError('upstream.badAnswer', 502, { cause: new SyntaxError('no JSON') });
  });
  for (let index = 0; index < 6; index += 1) await read({} as never).catch(() => {});
  const series = await show(metrics);
  expect(series['studio_upstream_request_duration_seconds_count{row="singlePost"}']).toBe(3);
  const causes = Object.entries(series).filter(([name]) => name.startsWith('studio_upstream_failures_total'));
  expect(Object.fromEntries(causes)).toEqual({
    'studio_upstream_failures_total{cause="bad_answer"}': 3,
    'studio_upstream_failures_total{cause="status_503"}': 1,
    'studio_upstream_failures_total{cause="status_429"}': 1,
    'studio_upstream_failures_total{cause="refused"}': 1,
    'studio_upstream_failures_total{cause="headers_timeout"}': 1,
  });
});

it('a part that cannot tell leaves its numbers out, and the others stand', async () => {
  const series = await show(await open(), {
    mails: () => Promise.reject(new Error('the database is locked')),
  });
  expect(series['studio_metrics_source_failed{source="mails"}']).toBe(1);
  expect(series['studio_metrics_source_failed{source="disk"}']).toBe(0);
  expect(series.studio_uploads_in_progress).toBe(1);
  expect(lines).toEqual([expect.objectContaining({ source: 'mails', level: 40 })]);
});

it('nothing but GET /metrics is answered, and the closer ends it', async () => {
  const { port, close } = await (await open()).listen(0, sources(), log);
  expect((await fetch(`http://127.0.0.1:${port}/other`)).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(404);
  await close();
  await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow();
});
