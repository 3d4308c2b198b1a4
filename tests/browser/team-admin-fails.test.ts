import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
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

test('what is typed of somebody survives leaving, a host that fails and the end of the session, and is sent in the end', async () => {
  site.stub.data.team = [stubMember(1)];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { add, addForm: form, crop, ...screen } = teamScreen(page);
  await fillNew(page);
  await form.dialog.getByText(/^Saved \d\d:\d\d/).waitFor();
  await form.cancel.click();
  await leaveDialog(page).keep.click();
  await page.reload();
  // The draft is found again, photo and all.
  await add.click();
  await expectFilled(form);
  await form.dialog.getByText(/^Draft kept/).waitFor();
  await form.changeCrop.click();
  await crop.size('80 × 100').waitFor();
  await crop.cancel.click();

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
  await endSession(page, site);
  await form.submit.click();
  const login = loginForm(page);
  await login.form.waitFor();
  await expectFilled(form);
  await login.password.fill(site.credentials.password);
  await login.submit.click();
  await toast(page, deskMessages['team.added']).waitFor();
  const added = site.stub.data.team.find(({ name }) => name === 'Typed with care');
  expect(added).toMatchObject({ is_active: 1 });
  const sent = site.stub.requestsTo(addPath).map(({ parts }) => parts.map((part) => part.sha256));
  expect(sent.at(-1)).toEqual(sent[0]);

  // Somebody else was faster with the same member: their version, or mine over it.
  const { edit, editForm } = screen;
  await edit('Member 1').click();
  await editForm.designation.fill('Mine');
  changeElsewhere({ designation: 'Theirs' });
  await editForm.submit.click();
  await editForm.alert.getByText(/saved this at/).waitFor();
  await editForm.dialog.getByRole('button', { name: 'Load the newer version' }).click();
  await expect.poll(() => editForm.designation.inputValue()).toBe('Theirs');
  await editForm.dialog.getByRole('button', { name: 'Restore my changes' }).click();
  await expect.poll(() => editForm.designation.inputValue()).toBe('Mine');
  await editForm.submit.click();
  await toast(page, deskMessages['team.updated']).waitFor();
  expect(site.stub.data.team.find(({ id }) => id === 1)?.designation).toBe('Mine');
  const conflicts = watch.consoleLines.filter((line) => /ApiError.*saved this at/.test(line));
  expect(conflicts).toHaveLength(1);
  expectQuiet(watch, [
    ...failures.flatMap(([, status, text]) => [failedToLoad(status, addPath), apiCallError(text)]),
    failedToLoad(401, addPath),
    failedToLoad(409, updatePath),
    ...conflicts,
  ]);
  await close();
});

test('a list that cannot be loaded is asked for again; an order and a switch that are not saved go back, and say why', async () => {
  site.stub.data.team = [stubMember(1), stubMember(2), stubMember(3)];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { up, names, alert, active } = teamScreen(page);
  site.stub.misbehave({ kind: 'answer', status: 500, body: '{"status":0}' }, { path: listPath, times: 2 });
  await page.goto('/admin/team');
  await alert.getByText('The team could not be loaded').waitFor();
  expect(await page.locator('.Toastify__toast').count()).toBe(0);
  await page.getByRole('button', { name: 'Try again' }).click();
  await up('Member 3').waitFor();
  const shown = () => active('Member 1').isChecked();
  site.stub.misbehave({ kind: 'reset' }, { path: updatePath, times: 1 });
  const switching = await hold(page, updatePath);
  await active('Member 1').click();
  await switching.reached;
  await expect.poll(shown).toBe(false);
  // Put back at once, whatever becomes of the list that is asked for again.
  const first = await hold(page, listPath);
  switching.release();
  await toast(page, messages['upstream.unreachable']).waitFor();
  await expect.poll(shown).toBe(true);
  const [again] = await Promise.all([
    page.waitForResponse((response) => response.url().includes(listPath)),
    first.release(),
  ]);
  await again.finished();

  changeElsewhere({ designation: 'Theirs' });
  await active('Member 1').click();
  await toast(page, deskMessages['team.changedMeanwhile']).waitFor();
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

  // The first failure is told by the same words.
  await toast(page, messages['upstream.unreachable']).waitFor({ state: 'detached' });
  site.stub.misbehave({ kind: 'reset' }, { path: orderPath, times: 1 });
  const ordering = await hold(page, orderPath);
  await up('Member 3').click();
  await ordering.reached;
  expect(await names()).toEqual(['Member 1', 'Member 3', 'Member 2']);
  const second = await hold(page, listPath);
  ordering.release();
  await toast(page, messages['upstream.unreachable']).waitFor();
  await expect.poll(names).toEqual(['Member 1', 'Member 2', 'Member 3']);
  second.release();
  for (let step = 0; step < 2; step += 1) await up('Member 3').click();
  await page.getByText(deskMessages['order.saved']).waitFor();
  await expect.poll(names).toEqual(['Member 3', 'Member 1', 'Member 2']);
  const ids = JSON.parse(String(site.stub.requestsTo(orderPath).at(-1)?.body)).ids;
  expect(ids).toEqual([3, 1, 2]);
  const conflicts = watch.consoleLines.filter((line) => /ApiError.*saved this at/.test(line));
  expect(conflicts).toHaveLength(1);
  expectQuiet(watch, [
    failedToLoad(500, listPath),
    apiCallError(messages['upstream.failed']),
    failedToLoad(502, updatePath),
    failedToLoad(502, orderPath),
    apiCallError(messages['upstream.unreachable']),
    failedToLoad(409, updatePath),
    ...conflicts,
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
  await expect.poll(() => form.designation.inputValue()).toBe('Designer');
  await expect.poll(() => form.bio.inputValue()).toBe('Words of a bio.');
}

function changeElsewhere(change: { designation: string }): void {
  const [member] = site.stub.data.team;
  if (!member) throw new Error('The stub holds nobody.');
  const later = new Date(Date.parse(member.updated_at) + 60_000).toISOString();
  Object.assign(member, change, { updated_at: later });
}
