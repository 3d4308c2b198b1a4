// @module-tag deep/process: runs the command
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { createUpstream } from '../../../server/bff/upstream/client.ts';
import { loadConfig } from '../../../server/config.ts';
import { checkUpstream } from '../../../tools/doctor/checks.ts';
import type { Finding } from '../../../tools/doctor/finding.ts';
import type { Host } from '../../../tools/doctor/host.ts';
import { checkMedia } from '../../../tools/doctor/media.ts';
import { isHealthy } from '../../../tools/doctor/report.ts';
import { Answered, startPlainHost, startSilentHost } from '../../support/plain-host.ts';
import { publicData } from '../../support/public-pages.ts';
import { startStubUpstream } from '../../support/stub-upstream.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Returns what the doctor finds, and the waits that it would have made. */
async function examine(url: string, environment: Record<string, string> = {}) {
  const config = loadConfig({ UPSTREAM_URL: url, UPSTREAM_TIMEOUT_MS: '30000', ...environment });
  const upstream = createUpstream(new URL(url), config.UPSTREAM_TIMEOUT_MS);
  closers.push(upstream.close);
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  const findings: Finding[] = [];
  for await (const finding of checkUpstream(upstream, { config, wait })) findings.push(finding);
  const of = (subject: string) => findings.find((finding) => finding.subject === subject);
  return { findings, of, waits, well: isHealthy(findings) };
}

const page = (data: unknown[]) => ({ data, current_page: 1, last_page: 1, per_page: 10, total: data.length });
const dates = { created_at: '2026-11-01T10:00:00.000000Z', updated_at: '2026-11-01T10:00:00.000000Z' };

/** The known calls alone, as a Laravel API answers them; media addresses begin with `media`. */
function knownCalls(media: string): Record<string, unknown> {
  const category = {
    id: 7,
    title: 'Film & TV',
    image: `${media}/c.png`,
    tech_img: [{ id: 1, image: `${media}/t.png` }],
    ...dates,
  };
  const post = {
    id: 41,
    blog_title: 'A post',
    description: `<p><img src="${media}/in.png"></p>`,
    blog_image: `${media}/p.png`,
    is_active: 1,
    ...dates,
  };
  return {
    'GET /': new Answered(200, { app: 'api' }),
    'GET /api/getProjectCategory': { status: 1, data: page([category]) },
    'GET /api/getSingleCategory/{id}': { status: 1, data: category },
    'GET /api/blogs': { data: page([post]) },
    'GET /api/singlePost/{id}': { status: 1, data: post },
    ...Object.fromEntries(
      [
        'addProjectCategory',
        'updateProjectCategory/{id}',
        'addProject',
        'saveBlog',
        'editBlog',
        'deleteBlog/{id}',
      ].map((name) => [`POST /api/${name}`, new Answered(500)]),
    ),
    'DELETE /api/deleteTechImage/{id}': new Answered(500),
    'POST /api/login': new Answered(500),
  };
}

it('the stub host of the tests passes: ids come from its lists, and no call that writes is made', async () => {
  const stub = await startStubUpstream();
  closers.push(stub.close);
  Object.assign(stub.data, publicData());
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
  const stub = await startStubUpstream({ tokenPlace: 'access_token' });
  closers.push(stub.close);
  const { email, password } = stub.admin;
  const { of, well } = await examine(stub.url, { ADMIN_EMAIL: email, ADMIN_PASSWORD: password });
  expect(of('POST /api/login')).toMatchObject({
    result: 'there',
    text: expect.stringMatching(/ is in access_token$/),
  });
  expect(of('GET /api/blogs')?.text).toMatch(/^\d+ ms/);
  expect(well).toBe(true);
  expect(stub.requestsTo('/api/login').filter(({ method }) => method === 'POST')).toHaveLength(1);
  expect(stub.tokens).toEqual([]);
});

it('a token in a place where nobody looks is told by its name, and never by its value', async () => {
  const token = 'secret-token-of-the-host';
  const host = await startPlainHost({
    routes: { ...knownCalls('/storage'), 'POST /api/login': { status: 1, result: { jwt: token } } },
  });
  closers.push(host.close);
  const { of, findings, well } = await examine(host.url, { ADMIN_PASSWORD: 'correct horse battery' });
  expect(of('POST /api/login')?.result).toBe('wrong');
  expect(of('POST /api/login')?.mend).toContain('result.jwt');
  expect(JSON.stringify(findings)).not.toContain(token);
  expect(well).toBe(false);
});

it('a host with the known calls alone is well; what it lacks is told with what the site does without it, and images elsewhere with what mends them', async () => {
  const host = await startPlainHost({
    routes: knownCalls('https://cdn.example/files'),
    answersOptions: true,
  });
  closers.push(host.close);
  const { of, findings, well } = await examine(host.url);
  expect(well).toBe(true);
  expect(findings.filter(({ group, result }) => group === 'known' && result !== 'there')).toEqual([]);
  expect(of('GET /api/blogs')?.text).toContain('no status field');
  expect(of('GET /api/jobs')).toMatchObject({ result: 'absent', text: contract.jobs.without });
  expect(of('POST /api/contactUs')).toMatchObject({ result: 'absent', text: contract.contactUs.without });
  expect(of('https://cdn.example')).toMatchObject({
    group: 'media',
    result: 'wrong',
    mend: expect.stringMatching(/"media": \{ "origins": \{ "cdn": "https:\/\/cdn\.example" \} \}.*ASSET_URL/),
  });
  expect(host.seen).toContain('GET /api/singlePost/41');
  expect(host.seen).toContain('GET /api/getSingleCategory/7');
  expect(host.seen.filter((line) => !/^(GET|HEAD|OPTIONS) /.test(line))).toEqual([]);
});

it('of each named origin one file is fetched, as the site does; a page to watch a video on is told as one', async () => {
  const cdn = await startPlainHost({ routes: {} });
  closers.push(cdn.close);
  const host = { origin: 'https://api.example' } as Host;
  const own = { url: new URL(cdn.url), allowPrivate: true };
  const addresses = ['/media/own/a.png', '/media/own/b.png', '/media/strict/c.png', 'https://youtu.be/x'];
  const settings = { paths: ['/storage'], origins: { own, strict: { ...own, allowPrivate: false } } };
  expect(await checkMedia(host, addresses, settings)).toMatchObject([
    { subject: 'https://youtu.be', result: 'absent', text: expect.stringContaining('shown without it') },
    {
      subject: '/media/own/',
      result: 'untried',
      text: expect.stringMatching(/^2 addresses, .* fetches itself/),
    },
    { subject: '/media/strict/', result: 'untried' },
  ]);
  expect(cdn.seen).toEqual([]);
  const asked = await checkMedia(host, addresses, { ...settings, asksOrigins: true });
  expect(asked.slice(1)).toMatchObject([
    { subject: '/media/own/', result: 'wrong', text: expect.stringContaining('404') },
    { subject: '/media/strict/', result: 'wrong', mend: expect.stringContaining('"allow_private": true') },
  ]);
  expect(cdn.seen).toEqual(['GET /a.png']);
});

it('a host that says 429 is waited for as long as it says', async () => {
  const host = await startPlainHost({ routes: knownCalls('/storage'), perMinute: 12, answersOptions: true });
  closers.push(host.close);
  const { of, waits, well } = await examine(host.url);
  expect(well).toBe(true);
  expect(waits).toContain(30_500);
  expect(of('calls a minute')?.text).toMatch(/answered 429 \d+ times/);
});

it('a silent host is named as such within two timeouts', async () => {
  const host = await startSilentHost();
  closers.push(host.close);
  const { findings, well } = await examine(host.url, { UPSTREAM_TIMEOUT_MS: '300' });
  expect(well).toBe(false);
  expect(findings).toEqual([
    expect.objectContaining({
      group: 'host',
      result: 'wrong',
      text: 'accepts the connection, but does not answer within 0.3 s (UPSTREAM_TIMEOUT_MS)',
    }),
  ]);
});

it('what a host does wrong is told with the field, and what visitors may not read with the danger', async () => {
  const host = await startPlainHost({
    routes: {
      ...knownCalls('/storage'),
      'GET /api/getProjectCategory': { status: 1, data: page([{ id: 7, title: 5 }]) },
      'GET /api/getApplicants': { status: 1, data: page([]) },
      'GET /api/singlePost/{id}': new Answered(401),
    },
  });
  closers.push(host.close);
  const { of, well } = await examine(host.url);
  expect(well).toBe(false);
  expect(of('GET /api/getProjectCategory')?.text).toContain('data.data.0.title');
  expect(of('GET /api/getApplicants')).toMatchObject({
    result: 'wrong',
    text: expect.stringContaining('anyone can read it'),
  });
  expect(of('GET /api/singlePost/{id}')).toMatchObject({ result: 'wrong', fatal: true });
});

it('npm run studio -- doctor ends with 0 and without colours where nobody looks; --json is JSON alone', async () => {
  const stub = await startStubUpstream();
  closers.push(stub.close);
  const folder = await mkdtemp(join(tmpdir(), 'studio-doctor-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  const run = async (...options: string[]) => {
    const doctor = join(import.meta.dirname, '../../../scripts/studio.ts');
    const child = spawn(process.execPath, [doctor, 'doctor', ...options], {
      env: { PATH: process.env.PATH, UPSTREAM_URL: stub.url, DATA_DIR: folder },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    const [code] = await once(child, 'close');
    return { code, text };
  };
  const plain = await run();
  expect(plain.code).toBe(0);
  expect(plain.text).not.toContain('\u001b');
  expect(plain.text).toContain('The site can run in front of this host.');
  const json = await run('--json');
  expect(JSON.parse(json.text)).toMatchObject({ ok: true, host: stub.url });
});
