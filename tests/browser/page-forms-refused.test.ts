// @module-tag deep/journey: forms without scripts that are pressed twice, refused, or whose job is gone; page-forms sends them
import { beforeEach, expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { messages } from '#shared/messages.ts';
import { pathTo } from '#shared/paths.ts';
import { type Agent, signIn } from '../support/sign-in.ts';
import { applyForm, cvFile, fillByHand, texts, textsOf } from './support/applications.ts';
import { addJob } from './support/jobs-public.ts';
import { launchBrowser } from './support/launch.ts';
import { stubbedSite } from './support/stubbed-site.ts';
import { contactForm, fillLetter, letter, letterIn } from './support/visitor-forms.ts';
import { openWithoutScripts } from './support/without-scripts.ts';

const browser = launchBrowser();
const site = stubbedSite();
const withoutScripts = openWithoutScripts(browser, site);
const applications = () => site.stub.data.applicants;
let admin: Agent;

beforeEach(async () => {
  admin = (await signIn(site.app, site.credentials)).agent;
});

/** Fills the form with its own subject: the site remembers for minutes what pages have posted. */
async function fillLetterAbout(form: ReturnType<typeof contactForm>, subject: string) {
  await fillLetter(form);
  await form.subject.fill(subject);
}

test('a button that is pressed twice sends the form once', async () => {
  const page = withoutScripts();
  const answered = Promise.withResolvers<void>();
  site.stub.misbehave(
    { kind: 'gate', release: answered.promise },
    { path: callPath(contract.contactUs), times: 1 },
  );
  await page.goto(pathTo('contact'));
  const form = contactForm(page);
  await fillLetterAbout(form, 'Pressed twice');
  // Playwright's own click would wait for the pending navigation.
  await form.send.scrollIntoViewIfNeeded();
  const { x = 0, y = 0 } = (await form.send.boundingBox()) ?? {};
  const press = () => page.mouse.click(x + 10, y + 10);
  await press();
  await expect.poll(() => site.stub.requestsTo(callPath(contract.contactUs)).length).toBe(1);
  // The second press replaces the first navigation.
  await press();
  answered.resolve();
  await form.received.waitFor();
  expect(site.stub.data.messages.map(({ subject }) => subject)).toEqual(['Pressed twice']);
});

test('a form that the host refuses comes back with everything typed; one that it does not take now is received', async () => {
  const page = withoutScripts();
  const form = contactForm(page);
  const path = callPath(contract.contactUs);
  await page.goto(pathTo('contact'));
  await fillLetterAbout(form, 'Whatever the host does');
  const errors = { subject: ['Not this word.'], odd: ['An odd one.'] };
  const cases = [
    [
      {
        kind: 'answer',
        status: 422,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ errors }),
      },
      422,
      'Not this word.',
    ],
    [
      {
        kind: 'answer',
        status: 409,
        headers: { 'content-type': 'application/json' },
        body: '{"message":"Twice."}',
      },
      409,
      'Twice.',
    ],
  ] as const;
  for (const [failure, status, text] of cases) {
    site.stub.misbehave(failure, { path, times: 1 });
    const [answer] = await Promise.all([page.waitForNavigation(), form.send.click()]);
    expect([text, answer?.status()]).toEqual([text, status]);
    await form.alert.getByText(text).waitFor();
    expect(await letterIn(form)).toEqual({ ...letter, subject: 'Whatever the host does' });
  }
  site.stub.misbehave({ kind: 'reset' }, { path, times: 1 });
  await form.send.click();
  await form.received.waitFor();
  // The form is delivered when the connection works again.
  await expect.poll(() => site.stub.data.messages.length).toBe(1);
});

test('a job that is over, gone or cannot be read under the form loses nothing', async () => {
  const page = withoutScripts();
  const form = applyForm(page);
  const [over, gone, dark] = [await addJob(admin), await addJob(admin), await addJob(admin)];

  await page.goto(`/careers/apply/${over.id}`);
  await fillByHand(page, cvFile());
  await admin
    .post(callPath(contract.updateJobStatus, { id: over.id }))
    .send({ status: 'closed' })
    .expect(200);
  const send = page.getByRole('button', { name: /^Send/ });
  let [answer] = await Promise.all([page.waitForNavigation(), send.click()]);
  expect(answer?.status()).toBe(410);
  await form.alert.getByText(messages['job.closed']).waitFor();
  expect(await textsOf(form)).toEqual(texts);
  await form.cv.setInputFiles(cvFile());
  await page.getByRole('button', { name: 'Send without a position' }).click();
  await form.received.waitFor();
  expect(applications()).toMatchObject([{ job_id: null, name: texts.name }]);

  await page.goto(`/careers/apply/${gone.id}`);
  await fillByHand(page, cvFile());
  await admin.post(callPath(contract.deleteJob, { id: gone.id })).expect(200);
  await send.click();
  await page.getByRole('button', { name: 'Send without a position' }).waitFor();
  expect(await textsOf(form)).toEqual(texts);

  await page.goto(`/careers/apply/${dark.id}`);
  await fillByHand(page, cvFile());
  site.stub.misbehave({ kind: 'reset' }, { path: /singleJob/ });
  const call = callPath(contract.applyJobFor, { id: dark.id });
  site.stub.misbehave({ kind: 'answer', status: 403, headers: {}, body: '' }, { path: call, times: 1 });
  [answer] = await Promise.all([page.waitForNavigation(), send.click()]);
  expect(answer?.status()).toBe(403);
  await form.alert.getByText(messages['upstream.refused']).waitFor();
  expect(await textsOf(form)).toEqual(texts);
});
