import { expect, test } from 'vitest';
import { withEngine } from '../support/engines.ts';
import { offeredUndo, toast } from './support/blogs.ts';
import { expectFocus } from './support/focus.ts';
import { launchBrowser } from './support/launch.ts';
import { holdMailProgram, messagesScreen, stubMessage } from './support/messages-admin.ts';
import { stubbedSite } from './support/stubbed-site.ts';
import { openAdmin } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();

withEngine('embedded', (engine) => {
  test('a message is read, answered, archived, brought back, and deleted with an undo', async () => {
    for (const subject of ['First', 'Second', 'Third']) {
      const body = {
        name: `Ayesha ${subject}`,
        email: 'ayesha@example.com',
        subject,
        message: 'Hello.\nHow much?',
      };
      await engine.admin.post('/api/contactUs').set('x-csrf', '1').send(body).expect(200);
    }
    const { page, watch, close } = await openAdmin(browser.current, engine);
    const { row, rows, folder, unread, beside } = messagesScreen(page);
    await page.goto('/admin/messages');
    await row('Second').waitFor();
    await expect.poll(() => unread.textContent()).toContain('3 unread');
    await expect.poll(() => row('Second').getByText('New', { exact: true }).isVisible()).toBe(true);

    await row('Second').click();
    await beside.heading('Second').waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('message')).toMatch(/^\d+$/);
    await beside.pane.getByText('Read', { exact: true }).waitFor();
    await expect.poll(() => unread.textContent()).toContain('2 unread');
    await expect.poll(() => folder('New').textContent()).toContain('2');
    const mail = (await beside.reply.getAttribute('href')) ?? '';
    expect(decodeURIComponent(mail)).toMatch(
      /^mailto:ayesha@example\.com\?subject=Re: Second&body=(.|\s)*> How much\?$/,
    );

    await holdMailProgram(page);
    await beside.reply.click();
    await beside.markReplied.click();
    await beside.pane.getByText('Marked as replied.').waitFor();
    await row('Second').getByText('Replied', { exact: true }).waitFor();

    await beside.archive.click();
    await toast(page, 'Message archived').waitFor();
    await row('Second').waitFor({ state: 'detached' });
    await expectFocus(row('First'));
    await folder('Archived').click();
    await row('Second').click();
    await beside.unarchive.click();
    await row('Second').waitFor({ state: 'detached' });
    await folder('Inbox').click();
    await row('Second').waitFor();

    await row('Third').click();
    await beside.choose('Delete');
    const undo = await offeredUndo(page, 'Message deleted successfully');
    await row('Third').waitFor({ state: 'detached' });
    await expect.poll(() => rows.count()).toBe(2);
    await undo.click();
    await row('Third').waitFor();
    expectQuiet(watch);
    await close();
  });
});

const site = stubbedSite();

// The test above covers the same screen.
test('by keyboard alone: from row to row, into the message, on to the next, and back', {
  tags: ['deep/journey'],
}, async () => {
  site.stub.data.messages = [1, 2, 3].map((id) => stubMessage(id));
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { row, beside, folder } = messagesScreen(page);
  const keys = page.keyboard;
  await page.goto('/admin/messages');
  await row('Subject 1').focus();
  await keys.press('ArrowDown');
  await expectFocus(row('Subject 2'));
  await keys.press('End');
  await expectFocus(row('Subject 3'));
  await keys.press('Home');
  await keys.press('Enter');
  await expectFocus(beside.heading('Subject 1'));
  await beside.next.focus();
  await keys.press('Enter');
  await expectFocus(beside.heading('Subject 2'));
  await keys.press('Escape');
  await beside.pane.waitFor({ state: 'detached' });
  await expectFocus(row('Subject 2'));

  await keys.press('Enter');
  await expectFocus(beside.heading('Subject 2'));
  await beside.more.focus();
  await keys.press('Enter');
  await keys.press('ArrowDown');
  await keys.press('Enter');
  await beside.pane.waitFor({ state: 'detached' });
  await row('Subject 2').getByText('New', { exact: true }).waitFor();
  await expect.poll(() => folder('New').textContent()).toContain('2');
  // The screen shows the change before the call has finished.
  await expect
    .poll(() => site.stub.data.messages.map(({ status }) => status))
    .toEqual(['read', 'new', 'new']);
  expectQuiet(watch);
  await close();
});
