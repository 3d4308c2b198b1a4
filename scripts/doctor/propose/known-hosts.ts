import type { CallName } from '#shared/contract/index.ts';
import type { FieldPlace } from '../../../server/bff/hosts/host-file/call.ts';
import type { EntityName } from '../../../server/bff/hosts/host-file/entities.ts';
import type { Envelope, PresetName } from '../../../server/bff/hosts/host-file/envelope.ts';
import { isObject } from '../finding.ts';
import { listOf } from './envelope.ts';
import { at } from './json.ts';
import type { Seen } from './prober.ts';

/** The kinds of things that have a list, with the calls of the contract for each. */
export const kinds = {
  post: { entity: 'blog', names: 'blogs activeBlogs singlePost saveBlog editBlog deleteBlog' },
  project: {
    entity: 'project',
    names: '- getProjects getSingleProject addProject updateProject deleteProject',
  },
  category: {
    entity: 'category',
    names:
      '- getProjectCategory getSingleCategory addProjectCategory updateProjectCategory deleteProjectCategory',
  },
  job: { entity: 'job', names: 'getJobs jobs singleJob addJob updateJob deleteJob' },
  member: { entity: 'team_member', names: 'getTeam team - addTeamMember updateTeamMember deleteTeamMember' },
} as const satisfies Record<string, { entity: EntityName; names: string }>;

export type Kind = keyof typeof kinds;

export function callsOf(kind: Kind): {
  all?: CallName;
  list: CallName;
  one?: CallName;
  add: CallName;
  edit: CallName;
  remove: CallName;
} {
  const [all, list, one, add, edit, remove] = kinds[kind].names.split(' ') as CallName[];
  const known = { list, add, edit, remove } as {
    list: CallName;
    add: CallName;
    edit: CallName;
    remove: CallName;
  };
  return {
    ...known,
    ...(all !== ('-' as CallName) && { all: all as CallName }),
    ...(one !== ('-' as CallName) && { one: one as CallName }),
  };
}

/** Usual names of lists. More are not tried: they can be told (`--posts /x`). */
export const listNames: Record<Kind, readonly string[]> = {
  post: ['posts', 'articles', 'news'],
  project: ['projects', 'works', 'portfolio'],
  category: ['categories', 'services', 'topics'],
  job: ['jobs', 'vacancies', 'careers'],
  member: ['team', 'people', 'staff'],
};

/** A make of host: what its documentation says of every host of its kind. */
export interface Make {
  name: 'wordpress' | 'strapi' | 'json_api' | 'laravel' | 'rails' | 'plain';
  preset?: PresetName;
  /** What its answers do not show. */
  envelope?: Envelope;
  /** Goes with every read. */
  query?: Record<string, string>;
  /** Goes with lists of posts, of hosts that give the oldest first. */
  newestFirst?: Record<string, string>;
  /** Names of the page in the query. */
  paging: readonly string[];
  /** The parameter that leaves the projects of one category; `*` is the name of the field that refers to it. */
  filter?: string;
  /** Lists that may show drafts to whoever is signed in. */
  drafts: readonly string[];
  logins: readonly string[];
  nameField?: string;
  passwordField?: string;
  /** The method that changes one thing, and how a body is wrapped; absent where nothing documents it. */
  edit?: 'POST' | 'PUT' | 'PATCH';
  wrap?: 'data' | 'json_api' | 'kind' | 'method';
  takesNoFiles?: true;
  fields?: Partial<Record<EntityName, Record<string, FieldPlace>>>;
  zone?: string;
}

const usual = {
  paging: ['page', 'p', 'page[number]'],
  drafts: ['{list}', '{root}/admin/{name}', '{list}/all', '{list}?drafts=true'],
  logins: ['/login', '/auth/login', '/sessions'],
};
const cover = '_embedded.wp:featuredmedia.0.source_url';
const wordpressText = {
  description: 'content.rendered',
  created_at: 'date_gmt',
  updated_at: 'modified_gmt',
  excerpt: { always: '' },
};

const makes: Record<Make['name'], Make> = {
  plain: { name: 'plain', ...usual },
  wordpress: {
    ...{
      name: 'wordpress',
      preset: 'array',
      query: { _embed: '1' },
      paging: ['page'],
      filter: '*',
      zone: 'UTC',
    },
    envelope: {
      ...{
        message: 'message',
        errors: 'data.params',
        total: 'header:x-wp-total',
        last_page: 'header:x-wp-totalpages',
      },
      paging: { page: 'page', first: 1 },
    },
    ...{
      drafts: ['{list}?status=any'],
      logins: ['/jwt-auth/v1/token'],
      nameField: 'username',
      edit: 'POST',
      takesNoFiles: true,
    },
    fields: {
      blog: {
        blog_title: 'title.rendered',
        blog_image: cover,
        is_active: { at: 'status', values: { 1: 'publish', 0: 'draft' } },
        ...wordpressText,
      },
      category: { title: 'name' },
      project: {
        title: 'title.rendered',
        images: '_embedded.wp:featuredmedia',
        project_url: { always: '' },
        v_order: 'menu_order',
        ...wordpressText,
      },
      project_image: { image: 'source_url' },
      job: {
        title: 'title.rendered',
        description: 'content.rendered',
        status: { always: 'open' },
        posted_at: 'date_gmt',
      },
      team_member: { name: 'title.rendered', bio: 'content.rendered', image: cover, v_order: 'menu_order' },
    },
  },
  strapi: {
    ...{ name: 'strapi', query: { populate: '*' }, paging: ['pagination[page]'], filter: 'filters[*][id]' },
    ...{
      drafts: ['{list}?publicationState=preview', '{list}?status=draft'],
      logins: ['/auth/local'],
      nameField: 'identifier',
    },
    ...{ edit: 'PUT', wrap: 'data', newestFirst: { sort: 'createdAt:desc' } },
    // A draft has no day of publication.
    fields: { blog: { is_active: { at: 'publishedAt', values: { 0: null } } } },
  },
  json_api: {
    ...usual,
    name: 'json_api',
    paging: ['page[number]', 'page'],
    filter: 'filter[*]',
    edit: 'PATCH',
    wrap: 'json_api',
    takesNoFiles: true,
  },
  laravel: { ...usual, name: 'laravel', edit: 'PUT', wrap: 'method' },
  // The usual library of Rails (Devise) reads both from below `user`.
  rails: {
    ...usual,
    name: 'rails',
    logins: ['/login', '/users/sign_in'],
    nameField: 'user.email',
    passwordField: 'user.password',
    edit: 'PATCH',
    wrap: 'kind',
  },
};

export const { wordpress, plain: plainHost } = makes;

/** The make of a host by its refusal of a path that is not there and by its first list. */
export function makeOf(nowhere: Seen, list: Seen): Make {
  const header = (name: string) => `${nowhere.headers[name] ?? ''} ${list.headers[name] ?? ''}`;
  const rows = at(list.json, listOf(list)?.place ?? '');
  const [row] = Array.isArray(rows) ? rows : [];
  const isInside = isObject(row) && isObject(row.attributes);
  const isStrapi =
    /strapi/i.test(header('x-powered-by')) || at(list.json, 'meta.pagination.pageCount') !== undefined;
  if (isStrapi || (at(nowhere.json, 'data') === null && at(nowhere.json, 'error.name'))) return makes.strapi;
  if ([nowhere.type, list.type].includes('application/vnd.api+json') || (isInside && row.type))
    return makes.json_api;
  if (header('x-runtime').trim()) return makes.rails;
  const isPaginated = at(list.json, 'meta.current_page') ?? at(list.json, 'last_page_url');
  const isLaravel =
    /laravel_session|XSRF-TOKEN/.test(header('set-cookie')) ||
    /could not be found\./.test(JSON.stringify(nowhere.json ?? ''));
  return isLaravel || isPaginated ? makes.laravel : makes.plain;
}

const own: Record<Exclude<Kind, 'post'>, RegExp> = {
  category: /(project|portfolio|work).*(categor|type|field|service)|^services?$/i,
  project: /^(?!.*(categor|type|field|tag)).*(project|portfolio|works?$|case)/i,
  job: /^(?!.*(categor|type)).*(job|career|vacanc|position)/i,
  member: /team|staff|people|employee/i,
};

/** Lists and sign-in of a WordPress site by the routes that its index names; WordPress itself has no sign-in that gives a token. */
export function wordpressRoutes(
  { json }: Seen,
  index: string,
): { lists: Partial<Record<Kind, string[]>>; logins: string[] } {
  const routes = isObject(json) && isObject(json.routes) ? Object.keys(json.routes) : [];
  const types = routes.filter((route) => /^\/wp\/v2\/[\w-]+$/.test(route));
  const lists = Object.entries(own).flatMap(([kind, pattern]) => {
    const found = types.filter((route) => pattern.test(route.slice('/wp/v2/'.length)));
    const [usualName = ''] = listNames[kind as Kind];
    return [[kind, (found.length > 0 ? found : [`/wp/v2/${usualName}`]).map((route) => index + route)]];
  });
  const login = routes.find((route) => !route.startsWith('/wp/') && /\/(token|auth|login)$/.test(route));
  return {
    lists: { post: [`${index}/wp/v2/posts`], ...Object.fromEntries(lists) },
    logins: [index + (login ?? wordpress.logins[0])],
  };
}
