import type { SiteJson } from '#shared/schemas/saved-site.ts';
import { summaryText } from '#shared/summary-text.ts';
import { languageChoices } from '#shared/words/language.ts';
import { isNested, pathsOf, valueAt } from '../../forms/nested-values.ts';
import { formatLocalDay } from '../../ui/dates.ts';
import { fieldAt, ownPagePlaces, siteLabelOf } from './fields.ts';
import { ownPagesIn } from './own-pages/own-page-values.ts';

/** Returns the fields that differ between two sites, with both values as text. A list is compared as a whole, but own pages one by one. */
export function siteChanges(before: SiteJson, after: SiteJson) {
  const [one, other] = [before, after].map(withPagesById) as [SiteJson, SiteJson];
  return [...new Set([...pathsOf(one), ...pathsOf(other)])]
    .map((path) => ({
      path,
      label: labelOf(path, one, other),
      before: textAt(one, path),
      after: textAt(other, path),
    }))
    .filter((change) => change.before !== change.after);
}

/** Own pages as an object by their ids, and their order as a field of its own. */
function withPagesById(site: SiteJson): SiteJson {
  const pages = ownPagesIn(site);
  return {
    ...site,
    own_pages: Object.fromEntries(pages.map(({ id, ...page }) => [id, page])),
    order: pages.map(({ title }) => title),
  };
}

/** The parts of an own page. */
const partLabels: Record<string, string> = {
  title: 'Title',
  path: 'Address',
  text: 'Text',
  search_title: 'Title for search engines',
  search_description: 'Description for search engines',
  place: 'Linked',
  published: 'Published',
};

function labelOf(path: string, one: SiteJson, other: SiteJson) {
  if (path === 'order') return 'Order of the own pages';
  const [first, second = '', third = '', fourth = ''] = path.split('.');
  if (first === 'own_pages') {
    const title = valueAt(other, `own_pages.${second}.title`) ?? valueAt(one, `own_pages.${second}.title`);
    return `Own page “${title}”: ${partLabels[third] ?? third}`;
  }
  // All colours belong to one field.
  const isColor = first === 'brand' && second === 'colors';
  return isColor ? `${siteLabelOf(path)}, ${third}: ${fourth.replaceAll('_', ' ')}` : siteLabelOf(path);
}

/** Returns the value of a field as its form shows it. */
function textAt(site: SiteJson, path: string) {
  const value = valueAt(site, path);
  const { kind } = fieldAt(path) ?? {};
  if (kind === 'switch') return onOrOff(value !== false);
  if (kind === 'flag' || path === 'brand.logo_with_name') return onOrOff(value === true);
  if (kind === 'choice') return wordOf(value ?? 'en', languageChoices);
  if (/^own_pages\..*\.place$/.test(path)) return wordOf(value, ownPagePlaces);
  if (path.endsWith('_updated') && typeof value === 'string') return formatLocalDay(value);
  const isRich = path.startsWith('legal.') || /^own_pages\..*\.text$/.test(path);
  return isRich ? summaryText(textOf(value), Number.POSITIVE_INFINITY) : textOf(value);
}

function wordOf(value: unknown, choices: readonly { value: string; label: string }[]) {
  return choices.find((choice) => choice.value === value)?.label ?? '';
}

function onOrOff(isOn: boolean) {
  return isOn ? 'On' : 'Off';
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return onOrOff(value);
  if (Array.isArray(value)) return value.map(textOf).join(' · ');
  if (isNested(value)) return Object.values(value).map(textOf).filter(Boolean).join(', ');
  return String(value ?? '');
}
