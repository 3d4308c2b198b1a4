import { set } from 'react-hook-form';
import { plainText } from '#shared/plain-text.ts';
import type { SiteJson } from '#shared/schemas/saved-site.ts';
import { descriptionOf, type PagesFile, pagesOf } from '#shared/schemas/site/pages.ts';
import type { defaults } from '#shared/words/en/defaults.ts';
import type { Words } from '#shared/words/words.ts';
import { isNested, mergeValues, valueAt } from '../../forms/nested-values.ts';
import { allFields, sectionsWithContent, textPaths } from './fields.ts';

/** The values of the form: the content of site.json, with '' for a field that is empty. */
export type SiteValues = SiteJson;

/**
 * Returns the values of the form for a site, with '' for each text that the site lacks: the form library does not
 * clear a text field whose new value is undefined.
 */
export function formValuesOf(site: SiteJson) {
  const empty: SiteValues = {};
  for (const path of textPaths) set(empty, path, '');
  return mergeValues(empty, site);
}

/**
 * Returns the site that a form saves: the values without empty texts, lists and objects, which the schema refuses.
 * Keys that no field shows stay as they are. A section that is not on its page without content, and has none, is
 * left out.
 */
export function siteOf(values: SiteValues) {
  return withoutEmpty(values, '') ?? {};
}

function withoutEmpty(values: Record<string, unknown>, at: string): Record<string, unknown> | undefined {
  const filled = Object.entries(values).flatMap(([name, value]) => {
    const path = at ? `${at}.${name}` : name;
    const left = isNested(value) ? withoutEmpty(value, path) : filledValue(value);
    return left === undefined ? [] : [[name, left] as const];
  });
  const onlySwitch = filled.every(([name]) => name === 'show');
  if (filled.length === 0 || (onlySwitch && sectionsWithContent.includes(at))) return undefined;
  return Object.fromEntries(filled);
}

function filledValue(value: unknown): unknown {
  if (typeof value === 'string') return plainText(value) || undefined;
  if (value === null) return undefined;
  if (!Array.isArray(value)) return value;
  const items = value.map((item) => (isNested(item) ? filledItem(item) : filledValue(item)));
  const left = items.filter((item) => item !== undefined);
  return left.length > 0 ? left : undefined;
}

/** Returns an item of a list without empty texts. Its own lists stay, because an empty list of an app has a meaning. */
function filledItem(item: Record<string, unknown>): Record<string, unknown> | undefined {
  const filled = Object.entries(item).flatMap(([name, value]) => {
    const left = Array.isArray(value) ? (filledValue(value) ?? []) : filledValue(value);
    return left === undefined ? [] : [[name, left] as const];
  });
  const hasText = filled.some(([, value]) => !Array.isArray(value) || value.length > 0);
  return hasText ? Object.fromEntries(filled) : undefined;
}

/** Returns, by path, what visitors read where a field is empty. `words` are those of the site's language. */
export function fallbacksOf(
  values: SiteValues,
  words: Words<typeof defaults>,
): (path: string) => string | undefined {
  const site = siteOf(values);
  const named = (path: string) => {
    const value = valueAt(site, path);
    return typeof value === 'string' ? value : '';
  };
  const facts = {
    name: named('name') || 'your company',
    tagline: named('tagline') || undefined,
    description: named('description') || undefined,
    phone: named('phone') || undefined,
    // Never undefined, so that the section of the office has its fallback even before the address is typed.
    address: { city: named('address.city'), country: named('address.country') },
  };
  // Every section, also hidden ones and those without content, so that each has its fallback.
  const shown = { pages: {} as PagesFile };
  for (const { path, kind } of allFields)
    if (path.startsWith('pages.') && kind !== 'switch')
      set(shown, path, valueAt(site, path) ?? (kind === 'list' ? [] : undefined));
  const pages = pagesOf(shown.pages, facts, words);
  const company: Record<string, string> = {
    short_name: named('name'),
    legal_entity: named('name'),
    description: descriptionOf(facts),
  };
  return (path) => {
    const value = path.startsWith('pages.') ? valueAt({ pages }, path) : company[path];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
}

/** Returns the text with spaces in place of line breaks, which no text of a site may contain. */
export function oneLine(text: string) {
  return text.replace(/[ \t]*[\r\n]+[ \t]*/g, ' ');
}
