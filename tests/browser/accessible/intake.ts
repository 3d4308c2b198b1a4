import { everythingIsWrong, formsOfEachState, intakeScreen, pretend } from '../support/intake-admin.ts';
import { type Area, follow, pressEscape } from './area.ts';

export const intake: Area = {
  name: 'the waiting forms: list, one that is open, the question before a delete, and the banner above',
  by: 'admin',
  async *states(page) {
    await pretend(page, everythingIsWrong, formsOfEachState);
    const { rows, beside, question, note } = intakeScreen(page);
    // The page requests the site's status when it loads, and then from time to time.
    await page.goto('/admin/intake');
    await rows.nth(4).waitFor();
    await note('API host down since').waitFor();
    yield 'the list, under the banner';
    await rows.first().click();
    await beside.sendWithoutJob.waitFor();
    yield 'an open form';
    await beside.remove.click();
    await question.waitFor();
    yield 'the question before a delete';
    await pressEscape(page, beside.remove);
    await follow(page, '/admin/messages');
    await note('1 needs a person').waitFor();
    yield 'the banner with all that it can tell of';
  },
};
