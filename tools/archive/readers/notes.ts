import { cutLine } from './clean-text.ts';

/** Note for the operator about a part of an export that is different on the new site. */
export interface ForeignNote {
  /** Id and title of the post that the note is about. Missing if the note is about the whole export. */
  id?: string;
  title?: string;
  what: string;
}

/** Adds a note about one item. A sentence that was already added is ignored. */
export type Noter = (what: string) => void;

/** Maximum number of characters of a title in a note: enough to recognise a post. */
const titleLength = 80;

export class Notes {
  readonly all: ForeignNote[] = [];

  /** Returns the function that adds notes about one item. */
  of(id: string, title: string): Noter {
    const said = new Set<string>();
    return (what) => {
      if (said.has(what)) return;
      said.add(what);
      this.all.push({ id, title: cutLine(title, titleLength), what });
    };
  }
}

/** Maximum number of names that one sentence lists. */
const namedAtMost = 5;

/** Returns one line for each item, with all notes about it. */
export function noteLines(notes: readonly ForeignNote[]): string[] {
  const items = Map.groupBy(notes, ({ id, title }) => (id ? `${id} "${title}": ` : ''));
  return [...items].flatMap(([name, some]) => {
    const whats = some.map(({ what }) => what);
    return name === '' ? whats : [name + joined(whats).join('; ')];
  });
}

/**
 * Merges sentences that differ in only one word into one sentence that lists these words. Otherwise thirty lost
 * blocks of the same kind would produce thirty sentences.
 */
function joined(whats: readonly string[]): string[] {
  const groups: { words: string[]; at: number; names: string[] }[] = [];
  for (const words of whats.map((what) => what.split(' '))) {
    const group = groups.find((each) => {
      const at = differsAt(each.words, words);
      return at !== undefined && (each.at < 0 || each.at === at);
    });
    if (!group) groups.push({ words, at: -1, names: [] });
    else {
      group.at = differsAt(group.words, words) ?? -1;
      if (group.names.length === 0) group.names.push(group.words[group.at] ?? '');
      group.names.push(words[group.at] ?? '');
    }
  }
  return groups.map(({ words, at, names }) =>
    names.length === 0 ? words.join(' ') : words.with(at, listed(names)).join(' '),
  );
}

/**
 * Returns the position of the word in which two sentences differ; undefined if they differ in no word or in several.
 */
function differsAt(one: readonly string[], other: readonly string[]): number | undefined {
  if (one.length !== other.length) return undefined;
  const places = one.flatMap((word, at) => (word === other[at] ? [] : [at]));
  return places.length === 1 ? places[0] : undefined;
}

function listed(names: readonly string[]): string {
  const [, ending = ''] = /([,:;.)]*)$/.exec(names[0] ?? '') ?? [];
  const plain = names.map((name) =>
    name.endsWith(ending) ? name.slice(0, name.length - ending.length) : name,
  );
  const more = plain.length - namedAtMost;
  return `${plain.slice(0, namedAtMost).join(', ')}${more > 0 ? ` and ${more} more` : ''}${ending}`;
}
