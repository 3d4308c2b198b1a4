import { cutLine } from './markup.ts';
import type { NoteOf } from './old-site.ts';

/** Maximum number of names that one sentence lists. */
const namedAtMost = 5;

/** Collects what the operator should know of posts that are different on the new site: one line for each post. */
export function createNotes() {
  const posts: { name: string; said: Map<string, Set<string>> }[] = [];
  const of: NoteOf = (id, title) => {
    const said = new Map<string, Set<string>>();
    posts.push({ name: `${id} "${cutLine(title, 80)}"`, said });
    return (what, name) => {
      const names = said.get(what) ?? new Set();
      said.set(what, name === undefined ? names : names.add(name));
    };
  };
  const sentence = ([what, names]: [string, Set<string>]) => {
    const [some, more] = [[...names].slice(0, namedAtMost).join(', '), names.size - namedAtMost];
    return (some && `${what}: ${some}${more > 0 ? ` and ${more} more` : ''}`) || what;
  };
  return {
    of,
    lines: () =>
      posts.flatMap(({ name, said }) =>
        said.size > 0 ? `${name}: ${Array.from(said, sentence).join('; ')}` : [],
      ),
  };
}
