import { afterEach, expect, it } from 'vitest';
import { createUpstream } from '../../../server/bff/upstream/client.ts';
import { loadConfig } from '../../../server/config.ts';
import { checkUpstream } from '../../../tools/doctor/checks.ts';
import { type Finding, isHealthy } from '../../../tools/doctor/finding.ts';
import { publicData } from '../../support/public-pages.ts';
import { startStubUpstream } from '../../support/stub-upstream.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function examine(url: string, environment: Record<string, string> = {}) {
  const config = loadConfig({ UPSTREAM_URL: url, UPSTREAM_TIMEOUT_MS: '30000', ...environment });
  const upstream = createUpstream(new URL(url), config.UPSTREAM_TIMEOUT_MS);
  closers.push(upstream.close);
  const findings: Finding[] = [];
  for await (const finding of checkUpstream(upstream, { config })) findings.push(finding);
  const of = (subject: string) => findings.find((finding) => finding.subject === subject);
  return { findings, of, well: isHealthy(findings) };
}

const page = (data: unknown[]) => ({ data, current_page: 1, last_page: 1, per_page: 10, total: data.length });

it('the stub host of the tests passes: ids come from its lists, and no call that writes is made', async () => {
  const stub = await startStubUpstream();
  closers.push(stub.close);
  stub.fill(publicData());
  const { of, findings, well } = await examine(stub.url);
  expect(findings.filter((finding) => finding.result === 'wrong')).toEqual([]);
  for (const name of ['getSingleCategory', 'singlePost', 'getProjects', 'getSingleProject', 'singleJob'])
    expect(of(`GET /api/${name}/{id}`)?.result).toBe('there');
  expect(of('POST /api/saveBlog')?.result).toBe('there');
  expect(of('who is an admin')).toMatchObject({
    result: 'untried',
    mend: expect.stringMatching(/customers .* "admins"/),
  });
  expect(well).toBe(true);
  expect(stub.requests.every(({ method }) => ['GET', 'HEAD', 'OPTIONS'].includes(method))).toBe(true);
});

it('with credentials it signs in once, says where the token is, reads what needs it, and signs out', async () => {
  const stub = await startStubUpstream();
  closers.push(stub.close);
  const { email, password } = stub.admin;
  const body = JSON.stringify({ status: 1, access_token: 'token-of-the-host', expires_in: 900 });
  stub.misbehave({ kind: 'answer', status: 200, body }, { method: 'POST', path: '/api/login' });
  stub.tokens.push('token-of-the-host');
  const { of, well } = await examine(stub.url, { ADMIN_EMAIL: email, ADMIN_PASSWORD: password });
  expect(of('POST /api/login')).toMatchObject({
    result: 'there',
    text: expect.stringMatching(/ is in access_token; the session here ends with it, after 15 minutes$/),
  });
  expect(of('GET /api/blogs')?.text).toMatch(/^\d+ ms/);
  expect(well).toBe(true);
  expect(stub.requestsTo('/api/login').filter(({ method }) => method === 'POST')).toHaveLength(1);
  expect(stub.tokens).toEqual([]);
});

it('a token that outlives the sessions here is not said to end them', async () => {
  const stub = await startStubUpstream();
  closers.push(stub.close);
  const { email, password } = stub.admin;
  const body = JSON.stringify({ status: 1, access_token: 'token-of-the-host', expires_in: 169 * 3600 });
  stub.misbehave({ kind: 'answer', status: 200, body }, { method: 'POST', path: '/api/login' });
  const { of } = await examine(stub.url, { ADMIN_EMAIL: email, ADMIN_PASSWORD: password });
  expect(of('POST /api/login')?.text).toMatch(/ is in access_token$/);
});

it('what a host does wrong is told with the field, and what visitors may not read with the danger', async () => {
  const stub = await startStubUpstream();
  closers.push(stub.close);
  const token = 'secret-token-of-the-host';
  for (const [name, answer] of Object.entries({
    login: { status: 1, result: { jwt: token } },
    getProjectCategory: { status: 1, data: page([{ id: 7, title: 5 }]) },
    getApplicants: { status: 1, data: page([]) },
  }))
    stub.misbehave(
      {
        kind: 'answer',
        status: 200,
        body: JSON.stringify(answer),
        headers: { 'content-type': 'application/json' },
      },
      { path: `/api/${name}` },
    );
  const { of, findings, well } = await examine(stub.url, { ADMIN_PASSWORD: 'correct horse battery' });
  expect(well).toBe(false);
  expect(of('POST /api/login')).toMatchObject({
    result: 'wrong',
    mend: expect.stringContaining('result.jwt'),
  });
  expect(JSON.stringify(findings)).not.toContain(token);
  expect(of('GET /api/getProjectCategory')?.text).toContain('data.data.0.title');
  expect(of('GET /api/getApplicants')).toMatchObject({
    result: 'wrong',
    text: expect.stringContaining('anyone can read it'),
  });
});
