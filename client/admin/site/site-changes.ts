import type { SiteJson } from '#shared/schemas/saved-site.ts';
import { isNested, pathsOf, valueAt } from '../../forms/nested-values.ts';
import { siteLabelOf } from './fields.ts';

/** A field that differs between two sites, with both values as text. */
export interface SiteChange {
  path: string;
  label: string;
  before: string;
  after: string;
}

/** Returns the fields that differ between two sites. A list is compared as a whole. */
export function siteChanges(before: SiteJson, after: SiteJson): SiteChange[] {
  const paths = [...new Set([...pathsOf(before), ...pathsOf(after)])];
  return paths
    .map((path) => ({
      path,
      label: labelWithEnd(path),
      before: textOf(valueAt(before, path)),
      after: textOf(valueAt(after, path)),
    }))
    .filter((change) => change.before !== change.after);
}

/** Labels colours with their theme and name, because all of them belong to one field. */
function labelWithEnd(path: string): string {
  const [, theme, name] = /^brand\.colors\.(\w+)\.(\w+)$/.exec(path) ?? [];
  return theme && name ? `${siteLabelOf(path)}, ${theme}: ${name.replaceAll('_', ' ')}` : siteLabelOf(path);
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(itemText).join(' · ');
  return String(value);
}

function itemText(item: unknown): string {
  if (!isNested(item)) return textOf(item);
  return Object.values(item).map(textOf).filter(Boolean).join(', ');
}
