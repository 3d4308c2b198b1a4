import type { CallName } from '#shared/contract/index.ts';
import { pathTo } from '#shared/paths.ts';
import type { FindResource, FoundThing } from '#shared/schemas/find.ts';
import { recordAddress } from '../shared/record-address.ts';
import type { May } from '../shared/rights.ts';
import { screens } from '../shared/screens.ts';

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

const formIn = (screen: string, name: string) => `${screen}?form=${name}`;

/** For each kind of record, the name of its group, and the call without which its form opens for nobody. */
const kinds: Record<FindResource, [group: string, call?: CallName]> = {
  applicant: ['Applicants'],
  job: ['Jobs', 'updateJob'],
  blog: ['Posts', 'editBlog'],
  project: ['Projects', 'updateProject'],
  category: ['Categories'],
  team_member: ['Team', 'updateTeamMember'],
  message: ['Messages'],
  person: ['People'],
};

/** Returns the palette entry of a found record. A role that may not open its form gets its list. */
export function entryOf(thing: FoundThing, may: May): PaletteEntry {
  const { resource, id, title, detail, category_id: category } = thing;
  const [group, call] = kinds[resource];
  const list = pathTo(resource === 'person' ? 'adminPeople' : 'adminPortfolio');
  const address = recordAddress(resource, id, category) ?? list;
  const to =
    !call || may(call) ? address : `${address.split('?')[0]}?${new URLSearchParams({ search: title })}`;
  return { key: `${resource}-${id}`, title, detail, group, to };
}

interface Action extends Omit<PaletteEntry, 'group' | 'detail'> {
  /** The call that the entry needs; the entry is hidden from roles that may not make the call. */
  call?: CallName;
  /** Other words that find this entry. */
  words: string;
  group: 'Actions' | 'Screens';
}

/** A form for a new record of a screen: its name, title, call, and other words. */
const starts: [screen: string, name: string, title: string, call: CallName, words: string][] = [
  [pathTo('adminDashboard'), 'new', 'Post a job', 'addJob', 'add new vacancy position'],
  [pathTo('adminBlogs'), 'new', 'Write a post', 'saveBlog', 'add new blog article'],
  [pathTo('adminPortfolio'), 'project', 'Add a project', 'addProject', 'new work portfolio'],
  [pathTo('adminPortfolio'), 'category', 'Add a category', 'addProjectCategory', 'new field portfolio'],
  [pathTo('adminTeam'), 'new', 'Add a team member', 'addTeamMember', 'new person colleague'],
  [pathTo('adminRedirects'), 'new', 'Add a redirect', 'addRedirect', 'new old address link moved'],
];

const actions: readonly Action[] = [
  ...starts.map(
    ([screen, name, title, call, words]): Action => ({
      key: call,
      title,
      to: formIn(screen, name),
      call,
      words,
      group: 'Actions',
    }),
  ),
  ...screens.flatMap(({ title, call, words, to }): Action[] =>
    words ? [{ key: to, title, to, call, words, group: 'Screens' }] : [],
  ),
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
