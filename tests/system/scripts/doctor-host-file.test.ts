import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseHostFile } from '../../../hosts/host-file/load.ts';
import { createUpstream } from '../../../server/bff/upstream/client.ts';
import { loadConfig } from '../../../server/config.ts';
import { checkUpstream } from '../../../tools/doctor/checks.ts';
import type { Finding } from '../../../tools/doctor/finding.ts';
import { adaptedHost } from '../../../tools/doctor/host.ts';
import { type ExampleHost, openHost } from '../../hosts/host.ts';
import { hostFileOf } from '../../hosts/site.ts';

type Json = Record<string, unknown>;
let host: ExampleHost;
let example: Json & { calls: Record<string, Json>; fields: Json };
beforeAll(async () => {
  host = await openHost('laravel', { posts: 40 });
  example = JSON.parse(await hostFileOf(host));
});
afterAll(() => host.stop());

/** Returns what the doctor finds through the example with these changes. */
async function findingsWith(changed: Json) {
  const upstream = createUpstream(new URL(host.url), 5_000);
  const file = parseHostFile(JSON.stringify({ ...example, ...changed }), 'host.json');
  const { email: ADMIN_EMAIL, password: ADMIN_PASSWORD } = host.admin;
  const paths = { UPSTREAM_LOGIN_PATH: '/api/login', UPSTREAM_LOGOUT_PATH: '/api/logout' };
  const config = {
    ...loadConfig({}),
    ...paths,
    ADMIN_EMAIL,
    ADMIN_PASSWORD,
    UPSTREAM_MEDIA_PATHS: ['/storage'],
  };
  const findings: Finding[] = [];
  for await (const finding of checkUpstream(upstream, {
    config,
    adapted: adaptedHost(upstream, file, ['/storage']),
  }))
    findings.push(finding);
  await upstream.close();
  return findings;
}

it('a list of people that the host shows to anyone is wrong', async () => {
  const getPeople = { path: '/people' };
  const findings = await findingsWith({ calls: { ...example.calls, getPeople } });
  expect(findings.filter(({ result }) => result === 'wrong')).toMatchObject([
    { subject: 'GET /api/getPeople', text: expect.stringContaining('anyone can read it') },
  ]);
});

describe('what the pages of a list lose ends in a ✗', () => {
  const list = (finding: Finding) => finding.fatal && /blogs|activeBlogs/i.test(finding.subject);

  it('but not through the example itself, nor where the site keeps some rows of a list without pages, or searches a public list', async () => {
    const getProjects = { path: '/projects', keep: { category_id: '{id}' }, envelope: { paging: 'none' } };
    const searchTeam = { path: '/people', query: { search: null } };
    const findings = await findingsWith({ calls: { ...example.calls, getProjects, searchTeam } });
    expect(findings.filter(({ result }) => result === 'wrong')).toEqual([]);
    expect(findings.find(({ subject }) => subject === 'POST /api/login')?.text).toMatch(
      / is where host\.json says$/,
    );
    expect(findings.find(({ subject }) => subject.startsWith('calls.applyJobFor'))?.text).toContain(
      'does not get these fields of the form: city',
    );
  });

  it.each<[string, Json, RegExp]>([
    ['rows behind the first page, without paging', { paging: 'none' }, /more rows on another page/],
    [
      'rows behind the last page',
      { last_page: 'meta.current_page' },
      /only \d+ of 40 rows are on its 1 pages/,
    ],
    ['a page that is not there', { last_page: 'meta.total' }, /page 40 of 40 has no rows/],
    ['the first page again', { paging: { page: 'seite' } }, /page 2 has the rows of page 1/],
  ])('%s', async (_case, envelope, words) => {
    const found = (await findingsWith({ envelope })).filter(list);
    expect(found.map(({ text }) => text).join('\n')).toMatch(words);
    expect(found[0]?.mend).toContain('envelope');
  });

  it('a place that no answer has, each named once', async () => {
    const fields = {
      ...example.fields,
      team_member: { designation: 'post' },
      project: { title: 'name', video: 'film' },
    };
    const findings = await findingsWith({ envelope: { last_page: 'meta.lastPage' }, fields });
    const named = findings.filter(({ subject }) => subject.startsWith('host.json: '));
    expect(named).toMatchObject([
      { subject: 'host.json: envelope.last_page', fatal: true },
      { subject: 'host.json: fields.project.video', result: 'wrong' },
    ]);
  });
});
