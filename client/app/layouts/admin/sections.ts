import type { ComponentType } from 'react';
import { pathTo } from '#shared/paths.ts';
import { ApplicantsIcon, BlogsIcon, JobsIcon, PortfolioIcon, TeamIcon } from '../../../ui/icons/icons.tsx';

/** The five links of the sidebar, in the order and with the labels of SPEC §2. */
export const adminSections: { label: string; to: string; Icon: ComponentType }[] = [
  { label: 'Jobs', to: pathTo('adminDashboard'), Icon: JobsIcon },
  { label: 'Applicants', to: pathTo('adminApplicants'), Icon: ApplicantsIcon },
  { label: 'Portfolio', to: pathTo('adminPortfolio'), Icon: PortfolioIcon },
  { label: 'Team', to: pathTo('adminTeam'), Icon: TeamIcon },
  { label: 'Blogs', to: pathTo('adminBlogs'), Icon: BlogsIcon },
];
