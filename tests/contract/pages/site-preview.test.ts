import request from 'supertest';
import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { stubSite } from '../../support/stub-site.ts';

const site = stubSite();

test('a preview that is rendered at each pause in typing asks a host once for what it does not have', async () => {
  const { app, stub, cookie } = site;
  const lacking = [contract.activeBlogs.path, contract.blogs.path, contract.getProjectCategory.path];
  for (const path of lacking) stub.misbehave({ kind: 'answer', status: 404, body: '{"status":0}' }, { path });
  const preview = async (tagline: string) => {
    const answer = await request(app.url)
      .post(callPath(contract.previewSite))
      .set({ Cookie: cookie, 'X-CSRF': '1' })
      .send({ path: '/', site: { name: 'Backhaus Ost', tagline, email: 'office@backhaus.example' } });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data.html).toContain(tagline);
  };
  await preview('B');
  for (const path of lacking) expect(stub.requestsTo(path, 'GET').length, path).toBeGreaterThan(0);
  stub.requests.length = 0;
  await preview('Br');
  await preview('Bread');
  expect(lacking.map((path) => [path, stub.requestsTo(path).length])).toEqual(
    lacking.map((path) => [path, 0]),
  );
});
