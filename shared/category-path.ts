import { pathTo } from './paths.ts';

/**
 * Characters of a title that no path may hold, encoded or not (server/bff/target): "UI/UX" is a category like any other. In
 * the address a character that looks the same stands for each, and people read what they expect.
 */
const standIns: readonly [character: string, standIn: string][] = [
  ['/', '\u2215'],
  ['\\', '\u29f5'],
  ['%', '\u2052'],
];

/** The path of a category's page. */
export function categoryPath(title: string): string {
  return pathTo('portfolioCategory', {
    fieldTitle: standIns.reduce((text, [character, standIn]) => text.replaceAll(character, standIn), title),
  });
}

/** The title of the category that a path asks for. */
export function categoryTitleOf(fieldTitle: string): string {
  return standIns.reduce((text, [character, standIn]) => text.replaceAll(standIn, character), fieldTitle);
}
