import { fillWithMessages, holdMailProgram, messagesScreen } from '../support/messages-admin.ts';
import { type Area, follow, pressEscape } from './area.ts';

export const inbox: Area = {
  name: 'the messages: inbox, an open message, its menu, and an empty folder',
  by: 'admin',
  async *states(page, site) {
    fillWithMessages(site.stub);
    const { row, rows, beside, folder } = messagesScreen(page);
    await follow(page, '/admin/messages');
    await row('Subject 4').waitFor();
    yield 'the inbox';
    await rows.nth(2).click();
    await beside.heading('Delete an account of Chowk').waitFor();
    await beside.pane.getByText('Read', { exact: true }).waitFor();
    await holdMailProgram(page);
    await beside.reply.click();
    await beside.markReplied.waitFor();
    yield 'an open request';
    await beside.more.click();
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
    yield 'the menu of a message';
    await pressEscape(page, beside.more);
    await folder('Archived').click();
    await page.getByText('The archive is empty').waitFor();
    yield 'an empty folder';
  },
};
