import type { Page } from '@playwright/test';
import { limits } from '#shared/limits.ts';
import { messages, messageText } from '#shared/messages.ts';
import { pathTo } from '#shared/paths.ts';
import { sampleSite } from '#shared/site/sample-site.ts';
import { makeProject } from '../contract/resources/cases.ts';
import { answerOnce, expect, expectAccessible, hold, scripts, takenOver, test } from './fixtures.ts';
import { labelled, named } from './support/names.ts';

const path = pathTo('contact');
const call = '/api/contactUs';
const letter = {
  name: 'عائشہ Khan',
  email: 'ayesha@visitor.example',
  phone: '+92 300 1234567',
  subject: 'ایک فلم',
  message: 'Hello,\n\ncan you make one?',
};
const received = 'Thank you. Your message has reached us.';

function contactForm(page: Page) {
  const form = named(page, 'form', 'Message');
  const fields = {
    name: labelled(form, 'Name'),
    email: form.getByLabel('Email'),
    phone: form.getByLabel('Phone (optional)'),
    subject: form.getByLabel('Subject'),
    message: labelled(form, 'Message'),
  };
  const names = Object.keys(fields) as (keyof typeof fields)[];
  return {
    ...fields,
    form,
    alert: form.getByRole('alert'),
    send: named(form, 'button', 'Send message'),
    fill: async () => {
      for (const name of names) await fields[name].fill(letter[name]);
    },
    holds: async (texts: Partial<typeof letter>) => {
      for (const name of names) await expect(fields[name]).toHaveValue(texts[name] ?? '');
    },
  };
}

test('a visitor writes on a phone, sees what was sent, and the studio has it', async ({ open, site }) => {
  const page = await open(site, { width: 360 });
  const form = contactForm(page);
  await page.goto(`${path}?about=Stepwell`);
  await expect(form.message).toHaveValue('About Stepwell:\n');
  await form.fill();
  await page.route(`**${call}`, async (route) => {
    await expect(named(form.form, 'button', 'Submitting...')).toBeVisible();
    await route.continue();
  });
  await form.send.click();
  await expect(named(page, 'heading', received)).toBeFocused();
  const copy = named(page, 'region', 'What you sent');
  for (const text of Object.values(letter)) await expect(copy).toContainText(text);
  await expectAccessible(page);
  const { body } = await site.admin.call('getMessages', { type: 'contact' });
  expect(body.data.data[0]).toMatchObject({ type: 'contact', status: 'new', ...letter });

  // The next message does not begin with the one that was sent.
  expect(await page.evaluate(() => Object.values(sessionStorage).join())).not.toContain(letter.subject);
  const receipt = page.url();
  await named(page, 'button', 'Write another message').click();
  await expect(named(page, 'heading', 'Write to us')).toBeFocused();
  await expect(page).toHaveURL(`${path}#write`);
  await form.holds({});
  await page.goto(receipt);
  await expect(named(page, 'heading', received)).toBeVisible();
  await expect(form.form).toBeHidden();
});

test('a message from the page of a work begins with its title; what is typed already stays, also before the scripts come', async ({
  open,
  site,
}) => {
  const { id } = await makeProject(site, { title: 'Salt Road' });
  const page = await open(site, { width: 360 });
  const form = contactForm(page);
  await page.goto(pathTo('portfolioItem', { id }));
  await named(page, 'link', 'Write to us about Salt Road').click();
  await expect(form.message).toHaveValue('About Salt Road:\n');
  await form.message.fill('About Salt Road:\nWho drives?');
  await page.goto(`${path}?about=Stepwell`);
  await expect(form.form.getByText('The form still contains what you typed before.')).toBeVisible();
  await form.holds({ message: 'About Salt Road:\nWho drives?' });
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('form:'))),
  ).toEqual([]);
  // The draft is of this tab, and goes with it.
  const other = await page.context().newPage();
  const release = await hold(other, scripts);
  await other.goto(path, { waitUntil: 'commit' });
  await contactForm(other).name.fill(letter.name);
  release();
  await takenOver(other);
  await contactForm(other).holds({ name: letter.name });
  const releaseAgain = await hold(other, scripts);
  await other.reload({ waitUntil: 'commit' });
  await contactForm(other).name.fill('Ayesha');
  releaseAgain();
  await expect(
    contactForm(other).form.getByText('The form still contains what you typed before.'),
  ).toBeVisible();
  await contactForm(other).holds({ name: 'Ayesha' });
  await other.close();
  await named(form.form, 'button', 'Clear form').click();
  await form.holds({ message: 'About Stepwell:\n' });
});

test('what is wrong is said beside its field, whatever fails is said in words, and nothing typed is lost', async ({
  open,
  host,
  allow,
}) => {
  allow(call, messages['api.callError']);
  const page = await open(host);
  const form = contactForm(page);
  await page.goto(path);
  await form.send.click();
  for (const code of ['nameRequired', 'emailRequired', 'subjectRequired', 'textRequired'] as const)
    await expect(form.form.getByText(messages[`message.${code}`])).toBeVisible();
  await expect(form.name).toBeFocused();
  await expectAccessible(page);
  await form.name.fill('A');
  await expect(form.form.getByText(messages['message.nameRequired'])).toBeHidden();

  await form.fill();
  await form.email.fill('not an address');
  await form.message.fill('x'.repeat(limits.message + 20));
  await expect(form.form.getByText('5,020 of 5,000 characters: 20 too many')).toBeVisible();
  await form.send.click();
  await expect(form.form.getByText(messages['field.badEmail'])).toBeVisible();
  await expect(form.form.getByText(messageText('field.tooLong', { limit: limits.message }))).toBeVisible();
  expect(host.stub.requestsTo(call, 'POST')).toEqual([]);

  await form.fill();
  const refuse = (status: number, json: object) => answerOnce(page, call, status, json);
  await refuse(422, { errors: { subject: ['Not this word.'], odd: ['An odd one.'] } });
  await form.send.click();
  await expect(form.form.getByText('Not this word.')).toBeVisible();
  await expect(form.alert).toContainText('An odd one.');
  await expect(form.subject).toBeFocused();
  const tooOften = messageText('form.tooOften', { minutes: 60 });
  const full = messageText('intake.full', { minutes: 10 });
  for (const [status, json] of [
    [413, { message: 'The host takes 1 MB.' }],
    [200, { message: 'Not today.' }],
    [429, { code: 'form.tooOften', message: tooOften }],
    [503, { code: 'intake.full', message: full }],
  ] as const) {
    await refuse(status, json);
    await form.send.click();
    await expect(form.alert).toContainText(json.message);
    await expect(form.alert).toBeFocused();
    await form.holds(letter);
  }
  await expect(form.alert).toContainText('Or copy what you typed into an email to');
  // A host that turns out to lack the call: its words say nothing to a visitor.
  await refuse(404, { code: 'host.callMissing', message: 'The route could not be found.' });
  await form.send.click();
  await expect(form.alert).toHaveText(/^(?!.*could not be found).*still here/);
  await expect(form.alert.getByRole('link')).toHaveAttribute('href', `mailto:${sampleSite.email}`);
  await form.holds(letter);
  await page.route(`**${call}`, (route) => route.abort('internetdisconnected'), { times: 1 });
  await form.send.click();
  await expect(form.alert).toContainText(messages['network.failed']);

  // Only robots fill this field: it is sent too, so that the host can set the message aside.
  await form.form.locator('[name="website"]').fill('https://spam.example', { force: true });
  await form.send.click();
  await expect(named(page, 'heading', received)).toBeVisible();
  expect(JSON.parse(String(host.stub.last().body))).toMatchObject({
    ...letter,
    website: 'https://spam.example',
  });
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});
