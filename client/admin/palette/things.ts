import { pathTo } from '#shared/paths.ts';
import type { Right } from '#shared/roles.ts';
import type { FindResource, FoundThing } from '#shared/schemas/find.ts';
import { formNameOf } from '../../forms/open-form.ts';

/** One line of the palette. */
export interface PaletteEntry {
  /** Stands for it in lists and in the markup. */
  key: string;
  title: string;
  /** What tells it from others of the same name; '' for nothing. */
  detail: string;
  group: string;
  /** Where it leads, or what it does. */
  to?: string;
  act?: 'logout' | 'password';
}

/** The kinds of things in the plural, as the groups are called. */
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

/** The address at which a thing is open; content is open in its form. */
function addressOf({ resource, id, category_id: category }: FoundThing): string {
  const addresses: Record<FindResource, () => string> = {
    applicant: () => `${pathTo('adminApplicants')}?applicant=${id}`,
    job: () => `${pathTo('adminDashboard')}?form=${formNameOf(id)}`,
    blog: () => `${pathTo('adminBlogs')}?form=${formNameOf(id)}`,
    project: () =>
      category === undefined
        ? pathTo('adminPortfolio')
        : `${pathTo('adminProjects', { id: category })}?form=${formNameOf(id)}`,
    category: () => pathTo('adminProjects', { id }),
    team_member: () => `${pathTo('adminTeam')}?form=${formNameOf(id)}`,
    message: () => `${pathTo('adminMessages')}?message=${id}`,
    person: () => pathTo('adminPeople'),
  };
  return addresses[resource]();
}

/** A thing that was found, as a line. */
export function entryOf(thing: FoundThing): PaletteEntry {
  const { resource, id, title, detail } = thing;
  return { key: `${resource}-${id}`, title, detail, group: kindLabels[resource], to: addressOf(thing) };
}

interface Action extends Omit<PaletteEntry, 'group' | 'detail'> {
  needs?: Right;
  /** What people may call it besides. */
  words: string;
  group: 'Actions' | 'Screens';
}

const actions: readonly Action[] = [
  ...(
    [
      [
        'jobs',
        'Post a job',
        `${pathTo('adminDashboard')}?form=new`,
        'jobs.write',
        'add new vacancy position',
      ],
      ['post', 'Write a post', `${pathTo('adminBlogs')}?form=new`, 'content.write', 'add new blog article'],
      [
        'project',
        'Add a project',
        `${pathTo('adminPortfolio')}?form=project`,
        'content.write',
        'new work portfolio',
      ],
      [
        'category',
        'Add a category',
        `${pathTo('adminPortfolio')}?form=category`,
        'content.write',
        'new field portfolio',
      ],
      [
        'member',
        'Add a team member',
        `${pathTo('adminTeam')}?form=new`,
        'content.write',
        'new person colleague',
      ],
      [
        'redirect',
        'Add a redirect',
        `${pathTo('adminRedirects')}?form=new`,
        'content.write',
        'new old address link moved',
      ],
    ] as const
  ).map(([key, title, to, needs, words]) => ({
    key: `add-${key}`,
    title,
    to,
    needs,
    words,
    group: 'Actions' as const,
  })),
  ...(
    [
      ['adminDashboard', 'Jobs', 'jobs.read', 'dashboard vacancies'],
      ['adminApplicants', 'Applicants', 'applicants.read', 'candidates applications'],
      ['adminPortfolio', 'Portfolio', 'content.read', 'categories projects work'],
      ['adminTeam', 'Team', 'content.read', 'people members'],
      ['adminBlogs', 'Blogs', 'content.read', 'posts articles'],
      ['adminPictures', 'Pictures', 'content.read', 'images photos library media'],
      ['adminRedirects', 'Redirects', 'content.write', 'old addresses links moved 301'],
      ['adminMessages', 'Messages', 'messages.read', 'inbox mail letters'],
      ['adminIntake', 'Waiting forms', 'applicants.read', 'intake'],
      ['adminActivity', 'Activity', 'log', 'log what happened'],
    ] as const
  ).map(([route, title, needs, words]) => ({
    ...{ key: `screen-${route}`, title, to: pathTo(route), needs, words },
    group: 'Screens' as const,
  })),
  { key: 'password', title: 'Change password', act: 'password', words: 'account', group: 'Actions' },
  { key: 'logout', title: 'Log out', act: 'logout', words: 'sign out leave end', group: 'Actions' },
];

/** Actions and screens that the role may use and that the words are about; all of them without a word. */
export function actionsFor(search: string, may: (right: Right) => boolean): PaletteEntry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return actions
    .filter(({ needs, title, words: more }) => {
      const text = `${title} ${more}`.toLowerCase();
      return (!needs || may(needs)) && words.every((word) => text.includes(word));
    })
    .map(({ needs: _needs, words: _words, ...action }) => ({ ...action, detail: '' }));
}
