import { beforeEach, expect, test } from 'vitest';
import { MIB } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { pathTo } from '#shared/paths.ts';
import { sampleSite } from '#shared/site/sample-site.ts';
import { type Agent, signIn } from '../support/sign-in.ts';
import { cvFile, fillByHand, texts, textsOf } from './support/applications.ts';
import { expectAccessible } from './support/axe.ts';
import { holdScripts } from './support/hold.ts';
import { addJob } from './support/jobs-public.ts';
import { launchBrowser } from './support/launch.ts';
import { stubbedSite } from './support/stubbed-site.ts';
import { takenOver } from './support/taken-over.ts';
import { openVisitor } from './support/visitor.ts';
import { contactForm, deletionForm, fillLetter, letter } from './support/visitor-forms.ts';
import { expectQuiet, failedToLoad } from './support/watch.ts';
import { openWithoutScripts, phone } from './support/without-scripts.ts';

const browser = launchBrowser();
const site = stubbedSite();
let admin: Agent;

beforeEach(async () => {
  admin = (await signIn(site.app, site.credentials)).agent;
});

const withoutScripts = openWithoutScripts(browser, site);

const applications = () => site.stub.data.applicants;

test('without scripts a job is applied for; a mistake comes back with everything typed', async () => {
  const job = await addJob(admin);
  const page = withoutScripts();
  await page.goto(`/careers/apply/${job.id}?source=a+friend`);
  const large = { ...cvFile('large.pdf'), buffer: Buffer.alloc(Math.floor(4.9 * MIB), 'x') };
  const form = await fillByHand(page, large);
  // The native control, which shows the chosen file, is visible.
  expect(await form.cv.evaluate((input) => getComputedStyle(input).opacity)).toBe('1');
  await form.email.fill('not an address');
  const [answer] = await Promise.all([page.waitForNavigation(), form.send.click()]);
  expect(answer?.status()).toBe(415);
  await expect.poll(() => new URL(page.url()).search).toBe('?source=a+friend');
  expect(await textsOf(form)).toEqual({ ...texts, email: 'not an address' });
  await expect.poll(() => form.consent.isChecked()).toBe(true);
  await form.alert.getByText('large.pdf').waitFor();
  expect(await form.alert.boundingBox()).toMatchObject({ x: expect.any(Number) });
  // The visitor immediately sees why the form was returned.
  expect((await form.alert.boundingBox())?.y).toBeLessThan(phone.height);
  await form.alert.getByRole('link', { name: /^Email: / }).click();
  expect(await form.email.evaluate((field) => field.matches(':target'))).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  expect(applications()).toEqual([]);

  await form.email.fill(texts.email);
  await form.cv.setInputFiles(cvFile());
  await Promise.all([page.waitForNavigation(), form.send.click()]);
  await form.received.waitFor();
  expect(applications()).toMatchObject([{ name: texts.name, source: 'a friend', job_id: job.id }]);
  const reference = applications()[0]?.reference ?? '';
  await expect.poll(() => form.reference.innerText()).toBe(reference);
  for (const text of Object.values(texts)) expect(decodeURIComponent(page.url())).not.toContain(text);
  await page.reload();
  await expect.poll(() => form.reference.innerText()).toBe(reference);
  expect(applications()).toHaveLength(1);
});

test('without scripts a message and a request for deletion are sent', async () => {
  const page = withoutScripts();
  await page.goto(pathTo('contact'));
  const main = page.getByRole('main');
  await expect
    .poll(() => main.getByRole('link', { name: sampleSite.phone }).getAttribute('href'))
    .toBe('tel:+92910000000');
  await expect
    .poll(() => main.getByRole('link', { name: /OpenStreetMap/ }).getAttribute('href'))
    .toContain('Peshawar');
  const form = contactForm(page);
  expect(await form.trap.boundingBox()).toMatchObject({ width: expect.any(Number) });
  await fillLetter(form);
  await form.send.click();
  await form.received.waitFor();
  await page.getByRole('link', { name: 'Write another message' }).click();
  await form.form.waitFor();
  await expect.poll(() => form.message.inputValue()).toBe('');
  await page.goto(pathTo('deleteAccount'));
  const deletion = deletionForm(page);
  await deletion.send.click();
  await deletion.form.getByText(messages['message.accountRequired'], { exact: true }).waitFor();
  await deletion.app.selectOption({ index: 1 });
  const app = await deletion.app.inputValue();
  await deletion.account.fill('ayesha');
  await deletion.send.click();
  await deletion.alert.getByRole('link', { name: /^Email: / }).waitFor();
  await expect.poll(() => deletion.app.inputValue()).toBe(app);
  await expect.poll(() => deletion.account.inputValue()).toBe('ayesha');
  await deletion.email.fill(letter.email);
  await deletion.send.click();
  await deletion.received.waitFor();
  await page.getByText(/^Done by \d+ \w+ 20\d\d$/).waitFor();
  expect(site.stub.data.messages).toMatchObject([
    { type: 'contact', ...letter },
    { type: 'account_deletion', account_identifier: 'ayesha', app_name: app },
  ]);
});

test('a press before the scripts are there sends the form, and puts nothing into the address', {
  tags: ['deep/journey'],
}, async () => {
  const job = await addJob(admin);
  const { page, watch, close } = await openVisitor(browser.current, site.app, phone);
  const scripts = await holdScripts(page);
  await page.goto(`/careers/apply/${job.id}`, { waitUntil: 'commit' });
  const form = await fillByHand(page, cvFile());
  await form.send.click();
  await form.received.waitFor();
  await expect.poll(() => new URL(page.url()).search).toMatch(/^\?received=/);
  expect(applications()).toHaveLength(1);
  // Now the scripts load: the receipt stays, also after a reload.
  scripts.release();
  await takenOver(page);
  await form.received.waitFor();
  await page.reload();
  await takenOver(page);
  await form.received.waitFor();
  await expect.poll(() => form.reference.innerText()).toBe(applications()[0]?.reference);
  await page.getByRole('link', { name: 'All open positions' }).click();
  await page.getByRole('heading', { name: 'Open positions', level: 1 }).waitFor();
  await page.goBack();
  await form.received.waitFor();
  expectQuiet(watch);
  await close();
});

test('a form that came back is taken over in silence, with what was typed, and goes on as any other', {
  tags: ['deep/journey'],
}, async () => {
  const job = await addJob(admin);
  const { page, watch, close } = await openVisitor(browser.current, site.app);
  const scripts = await holdScripts(page);
  await page.goto(`/careers/apply/${job.id}`, { waitUntil: 'commit' });
  const form = await fillByHand(page, { ...cvFile('fake.pdf'), buffer: Buffer.from('no PDF') });
  await form.email.fill('not an address');
  await form.send.click();
  await form.alert.waitFor();
  await expectAccessibleWithoutScripts();
  // Fields are typed, emptied and chosen on the returned page, before its scripts have loaded.
  await form.city.fill('Swat');
  await form.phone.fill('');
  await form.cv.setInputFiles(cvFile('again.pdf'));
  scripts.release();
  await takenOver(page);
  await form.cvName('again.pdf').waitFor();
  expect(await textsOf(form)).toEqual({ ...texts, email: 'not an address', city: 'Swat', phone: '' });
  await expect.poll(() => form.consent.isChecked()).toBe(true);
  await form.form.getByText(messages['field.badEmail'], { exact: true }).waitFor();
  await expectAccessible(page, 'form that came back');
  await form.email.fill(texts.email);
  await form.alert.waitFor({ state: 'detached' });
  await form.send.click();
  await form.received.waitFor();
  expect(applications()).toMatchObject([
    { city: 'Swat', phone: null, email: texts.email, cv_name: 'again.pdf' },
  ]);
  expectQuiet(watch, [failedToLoad(415, `/careers/apply/${job.id}`)]);
  await close();

  async function expectAccessibleWithoutScripts() {
    await expect.poll(() => form.email.getAttribute('aria-invalid')).toBe('true');
    const described = await form.email.getAttribute('aria-describedby');
    await expect
      .poll(() => page.locator(`[id="${described?.split(' ')[0]}"]`).innerText())
      .toBe(messages['field.badEmail']);
  }
});
