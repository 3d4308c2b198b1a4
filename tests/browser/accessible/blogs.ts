import { blogsScreen } from '../support/blogs.ts';
import { richText, stubPost } from '../support/stubbed-site.ts';
import { type Area, follow, pressEscape } from './area.ts';

export const blogs: Area = {
  name: 'the forms and dialogs of the blogs',
  by: 'admin',
  async *states(page, site) {
    site.stub.data.blogs = [stubPost(1, { description: richText })];
    const { add, addForm, editForm, edit, deleteDialog, ...screen } = blogsScreen(page);
    await follow(page, '/admin/blogs');
    await add.click();
    await addForm.text.waitFor();
    await addForm.submit.click();
    await addForm.dialog.getByText('Add blog description').waitFor();
    yield 'add form with every error';
    await addForm.tool('Link').click();
    yield 'the popover of a link';
    await addForm.tool('Text colour').click();
    yield 'the popover of colours';
    // The first Escape closes the popover.
    await page.keyboard.press('Escape');
    await pressEscape(page, add);
    await edit('Post 1').click();
    await editForm.text.getByText('Said once.').waitFor();
    yield 'edit form';
    await pressEscape(page, edit('Post 1'));
    await screen.delete('Post 1').click();
    await deleteDialog.waitFor();
    yield 'delete dialog';
    await pressEscape(page, screen.delete('Post 1'));
  },
};
