import type { SiteJson } from '#shared/schemas/saved-site.ts';
import { summaryText } from '#shared/summary-text.ts';
import { isNested, pathsOf, valueAt } from '../../forms/nested-values.ts';
import { formatLocalDay } from '../../ui/dates.ts';
import { colorNames, fieldAt, ownPageKeys, ownPagePlaces, siteLabelOf } from './fields.ts';
import { type OwnPageValues, ownPagesIn } from './own-pages/own-page-values.ts';

/** A field that differs between two sites, with both values as text. */
interface SiteChange {
  path: string;
  label: string;
  before: string;
  after: string;
}

/** Returns the fields that differ between two sites. A list is compared as a whole, but own pages one by one. */
export function siteChanges(before: SiteJson, after: SiteJson): SiteChange[] {
  const paths = [...new Set([...pathsOf(before), ...pathsOf(after)])].filter((path) => path !== 'own_pages');
  const changes = paths.map((path) => ({
    path,
    label: labelWithEnd(path),
    before: textAt(before, path),
    after: textAt(after, path),
  }));
  return [...changes, ...ownPageChanges(before, after)].filter((change) => change.before !== change.after);
}

/** Labels colours with their theme and name, because all of them belong to one field. */
function labelWithEnd(path: string): string {
  const [, theme, name] = /^brand\.colors\.(\w+)\.(\w+)$/.exec(path) ?? [];
  return theme && name && (colorNames as readonly string[]).includes(name)
    ? `${siteLabelOf(path)}, ${theme}: ${name.replaceAll('_', ' ')}`
    : siteLabelOf(path);
}

/** Returns the value of a field as its form shows it. */
function textAt(site: SiteJson, path: string): string {
  const value = valueAt(site, path);
  const { kind, options } = fieldAt(path) ?? {};
  if (kind === 'switch') return onOrOff(value !== false);
  if (kind === 'flag' || path === 'brand.logo_with_name') return onOrOff(value === true);
  if (kind === 'choice')
    return (options?.find((option) => option.value === value) ?? options?.[0])?.label ?? '';
  if (path.startsWith('legal.') && typeof value === 'string') {
    return path.endsWith('_updated') ? formatLocalDay(value) : plainText(value);
  }
  return textOf(value);
}

function onOrOff(isOn: boolean): string {
  return isOn ? 'On' : 'Off';
}

function plainText(html: string): string {
  return summaryText(html, Number.POSITIVE_INFINITY);
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return onOrOff(value);
  if (Array.isArray(value)) return value.map(itemText).join(' · ');
  return String(value);
}

function itemText(item: unknown): string {
  if (!isNested(item)) return textOf(item);
  return Object.values(item).map(textOf).filter(Boolean).join(', ');
}

/** Compares the own pages of two sites by their ids, each part by itself. */
function ownPageChanges(before: SiteJson, after: SiteJson): SiteChange[] {
  const [earlier, later] = [ownPagesIn(before), ownPagesIn(after)];
  const pages = new Map([...earlier, ...later].map((page) => [page.id, page]));
  const parts = [...pages.values()].flatMap(({ id, title }) => {
    const [one, other] = [earlier, later].map((list) => list.find((page) => page.id === id));
    return ownPageKeys.map(({ key, label }) => ({
      path: `own_pages.${id}.${key}`,
      label: `Own page “${title}”: ${label}`,
      before: one ? partText(one, key) : '',
      after: other ? partText(other, key) : '',
    }));
  });
  const orderOf = (list: readonly OwnPageValues[], others: readonly OwnPageValues[]) =>
    list
      .filter(({ id }) => others.some((page) => page.id === id))
      .map(({ id }) => pages.get(id)?.title)
      .join(' · ');
  const order = {
    path: 'own_pages',
    label: 'Order of the own pages',
    before: orderOf(earlier, later),
    after: orderOf(later, earlier),
  };
  return [...parts, order];
}

function partText(page: OwnPageValues, key: (typeof ownPageKeys)[number]['key']): string {
  if (key === 'text') return plainText(page.text ?? '');
  if (key === 'published') return onOrOff(page.published === true);
  if (key === 'place')
    return ownPagePlaces.find(({ value }) => value === (page.place ?? 'none'))?.label ?? '';
  return page[key] ?? '';
}
