import { beforeAll, expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { receiptAddress } from '#shared/page-forms.ts';
import { addJob } from '../../browser/support/jobs-public.ts';
import { withBothEngines } from '../../support/engines.ts';
import { sendForm } from '../../support/forms.ts';
import { agedToken, openPage, pageForms, wordsOf } from '../../support/page-forms.ts';
import { startTestApp } from '../../support/start-test-app.ts';

const promise = 'A confirmation goes to';
const noMail = 'Write this reference down';

withBothEngines(
  (engine) => {
    let token: string;
    beforeAll(async () => {
      token = await agedToken(engine.visitor);
    });

    /** Sends a form as scripts do, and opens the page at the address of its receipt. */
    async function received(name: keyof typeof pageForms, call: string, page: string) {
      const isForm = name === 'application';
      const parts = pageForms[name].parts({ form_token: token, ...(isForm && { portfolio_url: '' }) });
      const texts = parts.flatMap((part) => ('text' in part ? [[part.name, part.text]] : []));
      const post = engine.visitor.post(call);
      const answer = await (isForm ? sendForm(post, parts) : post.send(Object.fromEntries(texts)));
      expect(answer.status).toBe(200);
      const { pathname, searchParams } = new URL(page, 'http://x');
      const address = receiptAddress(name, pathname, searchParams, answer.body.received);
      const { status, text } = await openPage(engine.app, address);
      expect(status).toBe(200);
      expect(text).not.toContain(`name="${name}"`);
      return { answer, words: wordsOf(text), address };
    }

    test.each(Object.keys(pageForms) as (keyof typeof pageForms)[])(
      '%s: sent by scripts it has the receipt that its page shows when it is loaded again',
      async (name) => {
        const { path, call, received: title } = pageForms[name];
        const { answer, words } = await received(name, call, path);
        expect(words).toContain(title);
        if (name === 'application') expect(words).toContain(answer.body.data.reference);
        if (name === 'deletion') expect(words).toMatch(/Done by \d+ \w+ 20\d\d/);
      },
    );

    test('an application for a job has its receipt on the page of that job and on no other', async () => {
      const [job, other] = [await addJob(engine.admin), await addJob(engine.admin)];
      const page = `/careers/apply/${job.id}?source=a+friend`;
      const call = callPath(contract.applyJobFor, { id: job.id });
      const { address } = await received('application', call, page);
      expect(address).not.toContain('source');
      const elsewhere = await openPage(engine.app, address.replace(`/${job.id}?`, `/${other.id}?`));
      expect(elsewhere.text).toContain('name="application"');
    });

    test('a form that was refused has none', async () => {
      const answer = await engine.visitor.post(pageForms.contact.call).send({ form_token: token });
      expect(answer.status).toBe(422);
      expect(answer.body).not.toHaveProperty('received');
    });

    test('a mail is promised where one can leave, and else the reference is to be written down', async () => {
      const { path, call } = pageForms.application;
      const { words } = await received('application', call, path);
      expect([words.includes(promise), words.includes(noMail)]).toEqual(
        engine.stub ? [true, false] : [false, true],
      );
    });
  },
  { TRUST_PROXY: 'loopback' },
);

test('with a mail server the built-in engine promises a confirmation', async () => {
  const app = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@studio.example' });
  const { text } = await openPage(app, '/careers');
  await app.close();
  expect(text).not.toContain('"noMail"');
});
