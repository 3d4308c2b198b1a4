// @module-tag deep/journey: write-a-post by keys alone
import { expect, test } from 'vitest';
import { withEngine } from '../support/engines.ts';
import { blogsScreen, pngFile, toast } from './support/blogs.ts';
import { expectFocus, tabTo } from './support/focus.ts';
import { launchBrowser } from './support/launch.ts';
import { loginForm } from './support/login.ts';
import { postPage } from './support/posts.ts';
import { openVisitor } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();

withEngine('embedded', (engine) => {
  test('sign in, add a post and read it, all by keyboard', async () => {
    const { page, watch, close } = await openVisitor(browser.current, engine.app);
    const keys = page.keyboard;
    const { add, addForm, deleteDialog, ...screen } = blogsScreen(page);
    const login = loginForm(page);

    await page.goto('/admin/blogs');
    await login.form.waitFor();
    await tabTo(page, login.email);
    await keys.type(engine.credentials.email);
    await tabTo(page, login.password);
    await keys.type(engine.credentials.password);
    await keys.press('Enter');
    await screen.heading.waitFor();

    // The skip link is the first tab stop, and skips the sidebar.
    await page.reload();
    await screen.heading.waitFor();
    await keys.press('Tab');
    await expectFocus(page.getByRole('link', { name: 'Skip to content' }));
    await keys.press('Enter');
    await expectFocus(page.locator('main'));
    await tabTo(page, add, 4);
    await keys.press('Enter');

    await expectFocus(addForm.title);
    await keys.type('By keyboard');
    await tabTo(page, addForm.active);
    await keys.type('1');
    await addForm.text.waitFor();
    await tabTo(page, addForm.tool('Heading 1'));
    for (let step = 0; step < 3; step += 1) await keys.press('ArrowRight');
    await expectFocus(addForm.tool('Bold'));
    await keys.press('Enter');
    await expectFocus(addForm.text);
    await keys.type('Bold');
    await keys.press('Control+b');
    await keys.type(' as keys');
    // Tab leaves the editor in both directions (WCAG 2.1.2).
    await keys.press('Shift+Tab');
    await expectFocus(addForm.tool('Bold'));
    await keys.press('Tab');
    await expectFocus(addForm.text);
    await keys.press('Tab');
    await expectFocus(addForm.cover);
    const [picker] = await Promise.all([page.waitForEvent('filechooser'), keys.press('Space')]);
    await picker.setFiles(await pngFile('keys.png'));
    await addForm.coverName('keys.png').waitFor();

    // Escape closes only the popover, and the form keeps its text.
    await tabTo(page, addForm.text, 8, 'Shift+Tab');
    await keys.press('Control+k');
    await expectFocus(addForm.dialog.getByLabel('Link address'));
    await keys.press('Escape');
    await expectFocus(addForm.text);
    await tabTo(page, addForm.submit);
    await keys.press('Enter');
    await toast(page, 'Added successfully').waitFor();
    await expectFocus(add);

    // A dialog takes the focus and returns it.
    const remove = screen.delete('By keyboard');
    await tabTo(page, remove);
    await keys.press('Enter');
    await expectFocus(deleteDialog.getByRole('button', { name: 'Cancel' }));
    await keys.press('Escape');
    await deleteDialog.waitFor({ state: 'hidden' });
    await expectFocus(remove);

    await tabTo(page, page.getByRole('link', { name: /to the site/ }), 30, 'Shift+Tab');
    await keys.press('Enter');
    await page.getByRole('heading', { name: 'Latest posts' }).waitFor();
    await expectFocus(page.locator('main'));
    await tabTo(page, page.getByRole('link', { name: 'By keyboard' }));
    await keys.press('Enter');
    await postPage(page).title.waitFor();
    await expect.poll(() => postPage(page).article.locator('strong').textContent()).toBe('Bold');
    await expectFocus(page.locator('main'));
    expectQuiet(watch);
    await close();
  });
});
