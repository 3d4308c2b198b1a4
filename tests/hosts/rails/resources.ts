import { iso, type RailsData, type Row, type TableName, uploadedAt, versionsOf } from './content.ts';
import { Halt, isFile, type Params } from './framework.ts';

type Cast = (value: unknown, field: string) => unknown;
export type Errors = (field: string, message: string) => void;

/** A model with its serializers. */
export interface Resource {
  /** Name in error messages. */
  name: string;
  /** The root key of a single record. */
  key: string;
  /** The column from which the slug is made. */
  slug?: string;
  paged?: boolean;
  /** True if reading needs a token too. */
  isPrivate?: boolean;
  /** True if visitors can add a record. */
  takesAnyones?: boolean;
  isReadAndDeletedOnly?: boolean;
  /** The file of a record, below the folder of its model. */
  file?: { mount: string; model: string };
  fields: Record<string, Cast>;
  /** Fields that are read from a form and not stored. */
  virtual?: readonly string[];
  defaults(data: RailsData): Params;
  validate(row: Params, given: Params, add: Errors, data: RailsData): void;
  beforeSave?(row: Params): void;
  /** Returns why the record cannot be deleted. */
  keeps?(row: Row, data: RailsData): string | undefined;
  visible?(row: Row): boolean;
  order(one: Row, other: Row): number;
  filter?(row: Row, query: URLSearchParams, signedIn: boolean): boolean;
  list(row: Row, data: RailsData): object;
  show?(row: Row, data: RailsData): object;
}

const isBlank = (value: unknown) => value == null || (typeof value === 'string' && value.trim() === '');
const text: Cast = (value) => (value == null ? null : String(value));
const html: Cast = (value) =>
  value == null ? null : String(value).replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, '');
const integer: Cast = (value) => {
  const number = Number.parseInt(String(value), 10);
  return Number.isNaN(number) ? null : number;
};
export const boolean: Cast = (value) => (isBlank(value) ? null : !/^(false|f|0|off)$/i.test(String(value)));
const datetime: Cast = (value) => {
  const time = Date.parse(String(value).replace(/^(\d{4}-\d\d-\d\d) ([\d:]+)$/, '$1T$2Z'));
  return Number.isNaN(time) ? null : iso(time);
};
const date: Cast = (value) => /^\d{4}-\d\d-\d\d/.exec(String(value))?.[0] ?? null;
const enumOf =
  (...known: string[]): Cast =>
  (value, field) => {
    if (isBlank(value) || known.includes(String(value))) return isBlank(value) ? null : value;
    throw new Halt(422, { error: `'${value}' is not a valid ${field}` });
  };

const present = (row: Params, add: Errors, ...fields: string[]) => {
  for (const field of fields) if (isBlank(row[field])) add(field, "can't be blank");
};
const atMost = (row: Params, add: Errors, field: string, most: number) => {
  if (String(row[field] ?? '').length > most) add(field, `is too long (maximum is ${most} characters)`);
};
const byPosition = (one: Row, other: Row) =>
  Number(one.position ?? 1e9) - Number(other.position ?? 1e9) || one.id - other.id;
const newest = (one: Row, other: Row) => other.id - one.id;

/** Returns some columns, in order. */
const only = (row: Row, names: string) =>
  Object.fromEntries(names.split(' ').map((name) => [name, row[name]]));

/** Returns every version of a file; without a file the object exists, and every address is null. */
function uploader(model: string, row: Row, mount: string): Params {
  const name = row[mount] as string | null;
  const url = (version: string) =>
    name === null ? null : uploadedAt(model, mount, row.id, `${version}${encodeURIComponent(name)}`);
  const smaller = (versionsOf[model] ?? []).filter(Boolean);
  return {
    url: url(''),
    ...Object.fromEntries(smaller.map((each) => [each.slice(0, -1), { url: url(each) }])),
  };
}

export const imagesOf = (project: Row, { tables }: RailsData) =>
  tables.images.filter(({ project_id }) => project_id === project.id).sort(byPosition);
const image = (row: Row) => ({
  ...only(row, 'id caption position'),
  file: uploader('project_image', row, 'file'),
});
const categoryOf = ({ category_id }: Row, { tables }: RailsData) => {
  const row = tables.categories.find(({ id }) => id === category_id);
  return row ? only(row, 'id name slug') : null;
};
const aboutPost = (row: Row, { users }: RailsData) => ({
  cover: uploader('post', row, 'cover'),
  author: users.filter(({ id }) => id === row.author_id).map(({ id, name }) => ({ id, name }))[0] ?? null,
  ...only(row, 'created_at updated_at'),
});

export const resources: Record<TableName, Resource> = {
  posts: {
    ...{ name: 'Post', key: 'post', slug: 'title', paged: true },
    file: { mount: 'cover', model: 'post' },
    fields: {
      ...{ title: text, excerpt: text, body: html, status: enumOf('draft', 'published') },
      ...{ published_at: datetime, author_id: integer, meta_title: text, meta_description: text },
    },
    defaults: () => ({
      ...{ title: null, slug: null, excerpt: null, body: null, status: 'draft', published_at: null },
      ...{ author_id: 1, meta_title: null, meta_description: null, cover: null },
    }),
    validate(row, _given, add, { users }) {
      present(row, add, 'title', 'body', 'status');
      atMost(row, add, 'title', 150);
      atMost(row, add, 'excerpt', 300);
      atMost(row, add, 'meta_description', 160);
      if (!users.some(({ id }) => id === row.author_id)) add('author', 'must exist');
    },
    beforeSave(row) {
      if (row.status === 'published') row.published_at ??= iso(Date.now());
    },
    visible: ({ status, published_at }) => status === 'published' && String(published_at) <= iso(Date.now()),
    // NULLS FIRST, the default of PostgreSQL for DESC.
    order: (one, other) =>
      String(other.published_at ?? '9').localeCompare(String(one.published_at ?? '9')) || newest(one, other),
    filter: (row, query, signedIn) =>
      !(signedIn && query.get('status')) || row.status === query.get('status'),
    list: (row, data) => ({
      ...only(row, 'id title slug excerpt status published_at'),
      ...aboutPost(row, data),
    }),
    show: (row, data) => ({
      ...only(row, 'id title slug excerpt body status published_at meta_title meta_description'),
      ...aboutPost(row, data),
    }),
  },
  categories: {
    ...{ name: 'Category', key: 'category', slug: 'name' },
    fields: { name: text, description: text, position: integer },
    defaults: ({ tables }) => ({
      ...{ name: null, slug: null, description: null, position: tables.categories.length + 1 },
    }),
    validate(row, _given, add, { tables }) {
      present(row, add, 'name');
      const isTaken = (each: Row) => each.id !== row.id && each.name === row.name;
      if (tables.categories.some(isTaken)) add('name', 'has already been taken');
    },
    keeps: ({ id }, { tables }) =>
      tables.projects.some(({ category_id }) => category_id === id)
        ? 'Cannot delete record because dependent projects exist'
        : undefined,
    order: byPosition,
    list: (row, { tables }) => ({
      ...only(row, 'id name slug description position'),
      projects_count: tables.projects.filter(({ category_id }) => category_id === row.id).length,
    }),
  },
  projects: {
    ...{ name: 'Project', key: 'project', slug: 'title', paged: true },
    fields: {
      ...{ title: text, client: text, year: integer, summary: text, description: html, video_url: text },
      ...{ featured: boolean, position: integer, category_id: integer },
    },
    defaults: ({ tables }) => ({
      ...{ title: null, slug: null, client: null, year: null, summary: null, description: null },
      ...{ video_url: null, featured: false, position: tables.projects.length + 1, category_id: null },
    }),
    validate(row, _given, add, { tables }) {
      if (!tables.categories.some(({ id }) => id === row.category_id)) add('category', 'must exist');
      present(row, add, 'title');
      atMost(row, add, 'title', 120);
    },
    order: byPosition,
    filter: (row, query) => {
      const [category, featured] = [query.get('category_id'), query.get('featured')];
      if (category && row.category_id !== Number(category)) return false;
      return !featured || row.featured === boolean(featured, 'featured');
    },
    list: (row, data) => {
      const [cover] = imagesOf(row, data);
      return {
        ...only(row, 'id title slug client year summary featured position'),
        cover_image: cover ? uploader('project_image', cover, 'file') : null,
        category: categoryOf(row, data),
      };
    },
    show: (row, data) => ({
      ...only(row, 'id title slug client year summary description video_url featured position'),
      ...only(row, 'created_at updated_at'),
      category: categoryOf(row, data),
      images: imagesOf(row, data).map(image),
    }),
  },
  images: {
    ...{ name: 'ProjectImage', key: 'image', file: { mount: 'file', model: 'project_image' } },
    fields: { caption: text, position: integer },
    defaults: () => ({ project_id: null, caption: null, position: null, file: null }),
    validate(row, given, add) {
      if (!row.file && !isFile(given.file)) add('file', "can't be blank");
    },
    order: byPosition,
    list: image,
  },
  job_openings: {
    ...{ name: 'JobOpening', key: 'job_opening', slug: 'title' },
    fields: {
      ...{ title: text, location: text, description: html, closes_on: date, active: boolean },
      employment_type: enumOf('full_time', 'part_time', 'freelance', 'internship'),
    },
    defaults: () => ({
      ...{ title: null, slug: null, location: null, employment_type: 'full_time', description: null },
      ...{ closes_on: null, active: true },
    }),
    validate: (row, _given, add) => present(row, add, 'title', 'location', 'description'),
    visible: ({ active, closes_on }) =>
      active === true && (closes_on === null || String(closes_on) >= iso(Date.now()).slice(0, 10)),
    order: newest,
    list: (row) =>
      only(row, 'id title slug location employment_type description closes_on active created_at updated_at'),
  },
  team_members: {
    ...{ name: 'TeamMember', key: 'team_member', file: { mount: 'photo', model: 'team_member' } },
    fields: { name: text, role: text, bio: text, linkedin_url: text, position: integer },
    defaults: ({ tables }) => ({
      ...{ name: null, role: null, bio: null, linkedin_url: null, photo: null },
      position: tables.team_members.length + 1,
    }),
    validate: (row, _given, add) => present(row, add, 'name', 'role'),
    order: byPosition,
    list: (row) => ({
      ...only(row, 'id name role bio linkedin_url position'),
      photo: uploader('team_member', row, 'photo'),
    }),
  },
  contact_messages: {
    ...{ name: 'ContactMessage', key: 'contact_message', paged: true },
    ...{ isPrivate: true, takesAnyones: true, isReadAndDeletedOnly: true, virtual: ['privacy'] },
    fields: { name: text, email: text, subject: text, message: text },
    defaults: () => ({ name: null, email: null, subject: null, message: null }),
    validate(row, given, add) {
      present(row, add, 'name', 'email', 'message');
      if (!isBlank(row.email) && !/^[^@\s]+@[^@\s]+$/.test(String(row.email))) add('email', 'is invalid');
      if (String(row.message ?? '').length < 10) add('message', 'is too short (minimum is 10 characters)');
      if (!['true', '1'].includes(String(given.privacy))) add('privacy', 'must be accepted');
    },
    order: newest,
    list: (row) => only(row, 'id name email subject message created_at'),
  },
};
