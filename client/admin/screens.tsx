import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import {
  Link,
  type LoaderFunction,
  type LoaderFunctionArgs,
  type Params,
  useLocation,
} from 'react-router-dom';
import type { CallName } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import type { EntityName } from '#shared/entities/index.ts';
import type { Id } from '#shared/id.ts';
import { pathTo } from '#shared/paths.ts';
import { routeOf, routes } from '#shared/routes.ts';
import { useMissingCalls } from '../api/host-support.ts';
import { queryClient } from '../api/query-client.ts';
import { isMarkedSignedIn } from '../api/session.ts';
import { formNameOf } from '../forms/open-form.ts';
import { buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
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
} from '../ui/icons.tsx';
import { ScreenHeader } from '../ui/ScreenHeader.tsx';
import { allRolesMay, type May, useRoleMay, whenSignedIn } from './shared/access.tsx';

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
  /** Its code, of which the build makes a separate chunk. */
  file: string;
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

const modules = import.meta.glob<{ Component: ComponentType; loader?: LoaderFunction }>([
  './*/*Screen.tsx',
  '!./shared/*',
]);

/** The screens of the admin area: the router loads them, and the sidebar and the palette list them in this order. */
export const screens: readonly AdminScreen[] = [
  {
    to: routes.adminDashboard,
    file: './jobs/JobsScreen.tsx',
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
    file: './applicants/ApplicantsScreen.tsx',
    title: 'Applicants',
    call: 'getApplicants',
    part: 'work',
    Icon: ApplicantsIcon,
    words: 'candidates applications',
  },
  {
    to: routes.adminPortfolio,
    file: './portfolio/PortfolioScreen.tsx',
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
  {
    to: routes.adminProjects,
    file: './portfolio/ProjectsScreen.tsx',
    title: 'Projects',
    call: 'getProjects',
  },
  {
    to: routes.adminTeam,
    file: './team/TeamScreen.tsx',
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
    file: './blogs/BlogsScreen.tsx',
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
    file: './messages/MessagesScreen.tsx',
    title: 'Messages',
    call: 'getMessages',
    part: 'inbox',
    Icon: MailIcon,
    words: 'inbox mail letters',
  },
  {
    to: routes.adminIntake,
    file: './intake/IntakeScreen.tsx',
    title: 'Waiting forms',
    call: 'intake',
    part: 'inbox',
    Icon: InboxIcon,
    words: 'intake',
  },
  {
    to: routes.adminSite,
    file: './site/SiteScreen.tsx',
    title: 'Site',
    call: 'getSite',
    part: 'settings',
    Icon: SiteIcon,
    words: 'company name logo colours colors look pages texts',
  },
  {
    to: routes.adminPictures,
    file: './pictures/PicturesScreen.tsx',
    title: 'Pictures',
    call: 'getPictures',
    part: 'settings',
    Icon: ImageIcon,
    needsCall: true,
    absent: { title: 'No library of pictures', text: deskMessages['picture.notOffered'] },
    words: 'images photos library media',
  },
  {
    to: routes.adminPeople,
    file: './people/PeopleScreen.tsx',
    title: 'People',
    call: 'getPeople',
    part: 'settings',
    Icon: KeyIcon,
    needsCall: true,
    absent: { title: 'Your API host manages the accounts', text: deskMessages['people.notOffered'] },
  },
  {
    to: routes.adminMailTemplates,
    file: './mail-templates/MailTemplatesScreen.tsx',
    title: 'Mail templates',
    call: 'getMailTemplates',
    part: 'settings',
    Icon: MailIcon,
    needsCall: true,
    absent: { title: 'Mails to candidates', text: deskMessages['letter.notOffered'] },
  },
  {
    to: routes.adminRedirects,
    file: './redirects/RedirectsScreen.tsx',
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
    file: './trash/TrashScreen.tsx',
    title: 'Trash',
    call: 'getTrash',
    part: 'settings',
    Icon: TrashIcon,
    needsCall: true,
  },
  {
    to: routes.adminActivity,
    file: './activity/ActivityScreen.tsx',
    title: 'Activity',
    call: 'getActivity',
    part: 'settings',
    Icon: ListIcon,
    words: 'log what happened',
  },
  {
    to: routes.adminAccount,
    file: './people/AccountScreen.tsx',
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

/** Loads the code of the screen at a path. */
export function loadScreen(path: string) {
  const load = modules[screenAt(path)?.file ?? ''];
  if (!load) throw new Error(`There is no screen ${path}.`);
  return load();
}

/** Returns the screen at a path; undefined for other pages. */
export function screenAt(path: string) {
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

/** URL of the screen that is about to be shown. */
interface ScreenAddress {
  search: URLSearchParams;
  params: Params;
}

/**
 * Creates the loader of an admin screen. The loader starts the screen's queries while the screen's code loads.
 * - The router does not wait for the queries, because the screen has a skeleton.
 * - If some roles may not see the screen, the queries start when the session's role is known.
 * - If the browser is not marked as signed in (`isMarkedSignedIn`), no query starts: the guard of the layout runs at
 *   the same time, and redirects to the login page.
 */
export function guardedLoader(prefetch: (queries: QueryClient, address: ScreenAddress) => void) {
  return ({ request, params }: Pick<LoaderFunctionArgs, 'request' | 'params'>) => {
    const { pathname, searchParams: search } = new URL(request.url);
    const screen = screenAt(pathname);
    if (!screen || !isMarkedSignedIn()) return null;
    const start = () => prefetch(queryClient, { search, params });
    if (allRolesMay(screen.call)) start();
    else {
      void whenSignedIn().then((may) => {
        if (may(screen.call) && !request.signal.aborted) start();
      });
    }
    return null;
  };
}

/** Shows the open screen, or why the role may not see it, or that the API host does not offer it. */
export function ScreenForRole({ children }: { children: ReactNode }) {
  const screen = screenAt(useLocation().pathname);
  const may = useRoleMay();
  const missing = useMissingCalls();
  if (!screen) return children;
  const { title, call, absent } = screen;
  const instead = !may(call) ? refused : missing.includes(call) && absent;
  if (!instead) return children;
  return (
    <>
      <ScreenHeader title={title} />
      <EmptyState {...instead} />
    </>
  );
}

const refused = {
  title: 'Not for your role',
  text: deskMessages['role.notAllowed'],
  action: (
    <Link className={buttonClass({ variant: 'quiet' })} to={pathTo('adminDashboard')}>
      Go to Jobs
    </Link>
  ),
};
