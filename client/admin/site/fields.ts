import { limits } from '#shared/limits.ts';
import { brandFileKeys } from '#shared/schemas/saved-site.ts';
import { lengths } from '#shared/schemas/site/pieces.ts';
import { companyPlaceholders } from '#shared/site/company-placeholders.ts';
import { themeNames } from '#shared/site/theme.ts';
import { languageChoices } from '#shared/words/language.ts';

/**
 * The fields of the site, by their path in site.json (docs/company.md). The tabs, the labels of conflicts and versions,
 * and the page that the preview shows are all made of this table.
 */

/** A list of a field: each item is a text, or an object with these texts. */
export interface ItemPart {
  /** Key in the item; '' if the item itself is the text. */
  key: string;
  label: string;
  max: number;
  multiline?: boolean;
  inputMode?: 'url';
}

export interface SiteField {
  path: string;
  label: string;
  /**
   * `line` is one line; `text` a few sentences; `switch` shows or hides the section; `flag` is off unless it is on;
   * `choice` is one of `options`; `list` has several items.
   */
  kind: 'line' | 'text' | 'switch' | 'flag' | 'choice' | 'list' | 'apps';
  /** Most characters of a text, or most items of a list. */
  max: number;
  hint?: string;
  /** The parts of an item, and its name in the singular, for `list`. */
  item?: { name: string; parts: readonly ItemPart[] };
  input?: 'email' | 'tel';
  options?: readonly { value: string; label: string }[];
}

export interface FieldGroup {
  title: string;
  fields: readonly SiteField[];
  /** True if the section needs its content: without it, the section is not on the page. */
  needsContent?: boolean;
}

interface SitePage {
  id: string;
  label: string;
  /** URL of the page. */
  address: string;
  sections: readonly FieldGroup[];
}

const line = (path: string, label: string, max: number, more: Partial<SiteField> = {}): SiteField => ({
  path,
  label,
  kind: 'line',
  max,
  ...more,
});
const text = (path: string, label: string, max: number, hint?: string): SiteField => ({
  path,
  label,
  kind: 'text',
  max,
  ...(hint && { hint }),
});

/** The hint at the language of the site. */
export const languageHint =
  'Of everything that visitors read and that you do not write yourself. The admin area is English.';

export const companyGroups: readonly FieldGroup[] = [
  {
    title: 'Name',
    fields: [
      line('name', 'Name', lengths.name),
      line('short_name', 'Short name', lengths.shortName, { hint: 'In the header, where there is no logo.' }),
      line('legal_entity', 'Legal entity', lengths.line, { hint: 'In legal texts and after ©.' }),
      line('tagline', 'Tagline', lengths.tagline, { hint: 'What you do, in one line.' }),
      text('description', 'Description', lengths.description, 'For search engines and shared links.'),
    ],
  },
  {
    title: 'How to reach you',
    fields: [
      line('email', 'Email', limits.email, { input: 'email' }),
      line('phone', 'Phone', limits.phone, { input: 'tel' }),
      line('reply_time', 'When you answer', lengths.proof, {
        hint: 'Next to the button of messages and applications, such as "You hear from us within a week."',
      }),
      line('address.street', 'Street', lengths.line),
      line('address.postal_code', 'Postal code', 20),
      line('address.city', 'City', lengths.line),
      line('address.region', 'Region', lengths.line),
      line('address.country', 'Country', lengths.line),
      {
        path: 'hours',
        label: 'Opening hours',
        kind: 'list',
        max: 7,
        item: { name: 'line', parts: [{ key: '', label: 'Line', max: lengths.line }] },
      },
      {
        path: 'social',
        label: 'Networks',
        kind: 'list',
        max: 12,
        item: {
          name: 'network',
          parts: [
            { key: 'name', label: 'Name', max: 40 },
            { key: 'url', label: 'Address', max: limits.url, inputMode: 'url' },
          ],
        },
      },
    ],
  },
  {
    title: 'Language',
    fields: [
      {
        path: 'language',
        label: 'Language of the site',
        kind: 'choice',
        max: 0,
        hint: languageHint,
        options: languageChoices,
      },
    ],
  },
  {
    title: 'Jobs',
    fields: [
      line('time_zone', 'Time zone', 60, {
        hint: 'Closing days end in it: Asia/Karachi or Europe/Berlin. Empty: UTC.',
      }),
      line('currency', 'Currency', 3, { hint: 'Preset for the pay of new jobs: three letters such as EUR.' }),
    ],
  },
];

/** A page that menus leave out while it is empty. */
function alwaysInMenu(page: string): FieldGroup {
  return {
    title: 'Menu',
    fields: [
      {
        path: `pages.${page}.always_in_menu`,
        label: 'Show it in the menu even while it is empty',
        kind: 'flag',
        max: 0,
      },
    ],
  };
}

/** The switch of a page that can be taken off the site, or of a part that has no texts. */
function onSite(page: string, title: string): FieldGroup {
  return {
    title,
    fields: [{ path: `pages.${page}.show`, label: 'Show', kind: 'switch', max: 0 }],
  };
}

function head(page: string): FieldGroup {
  const path = `pages.${page}.head`;
  return {
    title: 'Top of the page',
    fields: [
      line(`${path}.title`, 'Title', lengths.title),
      text(`${path}.text`, 'Text', lengths.text),
      text(`${path}.description`, 'Description', lengths.description, 'For search engines and shared links.'),
    ],
  };
}

function homeHead(): FieldGroup {
  const { title, fields } = head('home');
  const proof = line('pages.home.head.proof', 'Proof in one line', lengths.proof, {
    hint: 'A number, a year or clients that speak for you, such as "40 films for museums since 2009".',
  });
  return { title, fields: [...fields, proof] };
}

const pointParts: readonly ItemPart[] = [
  { key: 'title', label: 'Title', max: lengths.title },
  { key: 'text', label: 'Text', max: lengths.text, multiline: true },
];
/** The page of this site to which a point leads. */
const pointLink: ItemPart = {
  key: 'link',
  label: 'Leads to, such as /portfolio',
  max: limits.url,
  inputMode: 'url',
};

function points(path: string, parts: readonly ItemPart[]): SiteField {
  return { path, label: 'Points', kind: 'list', max: 12, item: { name: 'point', parts } };
}

type Part = 'text' | 'title_none_open' | 'items' | 'itemsWithLinks';

function section(path: string, title: string, ...parts: Part[]): FieldGroup {
  const at = `pages.${path}`;
  const own: Record<Part, SiteField> = {
    text: text(`${at}.text`, 'Text', lengths.text),
    title_none_open: line(`${at}.title_none_open`, 'Title without open jobs', lengths.title),
    items: points(`${at}.items`, pointParts),
    itemsWithLinks: points(`${at}.items`, [...pointParts, pointLink]),
  };
  return {
    title,
    needsContent: parts.some((part) => part.startsWith('items')) || path === 'home.about',
    fields: [
      { path: `${at}.show`, label: 'Show', kind: 'switch', max: 0 },
      line(`${at}.title`, 'Title', lengths.title),
      ...parts.map((part) => own[part]),
    ],
  };
}

export const sitePages: readonly SitePage[] = [
  {
    id: 'home',
    label: 'Home',
    address: '/',
    sections: [
      homeHead(),
      section('home.selected_work', 'Selected work'),
      section('home.about', 'About', 'text'),
      section('home.services', 'Services', 'itemsWithLinks'),
      section('home.process', 'How a job runs', 'items'),
      section('home.latest_posts', 'Latest posts'),
      section('home.positions', 'Open positions'),
      section('home.contact', 'Contact'),
    ],
  },
  {
    id: 'portfolio',
    label: 'Portfolio',
    address: '/portfolio',
    sections: [head('portfolio'), onSite('portfolio.made_with', 'Made with'), alwaysInMenu('portfolio')],
  },
  {
    id: 'publishing',
    label: 'Publishing',
    address: '/publishing',
    sections: [head('publishing'), alwaysInMenu('publishing')],
  },
  {
    id: 'team',
    label: 'Team',
    address: '/team',
    sections: [
      head('team'),
      section('team.points', 'Who you are', 'items'),
      section('team.invitation', 'Invitation to join'),
      alwaysInMenu('team'),
    ],
  },
  {
    id: 'careers',
    label: 'Careers',
    address: '/careers',
    sections: [
      onSite('careers', 'Careers page'),
      head('careers'),
      section('careers.reasons', 'Reasons', 'items'),
      section('careers.steps', 'Steps', 'items'),
      section('careers.benefits', 'Benefits', 'items'),
      section('careers.positions', 'Open positions'),
      section('careers.invitation', 'Invitation to apply', 'title_none_open', 'text'),
    ],
  },
  {
    id: 'jobs',
    label: 'Open positions',
    address: '/careers/apply',
    sections: [
      onSite('jobs', 'Page of open positions'),
      head('jobs'),
      section('jobs.invitation', 'Invitation to apply', 'text'),
    ],
  },
  {
    id: 'spontaneous',
    label: 'Apply without a position',
    address: '/careers/apply?spontaneous=1',
    sections: [head('spontaneous')],
  },
  {
    id: 'contact',
    label: 'Contact',
    address: '/contact',
    sections: [
      head('contact'),
      {
        title: 'Form',
        fields: [
          line('pages.contact.message_hint', 'Hint at the message', lengths.proof, {
            hint: 'What you need to know, such as "What is it, by when, and what may it cost?"',
          }),
        ],
      },
      section('contact.direct', 'Email and phone'),
      section('contact.office', 'Office'),
      section('contact.other_matters', 'Other matters'),
    ],
  },
  { id: 'apps', label: 'Apps', address: '/apps', sections: [head('apps')] },
];

export const appsField: SiteField = { path: 'apps', label: 'Apps', kind: 'apps', max: 50 };

/** The lists of an app. */
export const appLists = {
  stores: {
    label: 'Stores',
    max: 6,
    item: {
      name: 'store',
      parts: [
        { key: 'store', label: 'Store', max: 40 },
        { key: 'url', label: 'Address', max: limits.url, inputMode: 'url' },
      ],
    },
  },
  deleted_data: {
    label: 'Data deleted with an account',
    max: 20,
    item: { name: 'line', parts: [{ key: '', label: 'Line', max: lengths.line }] },
  },
  kept_data: {
    label: 'Data retained, for how long and why',
    max: 20,
    item: { name: 'line', parts: [{ key: '', label: 'Line', max: lengths.line }] },
  },
} as const satisfies Record<string, Pick<SiteField, 'label' | 'max' | 'item'>>;

const pageSections = sitePages.flatMap(({ label, sections }) =>
  sections.map((group) => ({ ...group, title: `${label}, ${group.title}` })),
);

/** All fields with the name of their group, in the order of the tabs. */
const allFields: readonly (SiteField & { group: string })[] = [
  ...companyGroups.flatMap(({ fields }) => fields.map((field) => ({ ...field, group: '' }))),
  ...pageSections.flatMap(({ title, fields }) => fields.map((field) => ({ ...field, group: title }))),
  { ...appsField, group: '' },
];

export const colorNames = ['background', 'text', 'accent', 'on_accent', 'signal'] as const;

/** Keys of `brand` whose value is one text. */
const lookKeys = [...brandFileKeys, 'artwork', 'pattern'] as const;

/** Paths of the fields whose value is one text. */
export const textPaths: readonly string[] = [
  ...allFields.filter(({ kind }) => kind === 'line' || kind === 'text').map(({ path }) => path),
  ...lookKeys.map((key) => `brand.${key}`),
  ...themeNames.flatMap((theme) => colorNames.map((name) => `brand.colors.${theme}.${name}`)),
];

/** Paths of the sections that are not on a page without their content. */
export const sectionsWithContent: readonly string[] = pageSections
  .filter(({ needsContent }) => needsContent)
  .flatMap(({ fields }) => fields.filter(({ kind }) => kind === 'switch'))
  .map(({ path }) => path.replace(/\.show$/, ''));

/** Returns the field to which a path leads, which may be deeper, such as `social.1.url`. */
export function fieldAt(path: string): SiteField | undefined {
  return allFields.find((field) => path === field.path || path.startsWith(`${field.path}.`));
}

/** The places in which an own page can be linked. */
export const ownPagePlaces = [
  { value: 'menu', label: 'In the menu at the top' },
  { value: 'footer', label: 'In the footer' },
  { value: 'none', label: 'Not linked' },
];

/** The parts of an own page, with their labels. */
export const ownPageKeys = [
  { key: 'title', label: 'Title' },
  { key: 'path', label: 'Address' },
  { key: 'text', label: 'Text' },
  { key: 'search_title', label: 'Title for search engines' },
  { key: 'search_description', label: 'Description for search engines' },
  { key: 'place', label: 'Linked' },
  { key: 'published', label: 'Published' },
] as const;

const legalLabels: Record<string, string> = {
  privacy: 'Privacy policy',
  privacy_updated: 'Day of the privacy policy',
  terms: 'Terms and conditions',
  terms_updated: 'Day of the terms',
};

const lookLabels: Record<string, string> = {
  logo: 'Logo',
  logo_dark: 'Logo on dark',
  logo_with_name: 'Name next to the logo',
  favicon: 'Icon',
  artwork: 'Artwork',
  picture: 'Picture',
  pattern: 'Pattern',
  colors: 'Colours',
};

/** Returns the label of a path with its page and section, such as "Home, About: Title". */
export function siteLabelOf(path: string): string {
  const field = allFields.find((each) => path === each.path || path.startsWith(`${each.path}.`));
  if (field) return field.group ? `${field.group}: ${field.label}` : field.label;
  const [first = '', second = ''] = path.split('.');
  if (path === 'address') return 'Address';
  if (first === 'legal') return legalLabels[second] ?? 'Legal texts';
  if (first === 'own_pages') return second ? `Own page ${Number(second) + 1}` : 'Own pages';
  return first === 'brand' ? (lookLabels[second] ?? 'Look') : path;
}

const mostNamed = 4;

/** Returns the labels as a text, such as "Name, Tagline and 3 more"; '' for an empty list. */
export function listOfSiteFields(paths: readonly string[]): string {
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
export function addressOf(path: string): string {
  const [first = '', second = ''] = path.split('.');
  if (first === 'pages') return sitePages.find(({ id }) => id === second)?.address ?? '/';
  if (path.startsWith('legal.terms')) return '/terms-conditions';
  return companyPages[first] ?? '/';
}
