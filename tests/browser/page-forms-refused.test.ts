// @module-tag deep/journey: forms without scripts that are pressed twice, or whose job is over; page-forms sends them
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
import { contactForm, fillLetter } from './support/visitor-forms.ts';
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

test('a job that is over under the form loses nothing', async () => {
  const page = withoutScripts();
  const form = applyForm(page);
  const over = await addJob(admin);

  await page.goto(`/careers/apply/${over.id}`);
  await fillByHand(page, cvFile());
  await admin
    .post(callPath(contract.updateJobStatus, { id: over.id }))
    .send({ status: 'closed' })
    .expect(200);
  const send = page.getByRole('button', { name: /^Send/ });
  const [answer] = await Promise.all([page.waitForNavigation(), send.click()]);
  expect(answer?.status()).toBe(410);
  await form.alert.getByText(messages['job.closed']).waitFor();
  expect(await textsOf(form)).toEqual(texts);
  await form.cv.setInputFiles(cvFile());
  await page.getByRole('button', { name: 'Send without a position' }).click();
  await form.received.waitFor();
  expect(applications()).toMatchObject([{ job_id: null, name: texts.name }]);
});
