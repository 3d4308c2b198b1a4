// @module-tag deep/journey: versions of the post that write-a-post writes
import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { withEngine } from '../support/engines.ts';
import { blogForm, sendForm } from '../support/forms.ts';
import { expectAccessible } from './support/axe.ts';
import { blogsScreen, offeredUndo, toast } from './support/blogs.ts';
import { launchBrowser } from './support/launch.ts';
import { fillLogin } from './support/login.ts';
import { openVisitor } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();

withEngine('embedded', (engine) => {
  test('a post is saved twice, compared and restored, by keyboard and on a phone', async () => {
    const made = await sendForm(
      engine.admin.post(callPath(contract.saveBlog)),
      await blogForm({ blog_title: 'A film', description: '<p>One red kite</p><p>Two</p>' }),
    );
    expect(made.status, made.text).toBe(200);
    const { page, watch, close } = await openVisitor(browser.current, engine.app);
    const { edit, editForm: form } = blogsScreen(page);
    await page.goto('/admin/blogs');
    await fillLogin(page, engine.credentials);

    await edit('A film').click();
    await form.text.waitFor();
    await form.title.fill('A film, cut');
    await form.dialog.getByLabel('Excerpt').fill('What lists say');
    await form.dialog.getByLabel('Search title').fill('Found as this');
    await form.dialog.getByText('Found as this · ').waitFor();
    await expectAccessible(page, 'the form of a post with what it tells outside');
    await form.submit.click();
    await toast(page, 'Updated successfully').waitFor();
    await edit('A film, cut').click();
    await form.text.waitFor();
    await form.text.press('ControlOrMeta+A');
    await page.keyboard.insertText('One blue kite');
    await form.submit.click();
    await form.dialog.waitFor({ state: 'hidden' });

    await edit('A film, cut').click();
    await form.text.waitFor();
    await form.title.fill('Typed and not saved');
    await page.setViewportSize({ width: 360, height: 740 });
    const opener = form.dialog.getByRole('button', { name: 'Versions' });
    await opener.press('Enter');
    const versions = page.getByRole('dialog', { name: 'Versions', exact: true });
    const rows = versions.getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(3);
    await expect
      .poll(() => rows.nth(1).innerText())
      .toMatch(/Saved by .+: Title, Excerpt,? and Search title/);
    await expectAccessible(page, 'versions at 360');
    await versions.getByRole('button', { name: 'Compare version 3' }).press('Enter');
    const compared = page.getByRole('dialog', { name: 'Version 3' });
    await compared.getByLabel('Compare with').selectOption({ index: 1 });
    await compared.locator('del').filter({ hasText: 'red' }).waitFor();
    await compared.locator('ins').filter({ hasText: 'blue' }).waitFor();
    await expect
      .poll(() => compared.getByRole('region', { name: 'Title', exact: true }).innerText())
      .toMatch(/A film[\s\S]*A film, cut/);
    await expectAccessible(page, 'two versions at 360');
    expect(await compared.evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth)).toBe(true);
    await page.keyboard.press('Escape');
    await versions.getByRole('button', { name: 'Restore version 1' }).press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Restore version 1?' });
    await question.getByText('are set aside').waitFor();
    await expectAccessible(page, 'the question before restoring');
    await question.getByRole('button', { name: 'Restore', exact: true }).press('Enter');
    const undo = await offeredUndo(page, 'Version 1 restored');
    await versions.waitFor({ state: 'hidden' });
    await expect.poll(() => form.title.inputValue()).toBe('A film');
    await form.dialog.getByRole('button', { name: /my changes/i }).click();
    await expect.poll(() => form.title.inputValue()).toBe('Typed and not saved');

    await undo.click();
    await toast(page, 'Restore undone').waitFor();
    await expect.poll(() => form.title.inputValue()).toBe('A film, cut');
    const stored = await engine.visitor.get(callPath(contract.singlePost, { id: made.body.data.id }));
    expect(stored.body.data).toMatchObject({ blog_title: 'A film, cut', excerpt: 'What lists say' });
    const head = await engine.visitor.get(`/view-blog/${made.body.data.id}`);
    expect(head.text).toMatch(/<title>Found as this · /);
    expect(head.text).toContain('<meta property="og:description" content="What lists say"');
    expectQuiet(watch);
    await close();
  });
});
