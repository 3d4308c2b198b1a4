import type { CallName } from '#shared/contract/index.ts';
import { capitalised } from '#shared/entities/entity.ts';
import { entities } from '#shared/entities/index.ts';
import { pathTo } from '#shared/paths.ts';
import type { FoundThing } from '#shared/schemas/find.ts';
import { recordAddress, screens } from '../screens.tsx';
import type { May } from '../shared/access.tsx';

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

/** Content opens in its form, or, for a role that may not save it, in its list. */
function toOf({ resource, id, title, category_id: category }: FoundThing, may: May) {
  if (resource === 'person') return pathTo('adminPeople');
  const address = recordAddress(resource, id, category) ?? pathTo('adminPortfolio');
  const start = starts.find((each) => each.resource === resource);
  if (!address.includes('?form=') || !start || may(start.call)) return address;
  return `${address.replace(/\?.*/, '')}?${new URLSearchParams({ search: title })}`;
}

/** Returns the palette entry of a found record. */
export function entryOf(thing: FoundThing, may: May): PaletteEntry {
  const { resource, id, title, detail } = thing;
  const many = resource === 'person' ? 'people' : entities[resource].archive;
  return { key: `${resource}-${id}`, title, detail, group: capitalised(many), to: toOf(thing, may) };
}

interface Action extends Omit<PaletteEntry, 'group' | 'detail'> {
  /** The call that the entry needs; the entry is hidden from roles that may not make the call. */
  call?: CallName;
  /** Other words that find this entry. */
  words: string;
  group: 'Actions' | 'Screens';
}

const starts = screens.flatMap(({ to, starts = [] }) => starts.map((start) => ({ ...start, screen: to })));

const actions: readonly Action[] = [
  ...starts.map(
    ({ screen, form, title, call, words }): Action => ({
      key: call,
      title,
      to: `${screen}?form=${form}`,
      call,
      words,
      group: 'Actions',
    }),
  ),
  ...screens.flatMap(({ title, call, words, to }): Action[] =>
    words ? [{ key: to, title, to, call, words, group: 'Screens' }] : [],
  ),
  {
    key: 'password',
    title: 'Change password',
    act: 'password',
    call: 'changePassword',
    words: 'account',
    group: 'Actions',
  },
  { key: 'logout', title: 'Log out', act: 'logout', words: 'sign out leave end', group: 'Actions' },
];

/** Returns the actions and screens that are offered and match the search text. If the text is empty, returns all of them. */
export function actionsFor(search: string, may: May): PaletteEntry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return actions
    .filter(({ call, title, words: more }) => {
      const text = `${title} ${more}`.toLowerCase();
      return (!call || may(call)) && words.every((word) => text.includes(word));
    })
    .map(({ call: _call, words: _words, ...action }) => ({ ...action, detail: '' }));
}
