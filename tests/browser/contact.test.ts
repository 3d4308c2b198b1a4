import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { limits } from '#shared/limits.ts';
import { messages, messageText } from '#shared/messages.ts';
import { pathTo } from '#shared/paths.ts';
import { makeProject } from '../contract/resources/cases/projects.ts';
import { withEngine } from '../support/engines.ts';
import type { Misbehaviour } from '../support/stub-upstream.ts';
import { expectAccessible } from './support/axe.ts';
import { expectFits } from './support/fits.ts';
import { expectFocus, hasFocus } from './support/focus.ts';
import { holdScripts, routeOnce } from './support/hold.ts';
import { launchBrowser } from './support/launch.ts';
import { json, stubbedSite } from './support/stubbed-site.ts';
import { takenOver } from './support/taken-over.ts';
import { openVisitor } from './support/visitor.ts';
import { contactForm, fillLetter, letter, letterIn, loseTheLine } from './support/visitor-forms.ts';
import { apiCallError, expectQuiet, failedOffline, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();
const path = pathTo('contact');
const call = callPath(contract.contactUs);

withEngine('embedded', (engine) => {
  test('a visitor writes, sees what was sent, and the studio has it', async () => {
    const { page, watch, close } = await openVisitor(browser.current, engine.app, { width: 360 });
    const form = contactForm(page);
    await page.goto(`${path}?about=Stepwell`);
    await fillLetter(form);
    await expectFits(page, 'the filled form');
    // A form that is sent faster than a person writes waits for the engine's minimum time; here the call is held as
    // well.
    await page.route(`**${call}`, async (route) => {
      await form.busy.waitFor();
      await route.continue();
    });
    await form.send.click();
    await form.received.waitFor();
    expect(await hasFocus(form.received)).toBe(true);
    const copy = await form.copy.innerText();
    for (const text of Object.values(letter)) expect(copy).toContain(text);
    await expectFits(page, 'what was sent');
    const { body } = await engine.admin.get(callPath(contract.getMessages)).query({ type: 'contact' });
    expect(body.data.data).toHaveLength(1);
    expect(body.data.data[0]).toMatchObject({ type: 'contact', status: 'new', ...letter });

    const receipt = page.url();
    await form.again.click();
    await form.form.waitFor();
    expect(page.url()).not.toContain('received');
    expect(page.url()).not.toContain('about');
    await expect.poll(() => form.message.inputValue()).toBe('');
    expect(await hasFocus(page.getByRole('heading', { name: 'Write to us' }))).toBe(true);
    await page.goto(receipt);
    await form.received.waitFor();
    expect(await form.form.count()).toBe(0);
    expectQuiet(watch);
    await close();
  });

  test('a message from the page of a work or a category begins with its title, unless something is typed already', async () => {
    const { id, category_id } = await makeProject(engine, { title: 'Salt Road' });
    const { title } = (await engine.visitor.get(callPath(contract.getSingleCategory, { id: category_id })))
      .body.data;
    const { page, watch, close } = await openVisitor(browser.current, engine.app, { width: 360 });
    const form = contactForm(page);
    const callTo = (name: string) => page.getByRole('link', { name: `Write to us about ${name}` });
    await page.goto(pathTo('portfolioCategory', { fieldTitle: title }));
    await callTo(title).click();
    await expect.poll(() => form.message.inputValue()).toBe(`About ${title}:\n`);
    await page.goto(pathTo('portfolioItem', { id }));
    await callTo('Salt Road').click();
    await expect.poll(() => form.message.inputValue()).toBe('About Salt Road:\n');
    await page.reload();
    await takenOver(page);
    expect(await form.message.inputValue()).toBe('About Salt Road:\n');
    await form.message.fill('About Salt Road:\nWho drives?');
    await page.goto(`${path}?about=Stepwell`);
    await form.restored.waitFor();
    expect(await form.message.inputValue()).toBe('About Salt Road:\nWho drives?');
    expectQuiet(watch);
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
  expect(await hasFocus(form.name)).toBe(true);
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
  // The field that only robots fill in is sent too, so that the host can set the message aside.
  await form.trap.fill('https://spam.example', { force: true });
  await form.send.click();
  await form.received.waitFor();
  await expectAccessible(page, 'sent');
  const sent = patientSite.stub.requestsTo(call).at(-1)?.body;
  expect(JSON.parse(String(sent))).toMatchObject({ ...letter, website: 'https://spam.example' });
  expectQuiet(watch);
  await close();
});

test('whatever goes wrong is said in words, and nothing that was typed is lost', {
  tags: ['deep/journey'],
}, async () => {
  const { page, watch, close } = await openVisitor(browser.current, patientSite.app);
  const form = contactForm(page);
  await page.goto(path);
  await fillLetter(form);
  refuse(json(422, { errors: { subject: ['Not this word.'], odd: ['An odd one.'] } }));
  await form.send.click();
  await form.form.getByText('Not this word.').waitFor();
  await form.alert.getByText('An odd one.').waitFor();
  await expectFocus(form.subject);

  const failures: [Misbehaviour, status: number, text: string][] = [
    [json(413, { message: 'The host takes 1 MB.' }), 413, 'The host takes 1 MB.'],
    [json(409, { message: 'It is here already.' }), 409, 'It is here already.'],
  ];
  for (const [failure, , text] of failures) {
    refuse(failure);
    await form.send.click();
    await form.alert.getByText(text).waitFor();
    expect(await hasFocus(form.alert)).toBe(true);
    expect(await letterIn(form)).toEqual(letter);
  }
  // The site's own refusals: a visitor has written too often, and the queue is full.
  const tooOften = { code: 'form.tooOften', message: messageText('form.tooOften', { minutes: 60 }) };
  const full = { code: 'intake.full', message: messageText('intake.full', { minutes: 10 }) };
  for (const [status, own] of [
    [429, tooOften],
    [503, full],
  ] as const) {
    await routeOnce(page, `**${call}`, (route) => route.fulfill({ status, json: { status: 0, ...own } }));
    await form.send.click();
    await form.alert.getByText(own.message).waitFor();
    expect(await letterIn(form)).toEqual(letter);
  }
  await form.alert.getByText('Or copy what you typed into an email to').waitFor();
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
    failedToLoad(429, call),
    apiCallError(tooOften.message),
    failedToLoad(503, call),
    apiCallError(full.message),
    failedOffline(call),
    apiCallError(messages['network.failed']),
  ]);
  await close();
});

test('what was typed stays in its tab until it is sent, also what was typed before the scripts came', {
  tags: ['deep/journey'],
}, async () => {
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
