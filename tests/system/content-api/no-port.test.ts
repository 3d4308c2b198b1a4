import diagnostics from 'node:diagnostics_channel';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testAdmin } from '../../support/engine/engine.ts';
import { blogForm, sendForm } from '../../support/forms.ts';
import { signIn } from '../../support/sign-in.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';

let site: TestApp;
/** Ports that have received requests. */
const ports = new Set<string>();
const note = (message: unknown) => {
  const { server } = message as { server: Server };
  ports.add(String((server.address() as AddressInfo).port));
};

beforeAll(async () => {
  diagnostics.subscribe('http.server.request.start', note);
  site = await startTestApp({ ADMIN_EMAIL: testAdmin.email, ADMIN_PASSWORD: testAdmin.password });
});
afterAll(async () => {
  diagnostics.unsubscribe('http.server.request.start', note);
  await site.close();
});

it('the engine of a site has no port that anybody could find: reads, sign-in, forms and media go no way but the site’s own', async () => {
  const { agent } = await signIn(site, testAdmin);
  const saved = await sendForm(agent.post('/api/saveBlog'), await blogForm());
  expect(saved.status).toBe(200);
  const post = await agent.get(`/api/singlePost/${saved.body.data.id}`);
  expect((await agent.get(post.body.data.blog_image)).status).toBe(200);
  expect((await fetch(`${site.url}/api/activeBlogs`)).status).toBe(200);
  expect([...ports]).toEqual([new URL(site.url).port]);
});
