import { type RouteName, routes } from '#shared/routes.ts';
import type { LoadScreen, ScreenModule } from './screen-table.ts';

/** Every screen of the site, by its path in this folder: the build makes a chunk of each. */
const modules = import.meta.glob<ScreenModule>([
  './*.tsx',
  '../../site/*/*Screen.tsx',
  '../NotFoundScreen.tsx',
]);

/** A screen, and the file that the server's page links its styles of: the key of Vite's manifest. */
export interface PublicScreen {
  file: string;
  load: LoadScreen;
}

const screens = {
  home: screen('./home.tsx'),
  portfolio: screen('../../site/portfolio/PortfolioScreen.tsx'),
  portfolioCategory: screen('../../site/portfolio/CategoryScreen.tsx'),
  portfolioItem: screen('../../site/portfolio/ProjectScreen.tsx'),
  publishing: screen('../../site/blog/PublishingScreen.tsx'),
  viewBlog: screen('../../site/blog/ViewBlogScreen.tsx'),
  apps: screen('../../site/apps/AppsScreen.tsx'),
  team: screen('../../site/team/TeamScreen.tsx'),
  careers: screen('./careers.tsx'),
  careersApply: screen('../../site/jobs/JobsScreen.tsx'),
  careersApplyJob: screen('../../site/jobs/JobScreen.tsx'),
  contact: screen('../../site/contact/ContactScreen.tsx'),
  deleteAccount: screen('../../site/delete-account/DeleteAccountScreen.tsx'),
  privacyPolicy: screen('../../site/legal/PrivacyScreen.tsx'),
  termsConditions: screen('../../site/legal/TermsScreen.tsx'),
} satisfies Partial<Record<RouteName, PublicScreen>>;

export const publicScreens: Partial<Record<RouteName, PublicScreen>> = screens;

/** Paths of the pages that need no id: what a sitemap can list. */
export const builtPaths: readonly string[] = Object.keys(screens)
  .map((name) => routes[name as keyof typeof screens])
  .filter((path) => !path.includes(':'));

/** The layout's own file, as a key of Vite's manifest. */
export const layoutFile = 'app/layouts/public/PublicLayout.tsx';

/** For an address that is not one of ours. */
export const notFoundScreen = screen('../NotFoundScreen.tsx');

function screen(path: string): PublicScreen {
  const load = modules[path];
  if (!load) throw new Error(`There is no screen ${path}.`);
  return { file: new URL(path, 'file:///app/screens/').pathname.slice(1), load };
}
