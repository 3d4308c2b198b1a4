import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { causes } from '../../../server/http/causes.ts';
import { createLog } from '../../../server/http/log.ts';
import { createGauges } from '../../../server/metrics/gauges.ts';
import { countHost } from '../../../server/metrics/host.ts';
import { countRequests } from '../../../server/metrics/requests.ts';
import { problemsOf, type Series } from '../../support/promql.ts';

const rules = readFileSync('deploy/alerts/rules.yml', 'utf8');
const dashboard = JSON.parse(readFileSync('deploy/grafana/dashboard.json', 'utf8')) as {
  panels: { title: string; type: string; targets?: { expr: string; legendFormat: string }[] }[];
};
const book = readFileSync('docs/operations.md', 'utf8');

const registry = new Registry();
let dataDir: string;
/** Series of a site on which every event has happened once. */
let series: Series[];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'studio-watching-'));
  await writeFile(join(dataDir, 'bff.sqlite'), '');
  collectDefaultMetrics({ register: registry });
  const observe = await countRequests(registry, {
    mediaPaths: ['/storage'],
    isFile: () => false,
    onHostTimeout: () => {},
  });
  const host = await countHost(registry, ['/storage']);
  const gauges = await createGauges(registry);
  const common = { id: 'x', ip: '::1', ms: 1, bytes: 1, session: false, aborted: false };
  const targets = ['/api/x', '/', '/assets/x', '/img/1/x', '/storage/x', '/robots.txt', '/healthz', '/x'];
  for (const target of targets)
    for (const status of [200, 404, 500])
      observe({
        ...common,
        method: 'GET',
        target,
        status,
        row: undefined,
        why: [{ cause: 'bug' }],
        cache: 'hit',
      });
  const login = { method: 'POST', target: '/api/login', row: contract.login.name };
  observe({ ...common, ...login, status: 200 });
  observe({
    ...common,
    method: 'POST',
    target: '/api/saveBlog',
    row: 'saveBlog',
    status: 413,
    code: 'upload.totalTooLarge',
  });
  const upstream = host.watch({ request: async () => ({ status: 503 }) } as never);
  await upstream.request({ method: 'GET', path: '/api/jobs', headers: {} });
  const kept = () => ({ entries: 1, bytes: 1, oldestMs: 1 });
  const sources = {
    dataDir,
    engine: 'embedded',
    caches: { reads: kept, pages: kept, images: kept, disk: kept },
    uploads: () => ({ inProgress: 0, bytes: 1 }),
    renders: () => ({ running: 0, waiting: 0, refused: 0 }),
    host: () => ({
      state: 'open' as const,
      downSince: new Date(0),
      opened: 1,
      refused: 1,
      pausedSeconds: 1,
    }),
    database: () => ({ inUse: 1, idle: 1, waiting: 1, signalsAgeMs: 1 }),
    cspReports: () => ({ received: 2, refused: 1, unkept: 1 }),
    intake: () => ({
      waiting: 1,
      aside: 1,
      needsPerson: 1,
      suspect: 1,
      bytes: 1,
      oldestAt: 0,
      maxItems: 9,
      maxBytes: 9,
    }),
    mails: async () => ({ waiting: 1, givenUp: 1, oldestAt: new Date(0) }),
    backup: async () => ({ last_at: null, is_old: true }),
  };
  await gauges.read(sources, createLog('silent'));
  series = (await registry.getMetricsAsJSON()).flatMap((metric) =>
    metric.values.map((value) => ({
      name: ('metricName' in value && value.metricName) || metric.name,
      labels: value.labels as Record<string, string>,
    })),
  ) as Series[];
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const alerts = [...rules.matchAll(/- alert: (\w+)\n\s+expr: (.+)\n/g)].map(([, name = '', expr = '']) => ({
  name,
  expr,
}));

it('every alert asks for series that a site has, with labels and values that they have', () => {
  expect(alerts.length).toBe(rules.match(/^\s*- alert:/gm)?.length);
  expect(
    alerts.flatMap(({ name, expr }) => problemsOf(expr, series).map((each) => `${name}: ${each}`)),
  ).toEqual([]);
});

it('every panel does, and names only labels that its answer has', () => {
  const shown = dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map((target) => ({ title, ...target })),
  );
  expect(shown.length).toBeGreaterThan(30);
  expect(
    shown.flatMap(({ title, expr, legendFormat }) =>
      problemsOf(expr, series, legendFormat).map((each) => `${title}: ${each}`),
    ),
  ).toEqual([]);
});

it('every alert has its section in docs/operations.md, which says what it means and what to do', () => {
  const sections = book.split(/^## Alerts$/m)[1]?.split(/^## /m)[0] ?? '';
  const [, ...written] = sections.split(/^### /m);
  expect(written.map((text) => text.split('\n', 1)[0])).toEqual(alerts.map(({ name }) => name));
  for (const text of written)
    for (const word of ['- **Means**', '- **Look at**', '- **Do**', '- **Can wait**'])
      expect(text).toContain(word);
});

it('docs/operations.md lists every metric of ours and every cause, and no others', async () => {
  const inTable = (name: string) => {
    const table = new RegExp(`<!-- ${name} -->(.*?)<!-- /${name} -->`, 's').exec(book)?.[1] ?? '';
    return [...table.matchAll(/^\| (.*?) \|/gm)]
      .flatMap(([, cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, word]) => word))
      .sort();
  };
  const own = registry
    .getMetricsAsArray()
    .map(({ name }) => name)
    .filter((name) => name.startsWith('studio_'));
  expect(inTable('metrics')).toEqual(own.sort());
  expect(inTable('causes')).toEqual([...causes].sort());
});
