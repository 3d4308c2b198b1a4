import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { limits } from '#shared/limits.ts';
import { messages, messageText } from '#shared/messages.ts';
import { pathTo } from '#shared/paths.ts';
import { withEngine } from '../support/engines.ts';
import { visit } from '../support/sign-in.ts';
import type { Misbehaviour } from '../support/stub-upstream.ts';
import { expectAccessible } from './support/axe.ts';
import { holdScripts } from './support/hold.ts';
import { launchBrowser } from './support/launch.ts';
import { json, stubbedSite } from './support/stubbed-site.ts';
import { takenOver } from './support/taken-over.ts';
import { openVisitor } from './support/visitor.ts';
import { contactForm, fillLetter, letter, letterIn, loseTheLine } from './support/visitor-forms.ts';
import { apiCallError, expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();
const path = pathTo('contact');
const call = callPath(contract.contactUs);

withEngine('embedded', (engine) => {
  test('a visitor writes, sees what was sent, and the studio has it; spam is set apart; the sixth is told to wait', async () => {
    const { page, watch, close } = await openVisitor(browser.current, engine.app, { width: 360 });
    const form = contactForm(page);
    const inbox = async (query: object) =>
      (await engine.admin.get(callPath(contract.getMessages)).query(query)).body.data.data;
    await page.goto(path);
    await fillLetter(form);
    await expectNoSidewaysScroll(page);
    await form.send.click();
    await form.busy.waitFor();
    await form.received.waitFor();
    expect(await form.received.evaluate((title) => title === document.activeElement)).toBe(true);
    const copy = await form.copy.innerText();
    for (const text of Object.values(letter)) expect(copy).toContain(text);
    await expectNoSidewaysScroll(page);

    const [message, ...others] = await inbox({ type: 'contact' });
    expect(others).toEqual([]);
    // Not among the spam, though the form was filled faster than a person would: it waits.
    expect(message).toMatchObject({ type: 'contact', status: 'new', ...letter });

    await form.again.click();
    await form.form.waitFor();
    await expect.poll(() => form.message.inputValue()).toBe('');
    expect(
      await page
        .getByRole('heading', { name: 'Write to us' })
        .evaluate((title) => title === document.activeElement),
    ).toBe(true);

    // The last of this hour fills the trap.
    for (let time = 2; time < limits.formsPerHour; time += 1)
      await visit(engine.app).post(call).send(letter).expect(200);
    await fillLetter(form);
    await form.trap.fill('https://spam.example', { force: true });
    const [sent] = await Promise.all([
      page.waitForRequest((request) => request.url().endsWith(call)),
      form.send.click(),
    ]);
    expect(sent.postDataJSON()).toMatchObject({ website: 'https://spam.example' });
    await form.received.waitFor();
    const spam = await inbox({ status: 'spam' });
    expect(spam.at(0)).toMatchObject(letter);
    await form.again.click();
    await fillLetter(form);
    await form.send.click();
    const told = messageText('form.tooOften', { minutes: 60 });
    await form.alert.getByText(told).waitFor();
    expect(await letterIn(form)).toEqual(letter);
    expectQuiet(watch, [failedToLoad(429, call), apiCallError(told)]);
    await close();
  });
});

const patientSite = stubbedSite();

test('what the server would refuse is said beside its field, before anything is sent; axe finds nothing in any state', async () => {
  const { page, watch, close } = await openVisitor(browser.current, patientSite.app, { keepsRequests: true });
  const form = contactForm(page);
  await page.goto(path);
  await expectAccessible(page, 'form');
  await form.send.click();
  for (const code of ['nameRequired', 'emailRequired', 'subjectRequired', 'textRequired'] as const)
    await form.form.getByText(messages[`message.${code}`]).waitFor();
  expect(await form.name.evaluate((field) => field === document.activeElement)).toBe(true);
  await expectAccessible(page, 'form with errors');
  await form.name.fill('A');
  await form.form.getByText(messages['message.nameRequired']).waitFor({ state: 'detached' });

  await fillLetter(form);
  await form.email.fill('not an address');
  await form.message.fill('x'.repeat(limits.message + 20));
  await form.form.getByText('5,020 of 5,000 characters: 20 too many').waitFor();
  await form.send.click();
  await form.form.getByText(messages['field.badEmail']).waitFor();
  await form.form.getByText(messageText('field.tooLong', { limit: limits.message })).waitFor();
  expect(watch.requests.filter((request) => request.method() === 'POST')).toEqual([]);

  await fillLetter(form);
  await form.send.click();
  await form.received.waitFor();
  await expectAccessible(page, 'sent');
  expectQuiet(watch);
  await close();
});

test('whatever goes wrong is said in words, and nothing that was typed is lost', async () => {
  const { page, watch, close } = await openVisitor(browser.current, patientSite.app);
  const form = contactForm(page);
  await page.goto(path);
  await fillLetter(form);
  refuse(json(422, { errors: { subject: ['Not this word.'], odd: ['An odd one.'] } }));
  await form.send.click();
  await form.form.getByText('Not this word.').waitFor();
  await form.alert.getByText('An odd one.').waitFor();
  await expect.poll(() => form.subject.evaluate((field) => field === document.activeElement)).toBe(true);

  const failures: [Misbehaviour, status: number, text: string][] = [
    [json(413, { message: 'The host takes 1 MB.' }), 413, 'The host takes 1 MB.'],
    [json(409, { message: 'It is here already.' }), 409, 'It is here already.'],
  ];
  for (const [failure, , text] of failures) {
    refuse(failure);
    await form.send.click();
    await form.alert.getByText(text).waitFor();
    expect(await form.alert.evaluate((notice) => notice === document.activeElement)).toBe(true);
    expect(await letterIn(form)).toEqual(letter);
  }
  const full = { code: 'intake.full', message: messageText('intake.full', { minutes: 10 }) };
  await page.route(`**${call}`, (route) => route.fulfill({ status: 503, json: { status: 0, ...full } }), {
    times: 1,
  });
  await form.send.click();
  await form.alert.getByText(full.message).waitFor();
  await form.alert.getByText('Or copy what you typed into an email to').waitFor();
  expect(await letterIn(form)).toEqual(letter);
  await loseTheLine(page, call);
  await form.send.click();
  await form.alert.getByText(messages['network.failed']).waitFor();
  refuse(json(200, { status: 0, message: 'Not today.' }));
  await form.send.click();
  await form.alert.getByText('Not today.').waitFor();
  expect(await letterIn(form)).toEqual(letter);

  await form.send.click();
  await form.received.waitFor();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  expectQuiet(watch, [
    failedToLoad(422, call),
    apiCallError(messages['fields.invalid']),
    ...failures.flatMap(([, status, text]) => [failedToLoad(status, call), apiCallError(text)]),
    failedToLoad(503, call),
    apiCallError(full.message),
    `error: Failed to load resource: net::ERR_INTERNET_DISCONNECTED [${call}]`,
    apiCallError(messages['network.failed']),
  ]);
  await close();
});

test('what was typed stays in its tab until it is sent, also what was typed before the scripts came', async () => {
  const { page, context, watch, close } = await openVisitor(browser.current, patientSite.app);
  const scripts = await holdScripts(page);
  await page.goto(path, { waitUntil: 'commit' });
  const form = contactForm(page);
  await form.name.fill(letter.name);
  await form.message.fill(letter.message);
  scripts.release();
  await takenOver(page);
  await expect.poll(() => form.name.inputValue()).toBe(letter.name);
  await form.subject.fill(letter.subject);
  await page.reload();
  await form.restored.waitFor();
  expect(await letterIn(form)).toEqual({ ...letter, email: '', phone: '' });

  const other = await context.newPage();
  await other.goto(path);
  await takenOver(other);
  await expect.poll(() => contactForm(other).name.inputValue()).toBe('');
  await form.startAfresh.click();
  await expect.poll(() => form.name.inputValue()).toBe('');
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  expectQuiet(watch);
  await close();
});

function refuse(failure: Misbehaviour): void {
  patientSite.stub.misbehave(failure, { path: call, times: 1 });
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(wider).toBeLessThanOrEqual(0);
}
