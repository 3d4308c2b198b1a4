import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { image } from '../../support/files.ts';
import { freePort } from '../../support/free-port.ts';
import { publicData } from '../../support/public-pages.ts';
import { stubSite } from '../../support/stub-site.ts';

const port = await freePort();
const site = stubSite({ METRICS_PORT: String(port) });
const metrics = async (at = port) => (await fetch(`http://127.0.0.1:${at}/metrics`)).text();

/** Returns the value of a series; undefined if it does not exist. */
async function seriesOf(series: string) {
  const line = (await metrics()).split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

it('a handful of calls of each kind is what the metrics tell', async () => {
  const { app, stub, cookie } = site;
  stub.fill(publicData());
  stub.misbehave({ kind: 'reset' }, { path: '/api/jobs' });
  stub.misbehave({ kind: 'answer', status: 200, body: '<html>' }, { path: '/api/team' });
  for (const path of [
    '/api/activeBlogs',
    '/view-blog/1',
    '/view-blog/404',
    '/favicon.ico',
    '/api/jobs',
    '/api/team',
  ])
    await fetch(app.url + path);
  const picture = await image('png');
  const save = async (bytes: BlobPart) => {
    const body = new FormData();
    for (const name of ['blog_title', 'is_active', 'description']) body.set(name, '1');
    body.set('blog_image', new Blob([bytes]), 'x.png');
    const headers = { cookie, 'x-csrf': '1' };
    return (await fetch(`${app.url}/api/saveBlog`, { method: 'POST', headers, body })).status;
  };
  expect([await save(new Uint8Array(picture)), await save('no image')]).toEqual([200, 415]);

  const expected = `
studio_http_requests_total{kind="call",name="activeBlogs",status="200"} 1
studio_http_requests_total{kind="page",name="/view-blog/:id",status="200"} 1
studio_http_requests_total{kind="page",name="/view-blog/:id",status="404"} 1
studio_http_requests_total{kind="asset",name="",status="200"} 1
studio_http_requests_total{kind="call",name="jobs",status="502"} 1
studio_http_problems_total{kind="call",cause="reset"} 1
studio_http_problems_total{kind="page",cause="bug"} 0
studio_upstream_failures_total{cause="reset"} 1
studio_http_problems_total{kind="call",cause="bad_answer"} 1
studio_upstream_request_duration_seconds_count{row="saveBlog"} 1
studio_upstream_down_seconds 0
studio_intake_items{state="waiting"} 0`;
  for (const line of expected.trim().split('\n'))
    await expect.poll(() => metrics(), { message: line }).toContain(`\n${line}\n`);
  expect(await seriesOf('studio_disk_free_bytes')).toBeGreaterThan(0);
  // Labels contain no made-up value: neither the path nor the method.
  await fetch(`${app.url}/made-up-by-a-caller`, { method: 'PUT' });
  expect(await metrics()).not.toContain('made-up-by-a-caller');
  expect((await fetch(`${app.url}/metrics`)).status).toBe(404);
});

it('every alert and panel asks for metrics that a site has', async () => {
  const told = await metrics();
  const asking = ['alerts/rules.yml', 'grafana/dashboard.json'].map((name) =>
    readFileSync(`deploy/${name}`, 'utf8').match(/\bstudio_\w+/g),
  );
  for (const name of new Set(asking.flat()))
    expect(told).toContain(`# TYPE ${name?.replace(/_(bucket|count|sum)$/, '')} `);
});
