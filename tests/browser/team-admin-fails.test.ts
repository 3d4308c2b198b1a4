import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/match.ts';
import { messages } from '#shared/messages.ts';
import { toast } from './support/blogs.ts';
import { hold } from './support/hold.ts';
import { launchBrowser } from './support/launch.ts';
import { leaveDialog } from './support/leaving.ts';
import { loginForm } from './support/login.ts';
import { endSession } from './support/session-life.ts';
import { stubbedSite } from './support/stubbed-site.ts';
import { photoFile, stubMember, type TeamForm, teamScreen } from './support/team-admin.ts';
import { openAdmin } from './support/visitor.ts';
import { apiCallError, expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();
const listPath = callPath(contract.getTeam);
const addPath = callPath(contract.addTeamMember);
const orderPath = callPath(contract.reorderTeam);
const updatePath = callPath(contract.updateTeamMember, { id: 1 });

test('the host fails while somebody is added: words and photo survive, and are sent in the end', async () => {
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { addForm: form } = teamScreen(page);
  await fillNew(page);
  const failures = [
    [{ kind: 'answer', status: 500, body: '{"status":0}' }, 500, messages['upstream.failed']],
    [
      {
        kind: 'answer',
        status: 422,
        body: '{"status":0,"message":"Look here.","errors":{"name":["Taken."]}}',
      },
      422,
      'Look here.',
    ],
    [{ kind: 'reset' }, 502, messages['upstream.unreachable']],
  ] as const;
  for (const [rule, , text] of failures) {
    site.stub.misbehave(rule, { path: addPath, times: 1 });
    await form.submit.click();
    await form.alert.getByText(text).waitFor();
    await expectFilled(form);
  }
  await form.submit.click();
  await toast(page, messages['team.added']).waitFor();
  const sent = site.stub.requestsTo(addPath).map(({ parts }) => parts.map((part) => part.sha256));
  expect(sent.at(-1)).toEqual(sent[0]);
  expectQuiet(
    watch,
    failures.flatMap(([, status, text]) => [failedToLoad(status, addPath), apiCallError(text)]),
  );
  await close();
});

test('the session ends while somebody is added: sign-in in place, and they are saved whole', async () => {
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { addForm: form } = teamScreen(page);
  await fillNew(page);
  await endSession(page, site);
  await form.submit.click();
  const login = loginForm(page);
  await login.form.waitFor();
  await expectFilled(form);
  await login.password.fill(site.credentials.password);
  await login.submit.click();
  await toast(page, messages['team.added']).waitFor();
  expect(site.stub.data.team[0]).toMatchObject({ name: 'Typed with care', is_active: 1 });
  expectQuiet(watch, [failedToLoad(401, addPath)]);
  await close();
});

test('who leaves in the middle finds the draft again, photo and all', async () => {
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { add, addForm: form, crop } = teamScreen(page);
  await fillNew(page);
  await form.dialog.getByText(/^Saved \d\d:\d\d/).waitFor();
  await form.cancel.click();
  await leaveDialog(page).keep.click();
  await page.reload();
  await add.click();
  await expectFilled(form);
  await form.dialog.getByText(/^Draft kept/).waitFor();
  await form.changeCrop.click();
  await crop.size('80 × 100').waitFor();
  await crop.cancel.click();
  await form.submit.click();
  await toast(page, messages['team.added']).waitFor();
  expectQuiet(watch);
  await close();
});

test('somebody else was faster with the same member: their version, or mine over it', async () => {
  site.stub.data.team = [stubMember(1)];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { edit, editForm: form } = teamScreen(page);
  await page.goto('/admin/team');
  await edit('Member 1').click();
  await form.designation.fill('Mine');
  changeElsewhere({ designation: 'Theirs' });
  await form.submit.click();
  await form.alert.getByText(/saved this at/).waitFor();
  await form.dialog.getByRole('button', { name: 'Load the newer version' }).click();
  await expect.poll(() => form.designation.inputValue()).toBe('Theirs');
  await form.dialog.getByRole('button', { name: 'Restore my changes' }).click();
  await expect.poll(() => form.designation.inputValue()).toBe('Mine');
  await form.submit.click();
  await toast(page, messages['team.updated']).waitFor();
  expect(site.stub.data.team[0]?.designation).toBe('Mine');
  const refusals = watch.consoleLines.filter((line) => line.includes('ApiError'));
  expectQuiet(watch, [failedToLoad(409, updatePath), ...refusals]);
  await close();
});

test('a switch that is not saved goes back, and says why', async () => {
  site.stub.data.team = [stubMember(1)];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { active } = teamScreen(page);
  await page.goto('/admin/team');
  const shown = () => active('Member 1').isChecked();
  site.stub.misbehave({ kind: 'reset' }, { path: updatePath, times: 1 });
  const held = await hold(page, updatePath);
  await active('Member 1').click();
  await held.reached;
  await expect.poll(shown).toBe(false);
  // Put back at once, whatever becomes of the list that is asked for again.
  const list = await hold(page, listPath);
  held.release();
  await toast(page, messages['upstream.unreachable']).waitFor();
  await expect.poll(shown).toBe(true);
  const [again] = await Promise.all([
    page.waitForResponse((response) => response.url().includes(listPath)),
    list.release(),
  ]);
  await again.finished();

  changeElsewhere({ designation: 'Theirs' });
  await active('Member 1').click();
  await toast(page, messages['team.changedMeanwhile']).waitFor();
  await page.getByText('Theirs').waitFor();
  await expect.poll(shown).toBe(true);
  await active('Member 1').click();
  await expect.poll(() => site.stub.data.team[0]?.is_active).toBe(0);
  // The whole member is sent: nothing of them is lost.
  expect(site.stub.data.team[0]).toMatchObject({
    designation: 'Theirs',
    bio: 'About member 1.',
    department: 'Film',
  });
  const refusals = watch.consoleLines.filter((line) => line.includes('ApiError'));
  expect(refusals).toHaveLength(2);
  expectQuiet(watch, [failedToLoad(502, updatePath), failedToLoad(409, updatePath), ...refusals]);
  await close();
});

test('an order that cannot be saved is taken back; a list that cannot be loaded is asked for again', async () => {
  site.stub.data.team = [stubMember(1), stubMember(2), stubMember(3)];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { up, names, alert } = teamScreen(page);
  site.stub.misbehave({ kind: 'answer', status: 500, body: '{"status":0}' }, { path: listPath, times: 2 });
  await page.goto('/admin/team');
  await alert.getByText('The team could not be loaded').waitFor();
  expect(await page.locator('.Toastify__toast').count()).toBe(0);
  await page.getByRole('button', { name: 'Try again' }).click();
  await up('Member 3').waitFor();
  site.stub.misbehave({ kind: 'reset' }, { path: orderPath, times: 1 });
  const held = await hold(page, orderPath);
  await up('Member 3').click();
  await held.reached;
  expect(await names()).toEqual(['Member 1', 'Member 3', 'Member 2']);
  const list = await hold(page, listPath);
  held.release();
  await toast(page, messages['upstream.unreachable']).waitFor();
  await expect.poll(names).toEqual(['Member 1', 'Member 2', 'Member 3']);
  list.release();
  for (let step = 0; step < 2; step += 1) await up('Member 3').click();
  await page.getByText(messages['order.saved']).waitFor();
  await expect.poll(names).toEqual(['Member 3', 'Member 1', 'Member 2']);
  const ids = JSON.parse(String(site.stub.requestsTo(orderPath).at(-1)?.body)).ids;
  expect(ids).toEqual([3, 1, 2]);
  expectQuiet(watch, [
    failedToLoad(500, listPath),
    apiCallError(messages['upstream.failed']),
    failedToLoad(502, orderPath),
    apiCallError(messages['upstream.unreachable']),
  ]);
  await close();
});

async function fillNew(page: Page): Promise<void> {
  const { add, addForm: form, crop } = teamScreen(page);
  await page.goto('/admin/team');
  await add.click();
  await form.photo.setInputFiles(await photoFile('photo.png', 100, 100));
  await crop.use.click();
  await crop.dialog.waitFor({ state: 'hidden' });
  await form.name.fill('Typed with care');
  await form.designation.fill('Designer');
  await form.bio.fill('Words of a bio.');
  await expectFilled(form);
}

async function expectFilled(form: TeamForm): Promise<void> {
  await form.fileName('photo.webp').waitFor();
  await expect.poll(() => form.name.inputValue()).toBe('Typed with care');
  expect(await form.designation.inputValue()).toBe('Designer');
  expect(await form.bio.inputValue()).toBe('Words of a bio.');
}

function changeElsewhere(change: { designation: string }): void {
  const [member] = site.stub.data.team;
  if (!member) throw new Error('The stub holds nobody.');
  const later = new Date(Date.parse(member.updated_at) + 60_000).toISOString();
  Object.assign(member, change, { updated_at: later });
}
