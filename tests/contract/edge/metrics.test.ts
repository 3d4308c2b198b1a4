import { afterAll, beforeAll, expect, it } from 'vitest';
import { image } from '../../support/files.ts';
import { freePort } from '../../support/free-port.ts';
import { publicData } from '../../support/public-pages.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { type StubUpstream, startStubUpstream } from '../../support/stub-upstream.ts';
import { signInCookie } from './sign-in-cookie.ts';

let stub: StubUpstream;
let app: TestApp;
let port: number;

beforeAll(async () => {
  stub = await startStubUpstream();
  Object.assign(stub.data, publicData());
  port = await freePort();
  app = await startTestApp({ UPSTREAM_URL: stub.url, METRICS_PORT: String(port) });
});
afterAll(async () => {
  await app.close();
  await stub.close();
});

/** Returns the value of a series; undefined if it does not exist. */
async function seriesOf(series: string): Promise<number | undefined> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

it('a handful of calls of each kind is what the metrics tell', async () => {
  const picture = await image('png');
  const cookie = await signInCookie(app, stub);
  await fetch(`${app.url}/api/activeBlogs`);
  await fetch(`${app.url}/view-blog/1`);
  await fetch(`${app.url}/view-blog/404`);
  await fetch(`${app.url}/favicon.ico`);
  const form = new FormData();
  form.set('blog_title', 'x');
  form.set('is_active', '1');
  form.set('description', '<p>x</p>');
  form.set('blog_image', new Blob([new Uint8Array(picture)]), 'x.png');
  const headers = { cookie, 'x-csrf': '1' };
  expect(
    (await fetch(`${app.url}/api/saveBlog`, { method: 'POST', headers, body: form })).status,
  ).toBeLessThan(300);
  const text = new FormData();
  text.set('blog_image', new Blob(['no image']), 'x.png');
  expect((await fetch(`${app.url}/api/saveBlog`, { method: 'POST', headers, body: text })).status).toBe(415);
  stub.misbehave({ kind: 'reset' }, { path: '/api/jobs' });
  await fetch(`${app.url}/api/jobs`);
  stub.misbehave({ kind: 'answer', status: 200, body: '<html>' }, { path: '/api/team' });
  await fetch(`${app.url}/api/team`);
  await fetch(`${app.url}/csp-report`, {
    method: 'POST',
    headers: { 'content-type': 'application/csp-report' },
    body: JSON.stringify({
      'csp-report': { 'document-uri': app.url, 'effective-directive': 'script-src', 'blocked-uri': 'inline' },
    }),
  });

  const expected = {
    'studio_http_requests_total{kind="call",name="activeBlogs",status="200"}': 1,
    'studio_http_requests_total{kind="page",name="/view-blog/:id",status="200"}': 1,
    'studio_http_requests_total{kind="page",name="/view-blog/:id",status="404"}': 1,
    'studio_http_requests_total{kind="asset",name="",status="200"}': 1,
    'studio_http_requests_total{kind="call",name="jobs",status="502"}': 1,
    'studio_http_problems_total{kind="call",cause="reset"}': 1,
    'studio_upstream_failures_total{cause="reset"}': 1,
    'studio_upstream_failures_total{cause="bad_answer"}': 1,
    'studio_upstream_request_duration_seconds_count{row="saveBlog"}': 1,
    'studio_sign_ins_total{result="opened"}': 1,
    studio_uploads_in_progress: 0,
    studio_upstream_breaker_opened_total: 0,
    studio_upstream_rows_open: 0,
    'studio_csp_reports_total{result="kept"}': 1,
    'studio_cache_entries{cache="disk"}': 0,
  };
  for (const [series, value] of Object.entries(expected))
    await expect.poll(() => seriesOf(series), { message: series }).toBe(value);
  expect(await seriesOf('studio_upload_bytes_total')).toBeGreaterThan(picture.length);
  expect(await seriesOf('studio_disk_free_bytes')).toBeGreaterThan(0);
  expect(await seriesOf('studio_database_bytes{file="bff.sqlite"}')).toBeGreaterThan(0);
  // Labels contain no made-up value: neither the path nor the method.
  await fetch(`${app.url}/made-up-by-a-caller`, { method: 'PUT' });
  const all = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(all).not.toContain('made-up-by-a-caller');
  expect((await fetch(`${app.url}/metrics`)).status).toBe(404);
});

it('kept answers, mails and pages of the embedded engine are told as well', async () => {
  const own = await freePort();
  const embedded = await startTestApp({ METRICS_PORT: String(own), SAMPLE_CONTENT: 'on' });
  try {
    for (const _ of [1, 2]) await (await fetch(`${embedded.url}/publishing`)).text();
    await expect
      .poll(async () => (await fetch(`http://127.0.0.1:${own}/metrics`)).text())
      .toMatch(/studio_cache_answers_total\{cache="pages",state="hit"\} 1\n/);
    const text = await (await fetch(`http://127.0.0.1:${own}/metrics`)).text();
    expect(text).toMatch(/studio_cache_entries\{cache="pages"\} 1\n/);
    expect(text).toMatch(/studio_mails\{state="waiting"\} 0\n/);
    expect(text).toMatch(/studio_build_info\{version="\d[^"]*",node="24[^"]*",engine="embedded"\} 1\n/);
    expect(text).not.toMatch(/studio_metrics_source_failed\{[^}]*\} 1/);
  } finally {
    await embedded.close();
  }
  await expect(fetch(`http://127.0.0.1:${own}/metrics`)).rejects.toThrow();
});
