import { readFileSync } from 'node:fs';
import type { StoredAnswers } from '../anchors/answers.ts';
import { captureAnswers } from '../capture.ts';
import { type Call, requests } from '../client.ts';
import type { Case, Contender, Load } from '../load.ts';
import { nginx, varnish } from '../other-servers.ts';
import { pathsOfSitemap } from '../sitemap.ts';
import type { Stage, Started } from '../stage.ts';

const lists = Array.from({ length: 200 }, (_, index) => `/api/getProjectCategory?page=${index + 1}`);
/** Addresses that are not cached; a run does not use them all up. */
const unseen = Array.from({ length: 60_000 }, (_, index) => `/api/getProjectCategory?page=${index + 1_000}`);

/** Public reads are answered from memory. */
export const load: Load = {
  name: 'cached-read',
  target: 'cached read',
  about: 'Reads of visitors that were asked for before, JSON and HTML, beside the same bytes from memory.',
  async *cases(stage) {
    const host = await stage.host();
    const beforeHost = await stage.product({ UPSTREAM_URL: host.url });
    const others = {
      nginx: await nginx(stage, host.url, { cache: true }),
      Varnish: await varnish(stage, host.url),
    };
    for (const encoding of ['br', 'gzip', 'identity']) {
      const name = `JSON of 200 addresses, ${encoding}`;
      yield await casesOf(stage, name, beforeHost, lists, { 'accept-encoding': encoding }, others);
    }
    yield await casesOf(stage, 'JSON, HEAD', beforeHost, lists, { 'accept-encoding': 'br' }, others, 'HEAD');
    yield await notModified(stage, 'JSON, 304', beforeHost, lists);
    yield {
      name: 'JSON never asked for before',
      contenders: [
        {
          name: 'product',
          ...requests(
            beforeHost,
            unseen.map((path) => ({ path })),
          ),
        },
      ],
    };

    const embedded = await stage.product();
    const pages = await pathsOfSitemap(embedded);
    for (const encoding of ['br', 'identity']) {
      const name = `HTML of ${pages.length} public pages, ${encoding}`;
      yield await casesOf(stage, name, embedded, pages, { 'accept-encoding': encoding });
    }
    yield await notModified(stage, 'HTML, 304', embedded, pages);
  },
};

async function casesOf(
  stage: Stage,
  name: string,
  product: Started,
  paths: string[],
  headers: Record<string, string>,
  others: Record<string, Started | undefined> = {},
  method: Call['method'] = 'GET',
): Promise<Case> {
  const file = await captureAnswers(stage, product, paths, headers);
  const calls = paths.map((path): Call => ({ path, method, headers }));
  const contenders = { product, ...(await constants(stage, file)), ...others };
  return { name, contenders: Object.entries(contenders).map(contender(calls)), limits: limits(others) };
}

/**
 * Repeats requests with the ETag of each answer; pages that differ each time, such as pages with a form, are left
 * out.
 */
async function notModified(stage: Stage, name: string, product: Started, paths: string[]): Promise<Case> {
  const headers = { 'accept-encoding': 'br' };
  const file = await captureAnswers(stage, product, paths, headers);
  const stored: StoredAnswers = JSON.parse(readFileSync(file, 'utf8'));
  const calls: Call[] = [];
  for (const [path, { headers: answered }] of Object.entries(stored)) {
    const call = { path, headers: { ...headers, 'if-none-match': answered.etag ?? '' } };
    const again = await fetch(product.url + path, { headers: call.headers });
    await again.arrayBuffer();
    if (again.status === 304) calls.push({ ...call, status: 304 });
  }
  if (calls.length === 0) {
    return { name, contenders: [{ name: 'product', missing: 'no 304' }], limits: limits({}) };
  }
  const contenders = { product, 'bare node, constant': await stage.anchor('node-constant', file) };
  const full = `${name} of ${calls.length} addresses`;
  return { name: full, contenders: Object.entries(contenders).map(contender(calls)), limits: limits({}) };
}

async function constants(stage: Stage, file: string): Promise<Record<string, Started>> {
  return {
    'bare node, constant': await stage.anchor('node-constant', file),
    'Express, constant': await stage.anchor('express-constant', file),
  };
}

function contender(calls: Call[]) {
  return ([name, started]: [string, Started | undefined]): Contender => ({
    name,
    ...(started && requests(started, calls, { calls: 2000 })),
  });
}

function limits(others: Record<string, Started | undefined>): Case['limits'] {
  return [
    { figure: 'perCpuSecond', atLeast: 0.8, of: 'bare node, constant' },
    ...(others.Varnish ? [{ figure: 'perCpuSecond', atLeast: 1, of: 'Varnish' } as const] : []),
  ];
}
