import { brandFileKeys } from '#shared/schemas/saved-site.ts';
import { siteFileSchema } from '#shared/schemas/site/file.ts';
import { lengths } from '#shared/schemas/site/pieces.ts';
import { companyPlaceholders } from '#shared/site/company-placeholders.ts';
import { themeNames } from '#shared/site/theme.ts';

/**
 * The fields of the site, by their path in site.json (docs/company.md). Their kinds and limits follow from the schema
 * (shared/schemas/site/file.ts); this file has their order, labels and hints. The tabs, the labels of conflicts and versions,
 * and the page that the preview shows are all made of it.
 */

export interface SiteField {
  path: string;
  label: string;
  /**
   * `line` is one line; `text` a few sentences; `switch` shows or hides the section; `flag` is off unless it is on;
   * `choice` is one of `languageChoices`; `list` has several items; `group` has fields of its own.
   */
  kind: 'line' | 'text' | 'switch' | 'flag' | 'choice' | 'list' | 'group';
  /** Most characters of a text, or most items of a list. */
  max: number;
  hint?: string;
  input?: 'email' | 'tel' | 'url';
  /** Fields of a group, or of an item of a list: their paths are below it. An item that is a text has one, at ''. */
  fields: readonly SiteField[];
}

export interface FieldGroup {
  title: string;
  fields: readonly SiteField[];
  /** True if the section needs its content: without it, the section is not on the page. */
  needsContent?: boolean;
}

const search = 'For search engines and shared links.';

/** Label and hint of each field, by its path or by its name. */
const words: Record<string, string | [label: string, hint: string]> = {
  name: 'Name',
  short_name: ['Short name', 'In the header, where there is no logo.'],
  legal_entity: ['Legal entity', 'In legal texts and after ©.'],
  tagline: ['Tagline', 'What you do, in one line.'],
  description: ['Description', search],
  email: 'Email',
  phone: 'Phone',
  reply_time: [
    'When you answer',
    'Next to the button of messages and applications, such as "You hear from us within a week."',
  ],
  street: 'Street',
  postal_code: 'Postal code',
  city: 'City',
  region: 'Region',
  country: 'Country',
  hours: 'Opening hours',
  social: 'Networks',
  url: 'Address',
  language: [
    'Language of the site',
    'Of everything that visitors read and that you do not write yourself. The admin area is English.',
  ],
  time_zone: ['Time zone', 'Closing days end in it: Asia/Karachi or Europe/Berlin. Empty: UTC.'],
  currency: ['Currency', 'Preset for the pay of new jobs: three letters such as EUR.'],
  title: 'Title',
  text: 'Text',
  show: 'Show',
  always_in_menu: 'Show it in the menu even while it is empty',
  proof: [
    'Proof in one line',
    'A number, a year or clients that speak for you, such as "40 films for museums since 2009".',
  ],
  items: 'Points',
  link: 'Leads to, such as /portfolio',
  title_none_open: 'Title without open jobs',
  message_hint: [
    'Hint at the message',
    'What you need to know, such as "What is it, by when, and what may it cost?"',
  ],
  apps: 'Apps',
  'apps.id': ['Id in addresses', 'Small letters, digits and hyphens, such as tide-table.'],
  summary: 'Summary',
  developer: ['Developer', 'Its name in the app stores.'],
  icon: ['Icon', 'The path of a picture of this site, such as /storage/app.png.'],
  stores: 'Stores',
  store: 'Store',
  deleted_data: 'Data deleted with an account',
  kept_data: 'Data retained, for how long and why',
};

/** Names of the items of lists in the singular. */
export const itemNames: Record<string, string> = {
  social: 'network',
  items: 'point',
  apps: 'app',
  stores: 'store',
};

/** A schema of site.json, as far as the form reads it. */
interface Schema {
  def: {
    type: string;
    innerType?: Schema;
    in?: Schema;
    checks?: readonly { _zod: { def: { maximum?: number } } }[];
  };
  shape?: Record<string, Schema>;
  element?: Schema;
}

const shape = siteFileSchema.shape as unknown as Record<string, Schema>;

/** Returns a schema without what makes it optional or changes it. */
function plain(schema: Schema): Schema {
  const { innerType, in: before } = schema.def;
  const inner = innerType ?? before;
  return inner ? plain(inner) : schema;
}

const inputs: Record<string, SiteField['input']> = {
  email: 'email',
  phone: 'tel',
  url: 'url',
  link: 'url',
  icon: 'url',
};
/** Limits of texts for which the schema has a form of its own. */
const limitsOfForms: Record<string, number> = { time_zone: 60, currency: 3 };

function fieldOf(path: string, schema: Schema): SiteField {
  const name = path.split('.').at(-1) ?? '';
  const { def, shape: inner, element } = plain(schema);
  const [label, hint] = [words[path] ?? words[name] ?? name].flat();
  const field = {
    path,
    label: label ?? name,
    hint,
    max: def.checks?.flatMap(({ _zod }) => _zod.def.maximum ?? [])[0] ?? limitsOfForms[name] ?? 0,
    input: inputs[name],
    fields: [],
  };
  if (def.type === 'object') return { ...field, kind: 'group', fields: fieldsOf(path, inner) };
  if (element) {
    const item = plain(element);
    const line = { ...fieldOf('', item), label: 'Line' };
    return { ...field, kind: 'list', fields: item.shape ? fieldsOf(path, item.shape) : [line] };
  }
  if (def.type === 'enum') return { ...field, kind: 'choice' };
  if (def.type === 'boolean') return { ...field, kind: name === 'show' ? 'switch' : 'flag' };
  return { ...field, kind: field.max >= lengths.description && !field.input ? 'text' : 'line' };
}

function fieldsOf(path: string, inner: Record<string, Schema> = {}) {
  return Object.entries(inner).map(([name, schema]) => fieldOf(`${path}.${name}`, schema));
}

const company = (...names: string[]) => names.map((name) => fieldOf(name, shape[name] as Schema));
const [address] = company('address');
const addressParts = ['street', 'postal_code', 'city', 'region', 'country'].flatMap(
  (name) => address?.fields.find(({ path }) => path === `address.${name}`) ?? [],
);

export const languageField = fieldOf('language', shape.language as Schema);

export const companyGroups: readonly FieldGroup[] = [
  { title: 'Name', fields: company('name', 'short_name', 'legal_entity', 'tagline', 'description') },
  {
    title: 'How to reach you',
    fields: [...company('email', 'phone', 'reply_time'), ...addressParts, ...company('hours', 'social')],
  },
  { title: 'Language', fields: [languageField] },
  { title: 'Jobs', fields: company('time_zone', 'currency') },
];

/** Titles of the parts of pages, by their path or by their name. */
const titles: Record<string, string> = {
  head: 'Top of the page',
  selected_work: 'Selected work',
  about: 'About',
  services: 'Services',
  process: 'How a job runs',
  latest_posts: 'Latest posts',
  positions: 'Open positions',
  contact: 'Contact',
  made_with: 'Made with',
  always_in_menu: 'Menu',
  points: 'Who you are',
  invitation: 'Invitation to apply',
  'team.invitation': 'Invitation to join',
  'careers.show': 'Careers page',
  'jobs.show': 'Page of open positions',
  reasons: 'Reasons',
  steps: 'Steps',
  benefits: 'Benefits',
  message_hint: 'Form',
  direct: 'Email and phone',
  office: 'Office',
  other_matters: 'Other matters',
};

function groupOf(field: SiteField) {
  const path = field.path.replace(/^pages\./, '');
  const fields = field.kind === 'group' ? field.fields : [field];
  return {
    title: titles[path] ?? titles[path.split('.')[1] ?? ''] ?? path,
    fields,
    needsContent: fields.some(({ kind }) => kind === 'list') || path === 'home.about',
  };
}

interface SitePage {
  id: string;
  label: string;
  /** URL of the page. */
  address: string;
  sections: readonly FieldGroup[];
}

const pageNames = {
  home: ['Home', '/'],
  portfolio: ['Portfolio', '/portfolio'],
  publishing: ['Publishing', '/publishing'],
  team: ['Team', '/team'],
  careers: ['Careers', '/careers'],
  jobs: ['Open positions', '/careers/apply'],
  spontaneous: ['Apply without a position', '/careers/apply?spontaneous=1'],
  contact: ['Contact', '/contact'],
  apps: ['Apps', '/apps'],
} as const;

const pageFields = fieldOf('pages', shape.pages as Schema).fields;

export const sitePages: readonly SitePage[] = Object.entries(pageNames).map(([id, [label, url]]) => ({
  id,
  label,
  address: url,
  sections: pageFields.find(({ path }) => path === `pages.${id}`)?.fields.map(groupOf) ?? [],
}));

export const appsField = fieldOf('apps', shape.apps as Schema);

const pageSections = sitePages.flatMap(({ label, sections }) =>
  sections.map((group) => ({ ...group, title: `${label}, ${group.title}` })),
);

/** All fields with the name of their group, in the order of the tabs. */
export const allFields: readonly (SiteField & { group: string })[] = [
  ...companyGroups.flatMap(({ fields }) => fields.map((field) => ({ ...field, group: '' }))),
  ...pageSections.flatMap(({ title, fields }) => fields.map((field) => ({ ...field, group: title }))),
  { ...appsField, group: '' },
];

export const colorNames = ['background', 'text', 'accent', 'on_accent', 'signal'] as const;

/** Paths of the fields whose value is one text. */
export const textPaths: readonly string[] = [
  ...allFields.filter(({ kind }) => kind === 'line' || kind === 'text').map(({ path }) => path),
  ...[...brandFileKeys, 'artwork', 'pattern'].map((key) => `brand.${key}`),
  ...themeNames.flatMap((theme) => colorNames.map((name) => `brand.colors.${theme}.${name}`)),
];

/** Paths of the sections that are not on a page without their content. */
export const sectionsWithContent: readonly string[] = pageSections
  .filter(({ needsContent }) => needsContent)
  .flatMap(({ fields }) => fields.filter(({ kind }) => kind === 'switch'))
  .map(({ path }) => path.replace(/\.show$/, ''));

/** Returns the field to which a path leads, which may be deeper, such as `social.1.url`. */
export function fieldAt(path: string) {
  return allFields.find((field) => path === field.path || path.startsWith(`${field.path}.`));
}

/** The places in which an own page can be linked. */
export const ownPagePlaces = [
  { value: 'menu', label: 'In the menu at the top' },
  { value: 'footer', label: 'In the footer' },
  { value: 'none', label: 'Not linked' },
];

/** Labels of what is on tabs of its own. */
const otherLabels: Record<string, string> = {
  address: 'Address',
  legal: 'Legal texts',
  'legal.privacy': 'Privacy policy',
  'legal.privacy_updated': 'Day of the privacy policy',
  'legal.terms': 'Terms and conditions',
  'legal.terms_updated': 'Day of the terms',
  own_pages: 'Own pages',
  brand: 'Look',
  'brand.logo': 'Logo',
  'brand.logo_dark': 'Logo on dark',
  'brand.logo_with_name': 'Name next to the logo',
  'brand.favicon': 'Icon',
  'brand.artwork': 'Artwork',
  'brand.picture': 'Picture',
  'brand.pattern': 'Pattern',
  'brand.colors': 'Colours',
};

/** Returns the label of a path with its page and section, such as "Home, About: Title". */
export function siteLabelOf(path: string) {
  const field = fieldAt(path);
  if (field) return field.group ? `${field.group}: ${field.label}` : field.label;
  const [first = '', second = ''] = path.split('.');
  if (first === 'own_pages' && second) return `Own page ${Number(second) + 1}`;
  return otherLabels[`${first}.${second}`] ?? otherLabels[first] ?? path;
}

const mostNamed = 4;

/** Returns the labels as a text, such as "Name, Tagline and 3 more"; '' for an empty list. */
export function listOfSiteFields(paths: readonly string[]) {
  const labels = [...new Set(paths.map(siteLabelOf))];
  const named = labels.length > mostNamed + 1 ? labels.slice(0, mostNamed) : labels;
  const rest = labels.length - named.length;
  return new Intl.ListFormat('en').format(rest > 0 ? [...named, `${rest} more`] : named);
}

/** The hint at a text of the company's own. */
export const placeholdersHint = `Filled in for you: ${companyPlaceholders.list}. At most 64 KB.`;

/** The pages on which fields of the company are seen best. */
const companyPages: Record<string, string> = {
  email: '/contact',
  phone: '/contact',
  reply_time: '/contact',
  address: '/contact',
  hours: '/contact',
  legal_entity: '/privacy-policy',
  apps: '/apps',
  legal: '/privacy-policy',
};

/** Returns the URL of the page that shows a field. */
export function addressOf(path: string) {
  const [first = '', second = ''] = path.split('.');
  if (first === 'pages') return sitePages.find(({ id }) => id === second)?.address ?? '/';
  if (path.startsWith('legal.terms')) return '/terms-conditions';
  return companyPages[first] ?? '/';
}
