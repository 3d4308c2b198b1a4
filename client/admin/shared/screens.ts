import type { ComponentType } from 'react';
import type { CallName } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import type { EntityName } from '#shared/entities/index.ts';
import type { Id } from '#shared/id.ts';
import { pathTo } from '#shared/paths.ts';
import { routeOf, routes } from '#shared/routes.ts';
import { formNameOf } from '../../forms/open-form.ts';
import {
  ApplicantsIcon,
  BlogsIcon,
  ImageIcon,
  InboxIcon,
  JobsIcon,
  KeyIcon,
  ListIcon,
  MailIcon,
  PortfolioIcon,
  RedirectIcon,
  SiteIcon,
  TeamIcon,
  TrashIcon,
} from '../../ui/icons.tsx';
import type { May } from './access.tsx';

/** A form for a new record: its name in `?form=`, the kind of record, and what the palette offers. */
interface Start {
  form: string;
  resource?: EntityName;
  title: string;
  call: CallName;
  words: string;
}

interface AdminScreen {
  /** Pattern of its path. */
  to: string;
  title: string;
  /** Call that the screen requires: a role that may not make it does not see the screen. */
  call: CallName;
  /** The part of the sidebar with a link to the screen, if there is one. */
  part?: 'work' | 'inbox' | 'settings';
  Icon?: ComponentType;
  /** True if the link is hidden where the API host lacks `call`. Otherwise the screen says that the host lacks it. */
  needsCall?: true;
  /** Shown instead of the screen where the API host lacks `call`. */
  absent?: { title: string; text: string };
  /** The forms for new records. */
  starts?: readonly Start[];
  /** Other words by which the palette finds the screen; undefined if it does not offer the screen. */
  words?: string;
}

/** The screens of the admin area. The sidebar and the palette list them in this order. */
export const screens: readonly AdminScreen[] = [
  {
    to: routes.adminDashboard,
    title: 'Jobs',
    call: 'getJobs',
    part: 'work',
    Icon: JobsIcon,
    words: 'dashboard vacancies',
    starts: [
      {
        form: 'new',
        resource: 'job',
        title: 'Post a job',
        call: 'addJob',
        words: 'add new vacancy position',
      },
    ],
  },
  {
    to: routes.adminApplicants,
    title: 'Applicants',
    call: 'getApplicants',
    part: 'work',
    Icon: ApplicantsIcon,
    words: 'candidates applications',
  },
  {
    to: routes.adminPortfolio,
    title: 'Portfolio',
    call: 'getProjectCategory',
    part: 'work',
    Icon: PortfolioIcon,
    words: 'categories projects work',
    starts: [
      {
        form: 'project',
        resource: 'project',
        title: 'Add a project',
        call: 'addProject',
        words: 'new work portfolio',
      },
      {
        form: 'category',
        resource: 'category',
        title: 'Add a category',
        call: 'addProjectCategory',
        words: 'new field portfolio',
      },
    ],
  },
  { to: routes.adminProjects, title: 'Projects', call: 'getProjects' },
  {
    to: routes.adminTeam,
    title: 'Team',
    call: 'getTeam',
    part: 'work',
    Icon: TeamIcon,
    words: 'people members',
    starts: [
      {
        form: 'new',
        resource: 'team_member',
        title: 'Add a team member',
        call: 'addTeamMember',
        words: 'new person colleague',
      },
    ],
  },
  {
    to: routes.adminBlogs,
    title: 'Blogs',
    call: 'blogs',
    part: 'work',
    Icon: BlogsIcon,
    words: 'posts articles',
    starts: [
      {
        form: 'new',
        resource: 'blog',
        title: 'Write a post',
        call: 'saveBlog',
        words: 'add new blog article',
      },
    ],
  },
  {
    to: routes.adminMessages,
    title: 'Messages',
    call: 'getMessages',
    part: 'inbox',
    Icon: MailIcon,
    words: 'inbox mail letters',
  },
  {
    to: routes.adminIntake,
    title: 'Waiting forms',
    call: 'intake',
    part: 'inbox',
    Icon: InboxIcon,
    words: 'intake',
  },
  {
    to: routes.adminSite,
    title: 'Site',
    call: 'getSite',
    part: 'settings',
    Icon: SiteIcon,
    words: 'company name logo colours colors look pages texts',
  },
  {
    to: routes.adminMailTemplates,
    title: 'Mail templates',
    call: 'getMailTemplates',
    part: 'settings',
    Icon: MailIcon,
    needsCall: true,
    absent: { title: 'Mails to candidates', text: deskMessages['letter.notOffered'] },
  },
  {
    to: routes.adminPeople,
    title: 'People',
    call: 'getPeople',
    part: 'settings',
    Icon: KeyIcon,
    needsCall: true,
    absent: { title: 'Your API host manages the accounts', text: deskMessages['people.notOffered'] },
  },
  {
    to: routes.adminPictures,
    title: 'Pictures',
    call: 'getPictures',
    part: 'settings',
    Icon: ImageIcon,
    needsCall: true,
    absent: { title: 'No library of pictures', text: deskMessages['picture.notOffered'] },
    words: 'images photos library media',
  },
  {
    to: routes.adminRedirects,
    title: 'Redirects',
    call: 'getRedirects',
    part: 'settings',
    Icon: RedirectIcon,
    words: 'old addresses links moved 301',
    starts: [
      { form: 'new', title: 'Add a redirect', call: 'addRedirect', words: 'new old address link moved' },
    ],
  },
  {
    to: routes.adminTrash,
    title: 'Trash',
    call: 'getTrash',
    part: 'settings',
    Icon: TrashIcon,
    needsCall: true,
  },
  {
    to: routes.adminActivity,
    title: 'Activity',
    call: 'getActivity',
    part: 'settings',
    Icon: ListIcon,
    words: 'log what happened',
  },
  {
    to: routes.adminAccount,
    title: 'Your account',
    call: 'getAccount',
    absent: { title: 'Your API host manages your account', text: deskMessages['account.notOffered'] },
  },
];

/** Returns true if the role may see the screen at this path. Also true for a path that is no admin screen. */
export function maySee(may: May, address: string) {
  const screen = screenAt(address.replace(/\?.*$/, ''));
  return !screen || may(screen.call);
}

/** Returns the screen at a path; undefined for other pages. */
export function screenAt(path: string): AdminScreen | undefined {
  const route = routeOf(path);
  return screens.find(({ to }) => to === route);
}

/**
 * Returns the address at which the admin area opens a record: by default in the form of the screen of its kind.
 * Undefined for a record without such a screen, and for a project whose category is not known.
 */
export function recordAddress(resource: string, id: Id, category?: Id) {
  switch (resource) {
    case 'applicant':
      return `${pathTo('adminApplicants')}?applicant=${id}`;
    case 'message':
      return `${pathTo('adminMessages')}?message=${id}`;
    case 'intake_item':
      return `${pathTo('adminIntake')}?item=${id}`;
    case 'category':
      return pathTo('adminProjects', { id });
    case 'project':
      return category === undefined
        ? undefined
        : `${pathTo('adminProjects', { id: category })}?form=${formNameOf(id)}`;
  }
  const screen = screens.find(({ starts }) => starts?.some((start) => start.resource === resource));
  return screen && `${screen.to}?form=${formNameOf(id)}`;
}
