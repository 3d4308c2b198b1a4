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

/** The host, reduced to what the test needs. */
const upstream = {
  url: new URL('http://host.example'),
  request: async ({ method, path }: { method: string; path: string }) => {
    asked.push(`${method} ${path}`);
    return { status: answers[`${method} ${path}`] ?? 404, headers: {}, body: Readable.from([]) };
  },
} as unknown as Upstream;

const probedBy = (access: ContractRow['access']) =>
  rows.filter((row: ContractRow) => row.probed && row.access === access).map(({ name }) => name);
const probed = probedBy('public');
/** The lists of the admin area without which the other calls about their records are not offered. */
const lists = ['getJobs', 'getApplicants', 'getTeam', 'getMessages'] as const;
const forms = [...probed, 'applyJobFor'].sort();

beforeEach(() => {
  time = 1_000_000;
  asked = [];
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

  test('do not come back while the host is asked again, and do when it has them', async () => {
    const capabilities = create();
    await capabilities.missing();
    time += 11 * minute;
    answers['GET /api/contactUs'] = 405;
    expect(await capabilities.missing()).toContain('contactUs');
    await expect
      .poll(async () => (await capabilities.missing()).sort())
      .toEqual(forms.filter((name) => name !== 'contactUs'));
  });

  test('are offered while the host cannot be asked, which is tried again after a minute', async () => {
    answers['OPTIONS /api/saveBlog'] = 429;
    const capabilities = create();
    expect(await capabilities.missing()).toEqual([]);
    expect(await capabilities.missing()).toEqual([]);
    expect(asked).toHaveLength(1);
    delete answers['OPTIONS /api/saveBlog'];
    time += 61_000;
    expect((await capabilities.missing()).sort()).toEqual(forms);
  });

  test('that the host fails at leave it known what else it lacks, and are asked for again after a minute', async () => {
    answers['OPTIONS /api/contactUs'] = 503;
    const capabilities = create();
    expect((await capabilities.missing()).sort()).toEqual(forms.filter((name) => name !== 'contactUs'));
    delete answers['OPTIONS /api/contactUs'];
    time += 61_000;
    expect((await capabilities.missing()).sort()).toEqual(forms);
  });

  test('are not offered after a message was refused, whatever the host says when asked', async () => {
    answers = { 'OPTIONS /api/saveBlog': 204, 'OPTIONS /api/contactUs': 204, 'OPTIONS /api/applyJob': 204 };
    const capabilities = create();
    capabilities.isMissing(contract.contactUs, 404);
    expect(await capabilities.missing()).toContain('contactUs');
    time += 10 * minute;
    expect(await capabilities.missing()).not.toContain('contactUs');
  });

  test('of the admin area are asked for when an admin wants to know, and not for visitors', async () => {
    for (const name of lists) answers[`GET ${contract[name].path}`] = 401;
    const capabilities = create();
    await capabilities.missing();
    const ofDesk = probedBy('admin').filter((name) => !lists.some((list) => list === name));
    expect(ofDesk).toContain('restoreDeleted');
    const isOfDesk = (each: string) =>
      ofDesk.some((name) => each.endsWith(contract[name as 'restoreDeleted'].path));
    expect(asked.filter(isOfDesk)).toEqual([]);
    expect((await capabilities.missing('admin')).sort()).toEqual([...forms, ...ofDesk].sort());
    expect(asked.filter(isOfDesk).length).toBeLessThanOrEqual(2 * ofDesk.length);
  });

  test('of the admin area about a record are not offered without its list', async () => {
    for (const name of lists) answers[`GET ${contract[name].path}`] = name === 'getJobs' ? 404 : 401;
    const missing = await create().missing('admin');
    expect(missing).toEqual(
      expect.arrayContaining([
        'getJobs',
        'addJob',
        'updateJob',
        'updateJobStatus',
        'deleteJob',
        'reorderJobs',
      ]),
    );
    for (const name of ['jobs', 'singleJob', 'addTeamMember', 'updateApplicantStatus', 'saveBlog'])
      expect(missing).not.toContain(name);
  });

  test('are offered where the host hides a call that it surely has', async () => {
    answers = {};
    expect(await create().missing()).toEqual([]);
  });
});

test.each<[string, ContractRow, number, string | undefined, boolean]>([
  ['404 to a list', contract.jobs, 404, undefined, true],
  ['404 to a form', contract.contactUs, 404, undefined, true],
  ['405', contract.singleJob, 405, undefined, true],
  [
    '404 in the words of a router',
    contract.getProjects,
    404,
    'The route api/getProjects/1 could not be found.',
    true,
  ],
  ['404 to an id', contract.singleJob, 404, 'No query results for model [Job] 5', false],
  ['404 to a title', contract.getCategoryByTitle, 404, undefined, false],
  ['404 to what was deleted long ago', contract.restoreDeleted, 404, undefined, false],
  ['404 to a known call', contract.getProjectCategory, 404, undefined, false],
  ['401', contract.getJobs, 401, undefined, false],
  ['422', contract.contactUs, 422, undefined, false],
])('%s says of a call whether it is there', (_what, row, status, message, missing) => {
  const capabilities = create();
  expect(capabilities.isMissing(row, status, message)).toBe(missing);
  expect(capabilities.has(row)).toBe(!missing);
});

test('a list that was missing is asked for again after a minute', () => {
  const capabilities = create();
  capabilities.isMissing(contract.jobs, 404);
  time += minute;
  expect(capabilities.has(contract.jobs)).toBe(true);
});
