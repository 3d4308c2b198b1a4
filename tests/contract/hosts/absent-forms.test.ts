import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { messages } from '#shared/messages.ts';
import { startWithHostFile, stubHostFile } from '../../hosts/site.ts';
import { sendForm } from '../../support/forms.ts';
import { openPage, pageForms, postPage, wordsOf } from '../../support/page-forms.ts';
import { signIn, visit } from '../../support/sign-in.ts';
import type { TestApp } from '../../support/start-test-app.ts';
import { type StubUpstream, startStubUpstream } from '../../support/stub-upstream.ts';

let stub: StubUpstream;
let app: TestApp;

/** Starts the product in front of the stub with a host.json that names these calls. */
function startWith(calls: object, more = {}) {
  return startWithHostFile(stubHostFile(stub.url, { calls, ...more }));
}

beforeAll(async () => {
  stub = await startStubUpstream();
  app = await startWith({});
});
afterAll(async () => {
  await app?.close();
  await stub?.close();
});

/** Sends the form as the client does. */
function send(site: TestApp, form: keyof typeof pageForms) {
  const { call, parts } = pageForms[form];
  const all = parts({});
  const post = visit(site).post(call);
  if (form === 'application') return sendForm(post, all);
  return post.send(
    Object.fromEntries(all.flatMap((part) => ('text' in part ? [[part.name, part.text]] : []))),
  );
}

test.each(['application', 'contact', 'deletion'] as const)(
  'a form whose call host.json says is absent is 404, and is not kept: %s',
  async (form) => {
    const { path, call, parts } = pageForms[form];
    const sent = await send(app, form);
    expect([sent.status, sent.body.code]).toEqual([404, 'host.callMissing']);
    const posted = await postPage(app, path, parts({})).expect(404);
    expect(posted.text).toContain(messages['pageForm.notTaken']);
    const { agent } = await signIn(app, stub.admin);
    expect((await agent.read('intake')).data).toEqual([]);
    expect(stub.requestsTo(call).filter(({ method }) => method === 'POST')).toEqual([]);
  },
);

test('the receipt promises no mail of a host whose host.json says nothing of one', async () => {
  const site = await startWith({ applyJob: 'as_contract', applyJobFor: 'as_contract' });
  onTestFinished(() => site.close());
  const { path, parts, received } = pageForms.application;
  const sent = await postPage(site, path, parts({}));
  const { text } = await openPage(site, String(sent.headers.location));
  expect(wordsOf(text)).toContain(received);
  expect(wordsOf(text)).not.toContain('A confirmation goes to');
});

test('an application whose CV or itself the host wants an account for is kept with its receipt, and comes with its CV once it may', async () => {
  stub.requests.splice(0);
  const { path, call, parts } = pageForms.application;
  const uploads = '/files';
  const upload = { path: uploads, send: 'multipart', name: 'file', value: 'file_id' };
  const applyJob = { path: call, send: 'json', uploads: { cv: 'cv_file' } };
  const site = await startWith({ applyJob }, { media: { upload } });
  onTestFinished(() => site.close());
  const answer = (status: number, body: object, times?: number, at = uploads) =>
    stub.misbehave({ kind: 'answer', status, body: JSON.stringify(body) }, { path: at, times });
  answer(401, { message: 'Sign in first.' }, 1);
  answer(404, { message: 'No such page.' }, 1);
  answer(201, { file_id: 'a-file' });
  answer(404, { message: 'Not here.' }, 1, call);
  answer(200, {}, 1, call);
  const posted = await postPage(site, path, parts({})).expect(303);
  const { text } = await openPage(site, String(posted.headers.location));
  expect(wordsOf(text)).toContain(pageForms.application.received);
  const told = { call: 'applyJob', status: 401 };
  expect(site.logLines).toContainEqual(
    expect.objectContaining({ ...told, msg: expect.stringContaining('refused an upload') }),
  );
  expect(site.logLines).toContainEqual(
    expect.objectContaining({ ...told, msg: expect.stringContaining('a form was queued') }),
  );
  await expect
    .poll(() => stub.requestsTo(call).map(({ body }) => JSON.parse(body.toString()).cv_file), {
      timeout: 15_000,
    })
    .toEqual(['a-file', 'a-file']);
});
