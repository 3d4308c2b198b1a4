import type { ComponentType } from 'react';
import type { LoaderFunction } from 'react-router-dom';
import type { RouteName } from '#shared/routes.ts';

/** What the module of a screen exports. */
export interface ScreenModule {
  Component: ComponentType;
  loader?: LoaderFunction;
}

export type ScreenTable = Partial<Record<RouteName, () => Promise<ScreenModule>>>;

const coming = () => import('../../site/coming/ComingScreen.tsx');

/** Public pages that this version has. Header and footer link to these and to no others. */
const builtScreens = {
  home: () => import('./home.tsx'),
  portfolio: () => import('../../site/portfolio/PortfolioScreen.tsx'),
  portfolioField: () => import('../../site/portfolio/FieldScreen.tsx'),
  portfolioItem: () => import('../../site/portfolio/ProjectScreen.tsx'),
  publishing: () => import('../../site/blog/PublishingScreen.tsx'),
  viewBlog: () => import('../../site/blog/ViewBlogScreen.tsx'),
  careersApply: () => import('../../site/jobs/JobsScreen.tsx'),
  careersApplyJob: () => import('../../site/jobs/JobScreen.tsx'),
} satisfies ScreenTable;

export const publicScreens: ScreenTable = {
  contact: coming,
  apps: coming,
  team: coming,
  careers: coming,
  privacyPolicy: coming,
  termsConditions: coming,
  deleteAccount: coming,
  ...builtScreens,
};

export const adminScreens: ScreenTable = {
  adminDashboard: () => import('../../admin/jobs/JobsScreen.tsx'),
  adminApplicants: () => import('../../admin/applicants/ApplicantsScreen.tsx'),
  adminPortfolio: () => import('../../admin/portfolio/PortfolioScreen.tsx'),
  adminProjects: () => import('../../admin/portfolio/ProjectsScreen.tsx'),
  adminTeam: () => import('../../admin/team/TeamScreen.tsx'),
  adminBlogs: () => import('../../admin/blogs/BlogsScreen.tsx'),
  adminMessages: () => import('../../admin/messages/MessagesScreen.tsx'),
};

/** True when a page can be linked to. */
export function isBuilt(name: RouteName): boolean {
  return name in builtScreens;
}
