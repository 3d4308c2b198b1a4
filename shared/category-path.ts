import { pathTo } from './paths.ts';

/**
 * Characters that a path may not contain, not even encoded (server/bff/target). A category title may contain them,
 * such as "UI/UX". In the URL each of them is replaced by a character that looks the same, so that people still read
 * the title that they expect.
 */
const standIns: readonly [character: string, standIn: string][] = [
  ['/', '\u2215'],
  ['\\', '\u29f5'],
  ['%', '\u2052'],
];

export function categoryPath(title: string) {
  return pathTo('portfolioCategory', {
    fieldTitle: standIns.reduce((text, [character, standIn]) => text.replaceAll(character, standIn), title),
  });
}

/** Returns the category title that is encoded in a path. */
export function categoryTitleOf(fieldTitle: string) {
  return standIns.reduce((text, [character, standIn]) => text.replaceAll(standIn, character), fieldTitle);
}
