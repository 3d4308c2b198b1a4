import type { ScreenTable } from './screen-table.ts';

/** The screens of the admin area, each a chunk of its own. */
export const adminScreens: ScreenTable = {
  adminDashboard: () => import('../../admin/jobs/JobsScreen.tsx'),
  adminApplicants: () => import('../../admin/applicants/ApplicantsScreen.tsx'),
  adminPortfolio: () => import('../../admin/portfolio/PortfolioScreen.tsx'),
  adminProjects: () => import('../../admin/portfolio/ProjectsScreen.tsx'),
  adminTeam: () => import('../../admin/team/TeamScreen.tsx'),
  adminBlogs: () => import('../../admin/blogs/BlogsScreen.tsx'),
  adminMessages: () => import('../../admin/messages/MessagesScreen.tsx'),
};
