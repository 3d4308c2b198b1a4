import {
  employmentTypeLabels,
  jobStatusLabels,
  locationTypeLabels,
  salaryUnitLabels,
} from '#shared/job-labels.ts';
import type { Version, VersionValue } from '#shared/schemas/versions.ts';

/** Fields by their names on the wire, in the order in which forms have them. */
const labels: Record<string, string> = {
  blog_title: 'Title',
  title: 'Title',
  name: 'Name',
  designation: 'Designation',
  is_active: 'Status',
  category_id: 'Category',
  v_order: 'Order',
  project_url: 'Project link',
  department: 'Department',
  employment_type: 'Employment type',
  openings: 'Openings',
  location_type: 'Workplace',
  city: 'City',
  region: 'Region',
  country: 'Country',
  salary_min: 'Pay from',
  salary_max: 'Pay to',
  salary_currency: 'Currency',
  salary_unit: 'Pay period',
  show_salary: 'Pay is shown',
  bio: 'Bio',
  linkedin_url: 'LinkedIn',
  facebook_url: 'Facebook',
  image: 'Image',
  tech_img: 'Logos',
  description: 'Description',
  blog_image: 'Cover image',
  images: 'Images',
  video: 'Video',
  excerpt: 'Excerpt',
  search_title: 'Search title',
  search_description: 'Search description',
  share_image: 'Share image',
  closes_at: 'Closing date',
  status: 'Status',
};

const words: Record<string, Record<string, string>> = {
  is_active: { 0: 'Inactive', 1: 'Active' },
  show_salary: { 0: 'No', 1: 'Yes' },
  employment_type: employmentTypeLabels,
  location_type: locationTypeLabels,
  salary_unit: salaryUnitLabels,
  status: jobStatusLabels,
};

/** What a field is called in forms. */
export function labelOf(field: string): string {
  return labels[field] ?? field;
}

/** "Title, Description and Status"; '' for none. */
export function listOfFields(fields: readonly string[]): string {
  return new Intl.ListFormat('en').format(inOrder(fields).map(labelOf));
}

/** A field of both versions, where they differ. */
export interface FieldChange {
  field: string;
  before: string;
  after: string;
}

/** The fields in which two versions differ, in words; the long text is compared by itself. */
export function changesBetween(before: Version, after: Version): FieldChange[] {
  const names = inOrder([...new Set([...Object.keys(before.fields), ...Object.keys(after.fields)])]);
  return names
    .filter((field) => Object.hasOwn(labels, field))
    .map((field) => ({ field, before: wordsOf(before, field), after: wordsOf(after, field) }))
    .filter((change) => change.before !== change.after);
}

function inOrder(fields: readonly string[]): string[] {
  const order = Object.keys(labels);
  return [...fields].sort((one, other) => order.indexOf(one) - order.indexOf(other));
}

function wordsOf({ fields }: Version, field: string): string {
  const value = fields[field] ?? null;
  if (field === 'category_id')
    return typeof fields.category === 'string' ? fields.category : 'A deleted category';
  return words[field]?.[String(value)] ?? textOf(value);
}

/** Pictures are told from one another by the names of their files. */
function textOf(value: VersionValue): string {
  if (Array.isArray(value)) return value.map(fileName).join(', ');
  return typeof value === 'string' && /^\/(?!\/)/.test(value) ? fileName(value) : String(value ?? '');
}

function fileName(address: string): string {
  return address.split('?', 1)[0]?.split('/').at(-1) ?? address;
}
