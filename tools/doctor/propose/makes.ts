import type { CallName } from '#shared/contract/index.ts';
import { isRecord } from '#shared/is-record.ts';
import type { FieldPlace } from '../../../hosts/host-file/call.ts';
import type { Envelope, PresetName } from '../../../hosts/host-file/envelope.ts';
import { type Kind as Kept, kinds as kept } from '../../../hosts/snapshots/kinds.ts';
import type { HostKind } from '../../../server/bff/reads/host-kinds.ts';
import { listOf } from './envelope.ts';
import { at } from './json.ts';
import type { ProbeAnswer } from './prober.ts';

/**
 * Describes an entity for the examination: its calls, the usual names of its list, and the fields without which its
 * pages cannot be shown.
 */
function kind(entity: HostKind & Kept['noun']['resource'], list: CallName, names: string, needs: string) {
  const {
    one,
    adds,
    changes,
    deletes,
    list: all,
  } = kept.find(({ noun }) => noun.resource === entity) as Kept;
  const common = {
    entity,
    list,
    one,
    adds,
    changes,
    deletes,
    names: names.split(' '),
    needs: needs.split(' '),
  };
  return { ...common, all: all === list ? undefined : all };
}

/** The keys are also the names of the command-line options that state the path of a list. */
export const kinds = {
  posts: kind('blog', 'activeBlogs', 'posts articles news', 'blog_title description'),
  categories: kind('category', 'getProjectCategory', 'categories services topics', 'title'),
  projects: kind('project', 'getProjects', 'projects works portfolio', 'title category_id'),
  jobs: kind('job', 'jobs', 'jobs vacancies careers', 'title'),
  team: kind('team_member', 'team', 'team people staff', 'name'),
};

export type Kind = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as Kind[];

/** Make of a host, such as WordPress: what the documentation says about every host of this make. */
export interface Make {
  name: 'contract' | 'wordpress' | 'strapi' | 'json_api' | 'laravel' | 'rails' | 'plain';
  preset?: PresetName;
  /** Parts of the envelope that cannot be seen in answers. */
  envelope?: Envelope;
  /** Query parameters that every read needs, and those of lists in addition. */
  query?: Record<string, string>;
  sort?: Record<string, string>;
  /** Names that the query parameter for the page may have. */
  paging: readonly string[];
  /**
   * Query parameter that selects the projects of a category. `*` is replaced by the name of the field with the
   * category.
   */
  filter?: string;
  /** Query parameters with which a list may include drafts for admins. */
  drafts: readonly Record<string, string>[];
  login: string;
  nameField?: string;
  passwordField?: string;
  /** `edit` is the method that changes a record, and `wrap` is how a body is wrapped. Missing if undocumented. */
  edit?: 'POST' | 'PUT' | 'PATCH';
  wrap?: 'data' | 'json_api' | 'kind' | 'method';
  takesNoFiles?: true;
  /** The call that uploads a file, and the field of a record that refers to the uploaded file. */
  upload?: { call: Record<string, string>; field: string };
  fields?: Partial<Record<HostKind, Record<string, FieldPlace>>>;
  zone?: string;
}

export const plainHost: Make = {
  name: 'plain',
  paging: ['page', 'p', 'page[number]'],
  drafts: [{}],
  login: '/login',
};

const cover = '_embedded.wp:featuredmedia.0.source_url';
const text = { description: 'content.rendered', updated_at: 'modified_gmt' };
const titled = { ...text, title: 'title.rendered' };
const absent = { always: '' };

export const wordpress: Make = {
  name: 'wordpress',
  preset: 'array',
  envelope: {
    message: 'message',
    errors: 'data.params',
    total: 'header:x-wp-total',
    last_page: 'header:x-wp-totalpages',
    paging: { page: 'page', first: 1 },
  },
  query: { _embed: '1' },
  paging: ['page'],
  filter: '*',
  drafts: [{ status: 'any' }],
  login: '/jwt-auth/v1/token',
  nameField: 'username',
  edit: 'POST',
  takesNoFiles: true,
  upload: { call: { path: '/media', send: 'raw' }, field: 'featured_media' },
  fields: {
    blog: {
      ...text,
      blog_title: 'title.rendered',
      blog_image: cover,
      is_active: { at: 'status', values: { 1: 'publish', 0: 'draft' } },
      created_at: 'date_gmt',
      excerpt: absent,
    },
    category: { title: 'name' },
    project: {
      ...{ ...titled, images: '_embedded.wp:featuredmedia', v_order: 'menu_order', created_at: 'date_gmt' },
      ...{ project_url: absent, excerpt: absent },
    },
    project_image: { image: 'source_url' },
    job: { ...titled, status: { always: 'open' }, posted_at: 'date_gmt' },
    team_member: { name: 'title.rendered', bio: 'content.rendered', image: cover, v_order: 'menu_order' },
  },
  zone: 'UTC',
};

const strapi: Make = {
  name: 'strapi',
  query: { populate: '*' },
  // Strapi otherwise returns the oldest records first.
  sort: { sort: 'createdAt:desc' },
  paging: ['pagination[page]'],
  filter: 'filters[*][id]',
  drafts: [{ publicationState: 'preview' }, { status: 'draft' }],
  login: '/auth/local',
  nameField: 'identifier',
  edit: 'PUT',
  wrap: 'data',
  // A draft of Strapi has no date of publication: `is_active` is 0 if `publishedAt` is null.
  fields: { blog: { is_active: { at: 'publishedAt', values: { 0: null } } } },
};

const jsonApi: Make = {
  ...plainHost,
  name: 'json_api',
  paging: ['page[number]', 'page'],
  filter: 'filter[*]',
  edit: 'PATCH',
  wrap: 'json_api',
  takesNoFiles: true,
};

const laravel: Make = { ...plainHost, name: 'laravel', edit: 'PUT', wrap: 'method' };

// Devise, the usual library for sign-in on Rails, reads both fields inside an object `user`.
const devise = { nameField: 'user.email', passwordField: 'user.password' };
const rails: Make = { ...plainHost, name: 'rails', ...devise, edit: 'PATCH', wrap: 'kind' };

/** Returns the make of a host, judged by its answer to a missing path and by its first list. */
export function makeOf(nowhere: ProbeAnswer, list: ProbeAnswer): Make {
  const header = (name: string) => `${nowhere.headers[name] ?? ''} ${list.headers[name] ?? ''}`.trim();
  const [row] = listOf(list)?.rows ?? [];
  const isNull = at(nowhere.json, 'data') === null && at(nowhere.json, 'error.name') !== undefined;
  const marks: [Make, unknown][] = [
    [strapi, isNull || /strapi/i.test(header('x-powered-by')) || at(list.json, 'meta.pagination.pageCount')],
    [jsonApi, [nowhere.type, list.type].includes('application/vnd.api+json')],
    [jsonApi, isRecord(row?.attributes) && row.type],
    [rails, header('x-runtime')],
    [laravel, /laravel_session|XSRF-TOKEN/.test(header('set-cookie'))],
    [laravel, at(list.json, 'meta.current_page') ?? at(list.json, 'last_page_url')],
    [laravel, /could not be found\./.test(JSON.stringify(nowhere.json ?? ''))],
  ];
  return marks.find(([, isSeen]) => isSeen)?.[0] ?? plainHost;
}
