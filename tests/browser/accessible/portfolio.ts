import type { Locator, Page } from 'playwright-core';
import { pngFile } from '../support/blogs.ts';
import { expectFocus } from '../support/focus.ts';
import { leaveDialog } from '../support/leaving.ts';
import { urdu } from '../support/long-names.ts';
import {
  mp4File,
  portfolioScreen,
  projectsScreen,
  stubCategory,
  stubProject,
} from '../support/portfolio-admin.ts';
import { type Area, follow, pressEscape } from './area.ts';

export const portfolio: Area = {
  name: 'the portfolio: categories, projects and their dialogs',
  by: 'admin',
  async *states(page, site) {
    site.stub.data.categories = [stubCategory(1), stubCategory(2, { title: urdu })];
    site.stub.data.projects = [stubProject(11), stubProject(12, { video: '/storage/film.mp4' })];
    const screen = portfolioScreen(page);
    const projects = projectsScreen(page);
    await page.route('**/storage/film.mp4', (route) => route.fulfill({ body: mp4File('film.mp4').buffer }));
    await follow(page, '/admin/portfolio');
    await screen.row('Category 1').waitFor();
    yield 'categories';
    await screen.more('Category 1').click();
    await screen.item('Delete').waitFor();
    yield 'menu of a category';
    await screen.item('Delete').click();
    const inUse = page.getByRole('alertdialog', { name: 'This category is not empty' });
    await inUse.waitFor();
    yield 'a category that is not empty';
    await pressEscape(page, screen.more('Category 1'));

    await screen.category.click();
    await screen.addCategory.submit.click();
    await screen.addCategory.says('Add logos*').waitFor();
    yield 'new category with every error';
    await screen.addCategory.logos.setInputFiles([await pngFile('one.png'), await pngFile('two.png')]);
    await screen.addCategory.fileName('two.png').waitFor();
    yield 'new category with logos';
    await leave(page, screen.category);
    await screen.edit('Category 1').click();
    await screen.editCategory.fileName('Logo 1').waitFor();
    yield 'edit category';
    await pressEscape(page, screen.edit('Category 1'));

    await screen.project.click();
    await screen.addProject.text.waitFor();
    await screen.addProject.submit.click();
    await screen.addProject.says('Description is required').waitFor();
    yield 'new project with every error';
    await screen.addProject.video.setInputFiles(mp4File('film.mp4'));
    await screen.addProject.fileName('film.mp4').waitFor();
    yield 'new project with a video';
    await leave(page, screen.project);

    await screen.view('Category 1').click();
    await projects.row('Project 11').waitFor();
    yield 'projects';
    await projects.edit('Project 12').click();
    await projects.editProject.text.waitFor();
    yield 'edit project';
    await pressEscape(page, projects.edit('Project 12'));
    await follow(page, '/admin/portfolio/projects/2');
    await page.getByText('No projects yet').waitFor();
    yield 'no projects';
  },
};

async function leave(page: Page, opener: Locator): Promise<void> {
  await page.keyboard.press('Escape');
  await leaveDialog(page).discard.click();
  await expectFocus(opener);
}
