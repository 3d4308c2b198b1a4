import type { Page } from 'playwright-core';
import { pathTo } from '#shared/paths.ts';
import { routePattern, routes } from '#shared/routes.ts';

/** A screen to photograph: its path, and the steps before the picture. */
export interface View {
  path: string;
  /** Name of the dialog or menu that `open` opens, for the picture's name. */
  name?: string;
  open?: (page: Page) => Promise<void>;
}

const press = (label: string | RegExp) => async (page: Page) => {
  await page.getByRole('main').getByRole('button', { name: label }).first().click();
  await page.getByRole('dialog').first().waitFor();
};

const choose = (menu: RegExp, item: string) => async (page: Page) => {
  await page.getByRole('main').getByRole('button', { name: menu }).first().click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
  await page.getByRole('dialog').first().waitFor();
};

const projects = pathTo('adminProjects', { id: 1 });

/** Every screen of the admin area, and the dialogs that open on it. */
export const adminViews: readonly View[] = [
  { path: pathTo('adminDashboard') },
  { path: pathTo('adminDashboard'), name: 'add', open: press('Post a job') },
  { path: pathTo('adminDashboard'), name: 'edit', open: choose(/ for /, 'Edit') },
  { path: pathTo('adminApplicants') },
  { path: `${pathTo('adminApplicants')}?view=board` },
  { path: `${pathTo('adminApplicants')}?applicant=1` },
  { path: pathTo('adminPortfolio') },
  { path: pathTo('adminPortfolio'), name: 'add category', open: press('Category') },
  { path: pathTo('adminPortfolio'), name: 'add project', open: press('Project') },
  { path: projects },
  { path: projects, name: 'add', open: press('Project') },
  { path: projects, name: 'edit', open: press(/^Edit /) },
  { path: pathTo('adminTeam') },
  { path: `${pathTo('adminTeam')}?view=table` },
  { path: pathTo('adminTeam'), name: 'add', open: press('Add member') },
  { path: pathTo('adminTeam'), name: 'edit', open: choose(/ for /, 'Edit') },
  { path: pathTo('adminBlogs') },
  { path: pathTo('adminBlogs'), name: 'add', open: press('Add blog') },
  { path: pathTo('adminBlogs'), name: 'edit', open: press(/^Edit /) },
  { path: pathTo('adminMessages') },
  { path: `${pathTo('adminMessages')}?message=1` },
  { path: pathTo('adminMailTemplates') },
  { path: pathTo('adminSite') },
  { path: pathTo('adminIntake') },
  { path: pathTo('adminPictures') },
  { path: pathTo('adminActivity') },
  { path: pathTo('adminRedirects') },
  { path: pathTo('adminRedirects'), name: 'add', open: press('Add redirect') },
  { path: pathTo('adminTrash') },
  { path: pathTo('adminPeople') },
  { path: pathTo('adminAccount') },
];

/** `/admin` only redirects to the dashboard. */
const withoutPicture: readonly string[] = [routes.admin];

/** Returns the routes of the table, as it spells them, that none of these views shows. */
export function routesWithoutView(views: readonly View[]): string[] {
  const seen = views.map(({ path }) => path.split('?', 1)[0] ?? '');
  return Object.values(routes).filter(
    (route) => !withoutPicture.includes(route) && !seen.some((path) => routePattern(route).test(path)),
  );
}
