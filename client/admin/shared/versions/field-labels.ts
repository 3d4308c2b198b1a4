import type { Version, VersionValue } from '#shared/schemas/versions.ts';
import { inOrder, isLabelled } from '../../../forms/field-labels.ts';
import {
  employmentTypeLabels,
  jobStatusLabels,
  locationTypeLabels,
  salaryUnitLabels,
} from '../job-labels.ts';

const words: Record<string, Record<string, string>> = {
  is_active: { 0: 'Inactive', 1: 'Active' },
  show_salary: { 0: 'No', 1: 'Yes' },
  employment_type: employmentTypeLabels,
  location_type: locationTypeLabels,
  salary_unit: salaryUnitLabels,
  status: jobStatusLabels,
};

/** A field that differs between the two versions. */
interface FieldChange {
  field: string;
  before: string;
  after: string;
}

/**
 * Returns the fields that differ between two versions, as text. The description (`text` of a version) is not among
 * them, because it is compared separately.
 */
export function changesBetween(before: Version, after: Version): FieldChange[] {
  const names = inOrder([...new Set([...Object.keys(before.fields), ...Object.keys(after.fields)])]);
  return names
    .filter((field) => isLabelled(field))
    .map((field) => ({ field, before: wordsOf(before, field), after: wordsOf(after, field) }))
    .filter((change) => change.before !== change.after);
}

function wordsOf({ fields }: Version, field: string): string {
  const value = fields[field] ?? null;
  if (field === 'category_id')
    return typeof fields.category === 'string' ? fields.category : 'A deleted category';
  return words[field]?.[String(value)] ?? textOf(value);
}

/** Returns a field's value as text. A picture is shown by its file name. */
function textOf(value: VersionValue): string {
  if (Array.isArray(value)) return value.map(fileName).join(', ');
  return typeof value === 'string' && /^\/(?!\/)/.test(value) ? fileName(value) : String(value ?? '');
}

function fileName(address: string): string {
  return address.split('?', 1)[0]?.split('/').at(-1) ?? address;
}
