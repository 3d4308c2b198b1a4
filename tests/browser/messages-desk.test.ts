import { expect, test } from 'vitest';
import { deskMessages, textOf } from '#shared/desk-messages.ts';
import { withEngine } from '../support/engines.ts';
import { expectAccessible } from './support/axe.ts';
import { toast } from './support/blogs.ts';
import { launchBrowser } from './support/launch.ts';
import { messagesScreen } from './support/messages-admin.ts';
import { openAdmin } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();

withEngine('embedded', (engine) => {
  test('a message is assigned, answered with a saved answer, and found among mine; on a phone too', async () => {
    for (const subject of ['First', 'Second']) {
      const body = { name: 'Gul Meena', email: 'gul@example.com', subject, message: 'How much?' };
      await engine.admin.post('/api/contactUs').set('x-csrf', '1').send(body).expect(200);
    }
    const { page, watch, close } = await openAdmin(browser.current, engine);
    const { row, beside } = messagesScreen(page);
    await page.goto('/admin/messages');
    await page.getByRole('button', { name: 'Saved answers' }).press('Enter');
    await page.getByRole('button', { name: 'Add an answer' }).click();
    const form = page.getByRole('dialog', { name: 'Add a saved answer' });
    await form.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => form.getByText('This field is required.').count()).toBe(2);
    await form.getByLabel('Title').fill('Prices');
    await form.getByLabel('Text', { exact: true }).fill('It is <b>free</b>.');
    await form.getByRole('button', { name: 'Save' }).click();
    await toast(page, deskMessages['desk.answerAdded']).waitFor();
    await expectAccessible(page, 'the saved answers');
    await page.keyboard.press('Escape');

    await row('Second').click();
    await beside.pane.getByLabel('Assigned to').selectOption({ label: 'Admin' });
    await toast(page, textOf('desk.assigned', { name: 'Admin' })).waitFor();
    await row('Second').getByText('For Admin').waitFor();
    await beside.pane.getByRole('button', { name: 'Answer', exact: true }).press('Enter');
    await page.keyboard.type('Dear Gul,');
    await beside.pane.getByLabel('Insert a saved answer').selectOption({ label: 'Prices' });
    const answer = beside.pane.getByLabel('Answer', { exact: true });
    await expect.poll(() => answer.inputValue()).toBe('Dear Gul,\n\nIt is <b>free</b>.');
    await beside.pane.getByRole('button', { name: 'Send the answer' }).click();
    await toast(page, deskMessages['desk.answered']).waitFor();
    const answers = beside.pane.getByRole('region', { name: 'Answers' }).getByRole('listitem');
    await answers.filter({ hasText: 'It is <b>free</b>.' }).getByText('On its way').waitFor();
    await row('Second').getByText('Replied', { exact: true }).waitFor();
    await expect.poll(() => answer.inputValue()).toBe('');
    await expectAccessible(page, 'the answered message');

    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto('/admin/messages');
    await page.getByRole('radio', { name: 'Mine' }).click();
    await row('Second').waitFor();
    await expect.poll(() => row('First').count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expectQuiet(watch);
    await close();
  });
});
