// @module-tag deep/journey: photos and their crop, failures, a large team and a phone on the screen of team-admin
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { deskMessages, textOf } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { sha256 } from '../support/files.ts';
import { stubAdminName } from '../support/stub-upstream.ts';
import { toast } from './support/blogs.ts';
import { expectFits } from './support/fits.ts';
import { expectFocus } from './support/focus.ts';
import { hold } from './support/hold.ts';
import { launchBrowser } from './support/launch.ts';
import { leaveDialog } from './support/leaving.ts';
import { loginForm, signInAgain } from './support/login.ts';
import { endSession } from './support/session-life.ts';
import { stubbedSite } from './support/stubbed-site.ts';
import { fillWithMembers, photoFile, stubMember, type TeamForm, teamScreen } from './support/team-admin.ts';
import { openAdmin } from './support/visitor.ts';
import { apiCallError, conflictLines, expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();
const listPath = callPath(contract.getTeam);
const addPath = callPath(contract.addTeamMember);
const updatePath = callPath(contract.updateTeamMember, { id: 1 });
/** Returns the photo of the last added member. */
const sentPhoto = () =>
  site.stub
    .requestsTo(addPath)
    .at(-1)
    ?.parts.find(({ name }) => name === 'image');

test('a photo is cropped by keyboard to the shape of the team page, and what is shown is what is sent', async () => {
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { add, addForm: form, crop } = teamScreen(page);
  const keys = page.keyboard;
  // Red on the left, blue on the right: the colour shows where the picture was cut.
  const red = { r: 255, g: 0, b: 0 };
  const right = await sharp({ create: { width: 1000, height: 1000, channels: 3, background: '#0000ff' } })
    .png()
    .toBuffer();
  const buffer = await sharp({ create: { width: 2000, height: 1000, channels: 3, background: red } })
    .composite([{ input: right, left: 1000, top: 0 }])
    .png()
    .toBuffer();
  await page.goto('/admin/team');
  await add.click();
  await form.photo.setInputFiles({ name: 'wide.png', mimeType: 'image/png', buffer });
  await crop.size('800 × 1000').waitFor();
  expect(await crop.keep.count()).toBe(0);
  await expectFocus(crop.frame);
  for (let step = 0; step < 5; step += 1) await keys.press('Shift+ArrowLeft');
  await crop.size('700 × 875').waitFor();
  for (let step = 0; step < 60; step += 1) await keys.press('ArrowRight');
  // Enter in the crop dialog must not send the form behind it.
  await keys.press('Enter');
  await crop.use.click();
  await form.fileName('wide.webp').waitFor();
  await expect.poll(() => form.name.getAttribute('aria-invalid')).toBeNull();
  await form.changeCrop.click();
  await crop.size('800 × 1000').waitFor();
  await crop.cancel.click();

  await form.name.fill('Sana');
  await form.designation.fill('Designer');
  await form.submit.click();
  await toast(page, deskMessages['team.added']).waitFor();
  expect(sentPhoto()).toMatchObject({ isFile: true, filename: 'wide.webp' });
  const stored = site.stub.data.team[0]?.image ?? '';
  const answer = await page.request.get(stored.replace(site.stub.url, ''));
  const cut = sharp(await answer.body());
  const { width = 0, height = 0, format } = await cut.metadata();
  expect(format).toBe('webp');
  expect(width * 5).toBe(height * 4);
  const { dominant } = await cut.stats();
  expect(dominant.b).toBeGreaterThan(200);
  expect(dominant.r).toBeLessThan(60);
  expectQuiet(watch);
  await close();
});

test('a small photo can be kept as it is; a large one is made smaller; what is no picture is refused', async () => {
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { add, addForm: form, crop } = teamScreen(page);
  await page.goto('/admin/team');
  await add.click();
  await form.submit.click();
  await form.says(deskMessages['team.imageRequired']).waitFor();
  await form.says(messages['team.nameRequired']).waitFor();
  await form.says(messages['team.designationRequired']).waitFor();
  await form.photo.setInputFiles({
    name: 'words.png',
    mimeType: 'image/png',
    buffer: Buffer.from('words'),
  });
  await form.says('words.png: this image could not be read.').waitFor();

  const small = await photoFile('small.png', 300, 400);
  await form.photo.setInputFiles(small);
  await crop.size('it may look blurry').waitFor();
  await crop.keep.click();
  await form.fileName('small.png').waitFor();
  await form.photo.setInputFiles(await photoFile('large.png', 2500, 4000));
  await crop.size('1280 × 1600').waitFor();
  await page.keyboard.press('Escape');
  await crop.dialog.waitFor({ state: 'hidden' });
  // The crop was cancelled: the previous photo stays.
  await form.fileName('small.png').waitFor();
  await form.name.fill('Sana');
  await form.designation.fill('Designer');
  await form.submit.click();
  await toast(page, deskMessages['team.added']).waitFor();
  expect(sentPhoto()?.sha256).toBe(sha256(small.buffer));
  expectQuiet(watch);
  await close();
});

test('a bio takes as much as the server takes, and says how much is used', async () => {
  site.stub.data.team = [stubMember(1, { bio: null })];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { edit, editForm: form } = teamScreen(page);
  await page.goto('/admin/team');
  await edit('Member 1').click();
  await form.bio.fill('x'.repeat(limits.bio + 10));
  await expect.poll(() => form.bio.inputValue()).toHaveLength(limits.bio);
  await form.dialog.getByText(`${limits.bio}/${limits.bio}`).waitFor();
  await form.linkedin.fill('in/sana');
  await form.submit.click();
  await form.says(messages['field.badUrl']).waitFor();
  await form.linkedin.fill('');
  await form.active.click();
  await form.submit.click();
  await toast(page, deskMessages['team.updated']).waitFor();
  expect(site.stub.data.team[0]).toMatchObject({
    is_active: 0,
    bio: 'x'.repeat(limits.bio),
    v_order: 1,
    image: stubMember(1).image,
  });
  expectQuiet(watch);
  await close();
});

test('what is typed of somebody survives leaving, a host that fails and the end of the session, and is sent in the end', async () => {
  site.stub.data.team = [stubMember(1)];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { add, addForm: form, crop } = teamScreen(page);
  await fillNew(page);
  await form.dialog.getByText(/^Saved \d\d:\d\d/).waitFor();
  await form.cancel.click();
  await leaveDialog(page).keep.click();
  await page.reload();
  // The draft is restored, photo included.
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
  await loginForm(page).form.waitFor();
  await expectFilled(form);
  await signInAgain(page, site.credentials);
  await toast(page, deskMessages['team.added']).waitFor();
  const added = site.stub.data.team.find(({ name }) => name === 'Typed with care');
  expect(added).toMatchObject({ is_active: 1 });
  const sent = site.stub.requestsTo(addPath).map(({ parts }) => parts.map((part) => part.sha256));
  expect(sent.at(-1)).toEqual(sent[0]);
  expectQuiet(watch, [
    ...failures.flatMap(([, status, text]) => [failedToLoad(status, addPath), apiCallError(text)]),
    failedToLoad(401, addPath),
  ]);
  await close();
});

test('a switch that is not saved goes back, and says why', async () => {
  site.stub.data.team = [stubMember(1), stubMember(2), stubMember(3)];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { up, active } = teamScreen(page);
  await page.goto('/admin/team');
  await up('Member 3').waitFor();
  const shown = () => active('Member 1').isChecked();
  site.stub.misbehave({ kind: 'reset' }, { path: updatePath, times: 1 });
  const switching = await hold(page, updatePath);
  await active('Member 1').click();
  await switching.reached;
  await expect.poll(shown).toBe(false);
  // The change is reverted at once, before the list has loaded again.
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
  await toast(
    page,
    textOf('conflict.changedMeanwhile', { who: stubAdminName, what: 'this team member' }),
  ).waitFor();
  await page.getByText('Theirs').waitFor();
  await expect.poll(shown).toBe(true);
  await active('Member 1').click();
  await expect.poll(() => site.stub.data.team[0]?.is_active).toBe(0);
  // The whole member is sent: no field is lost.
  expect(site.stub.data.team[0]).toMatchObject({
    designation: 'Theirs',
    bio: 'About member 1.',
    department: 'Film',
  });
  expectQuiet(watch, [
    failedToLoad(502, updatePath),
    apiCallError(messages['upstream.unreachable']),
    failedToLoad(409, updatePath),
    ...conflictLines(watch, 1),
  ]);
  await close();
});

test('a photo is cropped and the form is filled on a phone', async () => {
  fillWithMembers(site.stub);
  const { page, watch, close } = await openAdmin(browser.current, site, { width: 360, height: 740 });
  const { add, addForm: form, crop } = teamScreen(page);
  await page.goto('/admin/team');
  await add.click();
  await form.photo.setInputFiles(await photoFile('photo.png', 1000, 800));
  await crop.size('640 × 800').waitFor();
  await expectFits(page, 'the crop');
  await crop.use.click();
  await form.changeCrop.waitFor();
  await expectFits(page, 'the form');
  await form.cancel.click();
  await leaveDialog(page).discard.click();
  await form.dialog.waitFor({ state: 'hidden' });
  await expectFocus(add);
  expectQuiet(watch);
  await close();
});

test('of a large team the first page is there before the others have come', async () => {
  site.stub.data.team = Array.from({ length: 500 }, (_, at) => stubMember(at + 1));
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { rows, up, edit } = teamScreen(page);
  const others = Promise.withResolvers<void>();
  site.stub.misbehave({ kind: 'gate', release: others.promise }, { path: /getTeam\?page=[2-9]/ });
  await page.goto('/admin/team?view=table');
  await rows.nth(9).waitFor();
  await expect.poll(() => rows.count()).toBe(10);
  await page.getByText('Loading 500 members…').waitFor();
  // Reordering is disabled until all members have loaded.
  const held = () => up('Member 3').evaluate((button) => button.closest('[inert]') !== null);
  expect(await held()).toBe(true);
  others.resolve();
  await rows.nth(499).waitFor();
  await page.getByText('500 members.').waitFor();
  expect(await held()).toBe(false);
  await edit('Member 500').waitFor();
  expectQuiet(watch);
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
