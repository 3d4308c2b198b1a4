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
const comingAdmin = (name: 'Jobs' | 'Applicants' | 'Portfolio' | 'Projects' | 'Team') => async () => {
  const { comingScreen } = await import('../../admin/coming/ComingScreen.tsx');
  return { Component: comingScreen(name) };
};

/** Public pages that this version has. Header and footer link to these and to no others. */
const builtScreens = {
  home: () => import('./home.tsx'),
  publishing: () => import('../../site/blog/PublishingScreen.tsx'),
  viewBlog: () => import('../../site/blog/ViewBlogScreen.tsx'),
} satisfies ScreenTable;

export const publicScreens: ScreenTable = {
  portfolio: coming,
  portfolioField: coming,
  portfolioItem: coming,
  contact: coming,
  apps: coming,
  team: coming,
  careers: coming,
  careersApply: coming,
  careersApplyJob: coming,
  privacyPolicy: coming,
  termsConditions: coming,
  deleteAccount: coming,
  ...builtScreens,
};

export const adminScreens: ScreenTable = {
  adminDashboard: comingAdmin('Jobs'),
  adminApplicants: comingAdmin('Applicants'),
  adminPortfolio: comingAdmin('Portfolio'),
  adminProjects: comingAdmin('Projects'),
  adminTeam: comingAdmin('Team'),
  adminBlogs: () => import('../../admin/blogs/BlogsScreen.tsx'),
};

/** True when a page can be linked to. */
export function isBuilt(name: RouteName): boolean {
  return name in builtScreens;
}
