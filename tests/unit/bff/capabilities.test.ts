import { Readable } from 'node:stream';
import { beforeEach, describe, expect, test } from 'vitest';
import { type ContractRow, contract, rows } from '#shared/contract/index.ts';
import { createCapabilities } from '../../../server/bff/capabilities.ts';
import type { Upstream } from '../../../server/bff/upstream/upstream.ts';

const minute = 60_000;
let time = 0;
let asked: string[] = [];
/** Statuses by method and path; 404 by default. */
let answers: Record<string, number> = {};
/** The host answers after it. */
let held = Promise.resolve();

/** The host, reduced to what the test needs. */
const upstream = {
  url: new URL('http://host.example'),
  request: async ({ method, path }: { method: string; path: string }) => {
    asked.push(`${method} ${path}`);
    await held;
    return { status: answers[`${method} ${path}`] ?? 404, headers: {}, body: Readable.from([]) };
  },
} as unknown as Upstream;

const probedBy = (access: ContractRow['access']) =>
  rows.filter((row) => row.probed && row.access === access).map(({ name }) => name);
const probed = probedBy('public');
const forms = [...probed, 'applyJobFor'].sort();

beforeEach(() => {
  time = 1_000_000;
  asked = [];
  held = Promise.resolve();
  answers = { 'GET /api/saveBlog': 405 };
});

const create = () => createCapabilities(upstream, () => time);

describe('forms', () => {
  test('are asked for once in ten minutes, in a few requests that change nothing', async () => {
    const capabilities = create();
    expect((await capabilities.missing()).sort()).toEqual(forms);
    const first = asked.length;
    expect(first).toBeLessThanOrEqual(2 * (probed.length + 1));
    expect(asked.filter((each) => !/^(OPTIONS|GET) /.test(each))).toEqual([]);
    time += 9 * minute;
    await capabilities.missing();
    expect(asked).toHaveLength(first);
  });

  test('wait for no new answer as long as the last one is believed', async () => {
    const capabilities = create();
    await capabilities.missing();
    time += 11 * minute;
    held = new Promise(() => {});
    const late = new Promise((resolve) => setTimeout(resolve, 500, ['too late']));
    expect(((await Promise.race([capabilities.missing(), late])) as string[]).sort()).toEqual(forms);
  });

  test('are hidden also from the first visitor after a quiet hour', async () => {
    const capabilities = create();
    await capabilities.missing();
    const first = asked.length;
    time += 60 * minute;
    expect((await capabilities.missing()).sort()).toEqual(forms);
    expect(asked.length).toBeGreaterThan(first);
  });
});

test.each<[string, ContractRow, number, string | undefined, boolean]>([
  ['404 to a list', contract.jobs, 404, undefined, true],
  ['404 to a form', contract.contactUs, 404, undefined, true],
  [
    '404 in the words of a router',
    contract.getProjects,
    404,
    'The route api/getProjects/1 could not be found.',
    true,
  ],
  ['404 to an id', contract.singleJob, 404, 'No query results for model [Job] 5', false],
  ['404 to what was deleted long ago', contract.restoreDeleted, 404, undefined, false],
  ['422', contract.contactUs, 422, undefined, false],
])('%s says of a call whether it is there', (_what, row, status, message, missing) => {
  const capabilities = create();
  expect(capabilities.isMissing(row, status, message)).toBe(missing);
  expect(capabilities.has(row)).toBe(!missing);
});
