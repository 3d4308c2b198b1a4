import type { CallName } from '#shared/contract/index.ts';
import { pathTo } from '#shared/paths.ts';
import { routes } from '#shared/routes.ts';
import type { FindResource, FoundThing } from '#shared/schemas/find.ts';
import { formNameOf } from '../../forms/open-form.ts';
import type { May } from '../shared/rights.ts';
import { type AdminScreenName, adminScreens } from '../shared/screens.ts';

/** One entry of the palette. */
export interface PaletteEntry {
  /** Identifies the entry in lists and in the markup. */
  key: string;
  title: string;
  /** Distinguishes the entry from others with the same title; '' if there is nothing to show. */
  detail: string;
  group: string;
  /** `to` is the URL that the entry opens, `act` the action that it runs. An entry has one of them. */
  to?: string;
  act?: 'logout' | 'password';
}

/** Plural names of the kinds of records, used as group names. */
const kindLabels: Record<FindResource, string> = {
  applicant: 'Applicants',
  job: 'Jobs',
  blog: 'Posts',
  project: 'Projects',
  category: 'Categories',
  team_member: 'Team',
  message: 'Messages',
  person: 'People',
};

/**
 * Returns the URL that opens a record. Content opens in its form, or, for a role that may not save it, in its list.
 */
function addressOf({ resource, id, title, category_id: category }: FoundThing, may: May): string {
  const inForm = (screen: string, call: CallName) =>
    `${screen}?${may(call) ? `form=${formNameOf(id)}` : new URLSearchParams({ search: title })}`;
  const addresses: Record<FindResource, () => string> = {
    applicant: () => `${pathTo('adminApplicants')}?applicant=${id}`,
    job: () => inForm(pathTo('adminDashboard'), 'updateJob'),
    blog: () => inForm(pathTo('adminBlogs'), 'editBlog'),
    project: () =>
      category === undefined
        ? pathTo('adminPortfolio')
        : inForm(pathTo('adminProjects', { id: category }), 'updateProject'),
    category: () => pathTo('adminProjects', { id }),
    team_member: () => inForm(pathTo('adminTeam'), 'updateTeamMember'),
    message: () => `${pathTo('adminMessages')}?message=${id}`,
    person: () => pathTo('adminPeople'),
  };
  return addresses[resource]();
}

/** Returns the palette entry of a found record. */
export function entryOf(thing: FoundThing, may: May): PaletteEntry {
  const { resource, id, title, detail } = thing;
  return { key: `${resource}-${id}`, title, detail, group: kindLabels[resource], to: addressOf(thing, may) };
}

interface Action extends Omit<PaletteEntry, 'group' | 'detail'> {
  /** The call that the entry needs; the entry is hidden from roles that may not make the call. */
  call?: CallName;
  /** Other words that find this entry. */
  words: string;
  group: 'Actions' | 'Screens';
}

const actions: readonly Action[] = [
  ...(
    [
      ['jobs', 'Post a job', `${pathTo('adminDashboard')}?form=new`, 'addJob', 'add new vacancy position'],
      ['post', 'Write a post', `${pathTo('adminBlogs')}?form=new`, 'saveBlog', 'add new blog article'],
      [
        'project',
        'Add a project',
        `${pathTo('adminPortfolio')}?form=project`,
        'addProject',
        'new work portfolio',
      ],
      [
        'category',
        'Add a category',
        `${pathTo('adminPortfolio')}?form=category`,
        'addProjectCategory',
        'new field portfolio',
      ],
      [
        'member',
        'Add a team member',
        `${pathTo('adminTeam')}?form=new`,
        'addTeamMember',
        'new person colleague',
      ],
      [
        'redirect',
        'Add a redirect',
        `${pathTo('adminRedirects')}?form=new`,
        'addRedirect',
        'new old address link moved',
      ],
    ] as const
  ).map(([key, title, to, call, words]) => ({
    key: `add-${key}`,
    title,
    to,
    call,
    words,
    group: 'Actions' as const,
  })),
  ...(
    [
      ['adminDashboard', 'dashboard vacancies'],
      ['adminApplicants', 'candidates applications'],
      ['adminPortfolio', 'categories projects work'],
      ['adminTeam', 'people members'],
      ['adminBlogs', 'posts articles'],
      ['adminPictures', 'images photos library media'],
      ['adminRedirects', 'old addresses links moved 301'],
      ['adminMessages', 'inbox mail letters'],
      ['adminIntake', 'intake'],
      ['adminActivity', 'log what happened'],
      ['adminSite', 'company name logo colours colors look pages texts'],
    ] as const satisfies readonly (readonly [AdminScreenName, string])[]
  ).map(([route, words]) => ({
    key: `screen-${route}`,
    to: routes[route],
    ...adminScreens[route],
    words,
    group: 'Screens' as const,
  })),
  { key: 'password', title: 'Change password', act: 'password', words: 'account', group: 'Actions' },
  { key: 'logout', title: 'Log out', act: 'logout', words: 'sign out leave end', group: 'Actions' },
];

/**
 * Returns the actions and screens that the role may use, that the API host is not known to lack (`missing`), and that
 * match the search text. If the text is empty, returns all of them.
 */
export function actionsFor(search: string, may: May, missing: readonly string[] = []): PaletteEntry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return actions
    .filter(({ call, title, words: more }) => {
      const text = `${title} ${more}`.toLowerCase();
      return (!call || (may(call) && !missing.includes(call))) && words.every((word) => text.includes(word));
    })
    .map(({ call: _call, words: _words, ...action }) => ({ ...action, detail: '' }));
}
