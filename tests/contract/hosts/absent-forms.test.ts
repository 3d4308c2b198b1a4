import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { messages } from '#shared/messages.ts';
import { envelopeOf } from '../../support/envelope-of.ts';
import { sendForm } from '../../support/forms.ts';
import { pageForms, postPage } from '../../support/page-forms.ts';
import { signIn, visit } from '../../support/sign-in.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { type StubUpstream, startStubUpstream } from '../../support/stub-upstream.ts';

let stub: StubUpstream;
let app: TestApp;

async function openWith(calls: Record<string, unknown>): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'studio-test-'));
  const file = { version: 1, root: stub.url, unnamed: 'as_contract', dates: { zone: 'UTC' }, calls };
  await writeFile(join(folder, 'host.json'), JSON.stringify(file), { mode: 0o600 });
  return startTestApp({ DATA_DIR: folder });
}

async function waitingAt(site: TestApp) {
  const { agent } = await signIn(site, stub.admin);
  const answer = await agent.call('intake');
  return envelopeOf(contract.intake.data).parse(answer.body).data.data;
}

beforeAll(async () => {
  stub = await startStubUpstream();
  app = await openWith({});
});
afterAll(async () => {
  await app?.close();
  await stub?.close();
});

/** Sends the form as the client does. */
function send(site: TestApp, form: keyof typeof pageForms, texts: Record<string, string> = {}) {
  const { call, parts } = pageForms[form];
  const all = parts(texts);
  const post = visit(site).post(call);
  if (form === 'application') return sendForm(post, all);
  return post.send(
    Object.fromEntries(all.flatMap((part) => ('text' in part ? [[part.name, part.text]] : []))),
  );
}

test.each([
  ['application', ''],
  ['contact', ''],
  ['deletion', ''],
  ['application', 'a robot'],
] as const)(
  'a form whose call host.json says is absent is 404, and is not kept: %s %s',
  async (form, website) => {
    const { path, call, parts } = pageForms[form];
    const sent = await send(app, form, { website });
    expect([sent.status, sent.body.code]).toEqual([404, 'host.callMissing']);
    const posted = await postPage(app, path, parts({ website }));
    expect(posted.status).toBe(404);
    expect(posted.text).toContain(messages['pageForm.notTaken']);
    expect(await waitingAt(app)).toEqual([]);
    expect(stub.requestsTo(call).filter(({ method }) => method === 'POST')).toEqual([]);
  },
);
