import type { ComponentType } from 'react';
import { pathTo } from '#shared/paths.ts';
import {
  ApplicantsIcon,
  BlogsIcon,
  JobsIcon,
  MailIcon,
  PortfolioIcon,
  TeamIcon,
} from '../../../ui/icons.tsx';

interface AdminSection {
  label: string;
  to: string;
  Icon: ComponentType;
}

/** The five links of the sidebar, in the order and with the labels of docs/product.md §2. */
export const adminSections: readonly AdminSection[] = [
  { label: 'Jobs', to: pathTo('adminDashboard'), Icon: JobsIcon },
  { label: 'Applicants', to: pathTo('adminApplicants'), Icon: ApplicantsIcon },
  { label: 'Portfolio', to: pathTo('adminPortfolio'), Icon: PortfolioIcon },
  { label: 'Team', to: pathTo('adminTeam'), Icon: TeamIcon },
  { label: 'Blogs', to: pathTo('adminBlogs'), Icon: BlogsIcon },
];

/** Below the five: what visitors write, an extension of ours. */
export const messagesSection: AdminSection = {
  label: 'Messages',
  to: pathTo('adminMessages'),
  Icon: MailIcon,
};
