import { pathTo } from './paths.ts';

/**
 * Signs of a title that no plain path may hold, encoded or not (server/bff/target): "UI/UX" is a field like any other. In
 * the address a sign of the same look stands for each, and people read what they expect.
 */
const standIns: readonly [sign: string, standIn: string][] = [
  ['/', '\u2215'],
  ['\\', '\u29f5'],
  ['%', '\u2052'],
];

/** The address of a field's page. */
export function fieldAddress(title: string): string {
  return pathTo('portfolioField', {
    fieldTitle: standIns.reduce((text, [sign, standIn]) => text.replaceAll(sign, standIn), title),
  });
}

/** The title that an address asks for. */
export function titleOfAddress(fieldTitle: string): string {
  return standIns.reduce((text, [sign, standIn]) => text.replaceAll(standIn, sign), fieldTitle);
}
