import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stubMember } from '../../browser/support/public-records.ts';
import { publicData } from '../../support/public-pages.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import type { StubProject } from '../../support/stub/content.ts';
import { type StubUpstream, startStubUpstream } from '../../support/stub-upstream.ts';

let stub: StubUpstream;
let app: TestApp;
beforeAll(async () => {
  stub = await startStubUpstream();
  app = await startTestApp({ UPSTREAM_URL: stub.url });
  Object.assign(stub.data, publicData());
});
afterAll(async () => {
  await app?.close();
  await stub?.close();
});

test('one person without a photo and one without a name leave the page of the team standing', async () => {
  stub.data.team = [
    stubMember(1, { name: 'Zarghuna' }),
    stubMember(2, { name: 'Palwasha', image: null }),
    stubMember(3, { name: null as never }),
  ];
  const { status, text } = await request(app.url).get('/team').set('accept', 'text/html');
  expect(status).toBe(200);
  expect(text).toContain('Zarghuna');
  expect(text).toContain('Palwasha');
  expect(app.logLines.filter(({ call, field }) => call === 'team' && field === 'name')).toMatchObject([
    { level: 40, what: 'row', id: '3' },
  ]);
});

test('a project links to no address but one of the web, and shows nothing of another site', async () => {
  const [project] = publicData().projects;
  const addresses = [
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'studio.example',
    '/film',
  ];
  stub.data.projects = addresses.map((project_url, at) => ({
    ...(project as StubProject),
    id: at + 10,
    project_url,
    video: '//evil.example/film.mp4',
    images: [{ id: at, image: 'https://evil.example/a.png' }],
  }));
  for (const { id } of stub.data.projects) {
    const { text } = await request(app.url).get(`/portfolioOne/${id}`).set('accept', 'text/html');
    const shown = /<article.*<\/article>/s.exec(text)?.[0];
    expect(shown).toContain('It moves.');
    expect(shown).not.toMatch(/evil\.example|target="_blank" rel="noreferrer noopener"/);
  }
});

test('a visitor whose page cannot be made reads no word of the machinery', async () => {
  stub.misbehave(
    { kind: 'answer', status: 200, body: '{"status":1,"data":{"data":"none"}}' },
    { path: '/api/jobs' },
  );
  const { status, text } = await request(app.url).get('/careers/apply').set('accept', 'text/html');
  expect(status).toBe(503);
  expect(text).toContain('Something is wrong on our side.');
  expect(text.replace(/<script.*?<\/script>/gs, '')).not.toMatch(/content server|API host|upstream/);
  expect(app.logLines.filter(({ call }) => call === 'jobs')).toMatchObject([{ level: 40, field: 'data' }]);
});
