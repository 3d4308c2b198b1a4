import type { CallName } from '#shared/contract/index.ts';
import type { FieldPlace } from '../../../server/bff/hosts/host-file/call.ts';
import type { EntityName } from '../../../server/bff/hosts/host-file/entities.ts';
import type { Envelope, PresetName } from '../../../server/bff/hosts/host-file/envelope.ts';
import { isObject } from '../finding.ts';
import { listOf } from './envelope.ts';
import { at } from './json.ts';
import type { Seen } from './prober.ts';

interface KindOfThing {
  entity: EntityName;
  /** Calls of the contract: the list of all for the admin area, that of visitors, one thing, and the writes. */
  all?: CallName;
  list: CallName;
  one?: CallName;
  add: CallName;
  edit: CallName;
  remove: CallName;
  /** Usual names of its list. More are not tried: they can be told (`--posts /x`). */
  lists: readonly string[];
  /** Fields without which it cannot be shown. */
  needs: readonly string[];
}

/** Each is called by the option that tells where its list is. */
export type Kind = 'posts' | 'projects' | 'categories' | 'jobs' | 'team';

export const kinds: Record<Kind, KindOfThing> = {
  posts: {
    entity: 'blog',
    all: 'blogs',
    list: 'activeBlogs',
    one: 'singlePost',
    add: 'saveBlog',
    edit: 'editBlog',
    remove: 'deleteBlog',
    lists: ['posts', 'articles', 'news'],
    needs: ['blog_title', 'description'],
  },
  projects: {
    entity: 'project',
    list: 'getProjects',
    one: 'getSingleProject',
    add: 'addProject',
    edit: 'updateProject',
    remove: 'deleteProject',
    lists: ['projects', 'works', 'portfolio'],
    needs: ['title', 'category_id'],
  },
  categories: {
    entity: 'category',
    list: 'getProjectCategory',
    one: 'getSingleCategory',
    add: 'addProjectCategory',
    edit: 'updateProjectCategory',
    remove: 'deleteProjectCategory',
    lists: ['categories', 'services', 'topics'],
    needs: ['title'],
  },
  jobs: {
    entity: 'job',
    all: 'getJobs',
    list: 'jobs',
    one: 'singleJob',
    add: 'addJob',
    edit: 'updateJob',
    remove: 'deleteJob',
    lists: ['jobs', 'vacancies', 'careers'],
    needs: ['title'],
  },
  team: {
    entity: 'team_member',
    all: 'getTeam',
    list: 'team',
    add: 'addTeamMember',
    edit: 'updateTeamMember',
    remove: 'deleteTeamMember',
    lists: ['team', 'people', 'staff'],
    needs: ['name'],
  },
};

/** A make of host: what its documentation says of every host of its kind. */
export interface Make {
  name: 'wordpress' | 'strapi' | 'json_api' | 'laravel' | 'rails' | 'plain';
  preset?: PresetName;
  /** Facts that its answers do not show. */
  envelope?: Envelope;
  /** Goes with every read. */
  query?: Record<string, string>;
  /** Goes with lists of posts, of hosts that give the oldest first. */
  newestFirst?: Record<string, string>;
  /** Names of the page in the query. */
  paging: readonly string[];
  /** The parameter that leaves the projects of one category; `*` is the name of the field that refers to it. */
  filter?: string;
  /** Lists that may show drafts to whoever is signed in, and sign-ins. */
  drafts: readonly string[];
  logins: readonly string[];
  nameField?: string;
  passwordField?: string;
  /** The method that changes one thing, and how a body is wrapped; absent where nothing documents it. */
  edit?: 'POST' | 'PUT' | 'PATCH';
  wrap?: 'data' | 'json_api' | 'kind' | 'method';
  takesNoFiles?: true;
  /** The call that takes a file, and the field of a thing that then names it. */
  upload?: { call: Record<string, string>; field: string };
  fields?: Partial<Record<EntityName, Record<string, FieldPlace>>>;
  zone?: string;
}

export const plainHost: Make = {
  name: 'plain',
  paging: ['page', 'p', 'page[number]'],
  drafts: ['{list}', '{root}/admin/{name}', '{list}/all', '{list}?drafts=true'],
  logins: ['/login', '/auth/login', '/sessions'],
};

const text = { description: 'content.rendered', updated_at: 'modified_gmt', excerpt: { always: '' } };
const cover = '_embedded.wp:featuredmedia.0.source_url';

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
  drafts: ['{list}?status=any'],
  logins: ['/jwt-auth/v1/token'],
  nameField: 'username',
  edit: 'POST',
  takesNoFiles: true,
  upload: { call: { path: '/media', send: 'raw' }, field: 'featured_media' },
  fields: {
    blog: {
      blog_title: 'title.rendered',
      blog_image: cover,
      is_active: { at: 'status', values: { 1: 'publish', 0: 'draft' } },
      created_at: 'date_gmt',
      ...text,
    },
    category: { title: 'name' },
    project: {
      title: 'title.rendered',
      images: '_embedded.wp:featuredmedia',
      project_url: { always: '' },
      v_order: 'menu_order',
      created_at: 'date_gmt',
      ...text,
    },
    project_image: { image: 'source_url' },
    job: {
      title: 'title.rendered',
      description: text.description,
      status: { always: 'open' },
      posted_at: 'date_gmt',
    },
    team_member: { name: 'title.rendered', bio: text.description, image: cover, v_order: 'menu_order' },
  },
  zone: 'UTC',
};

const strapi: Make = {
  name: 'strapi',
  query: { populate: '*' },
  newestFirst: { sort: 'createdAt:desc' },
  paging: ['pagination[page]'],
  filter: 'filters[*][id]',
  drafts: ['{list}?publicationState=preview', '{list}?status=draft'],
  logins: ['/auth/local'],
  nameField: 'identifier',
  edit: 'PUT',
  wrap: 'data',
  // A draft has no day of publication.
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

// The usual library of Rails (Devise) reads both from below `user`.
const rails: Make = {
  ...plainHost,
  name: 'rails',
  logins: ['/login', '/users/sign_in'],
  nameField: 'user.email',
  passwordField: 'user.password',
  edit: 'PATCH',
  wrap: 'kind',
};

/** The make of a host by its refusal of a path that is not there and by its first list. */
export function makeOf(nowhere: Seen, list: Seen): Make {
  const header = (name: string) => `${nowhere.headers[name] ?? ''} ${list.headers[name] ?? ''}`;
  const [row] = listOf(list)?.rows ?? [];
  const isNull = at(nowhere.json, 'data') === null && at(nowhere.json, 'error.name') !== undefined;
  const isStrapi = isNull || /strapi/i.test(header('x-powered-by'));
  if (isStrapi || at(list.json, 'meta.pagination.pageCount') !== undefined) return strapi;
  const isJsonApi = [nowhere.type, list.type].includes('application/vnd.api+json');
  if (isJsonApi || (isObject(row?.attributes) && row.type)) return jsonApi;
  if (header('x-runtime').trim()) return rails;
  const isLaravel = /laravel_session|XSRF-TOKEN/.test(header('set-cookie'));
  const isPaginated = at(list.json, 'meta.current_page') ?? at(list.json, 'last_page_url');
  const saysSo = /could not be found\./.test(JSON.stringify(nowhere.json ?? ''));
  return isLaravel || isPaginated || saysSo ? laravel : plainHost;
}

const own: Record<Exclude<Kind, 'posts'>, RegExp> = {
  categories: /(project|portfolio|work).*(categor|type|field|service)|^services?$/i,
  projects: /^(?!.*(categor|type|field|tag)).*(project|portfolio|works?$|case)/i,
  jobs: /^(?!.*(categor|type)).*(job|career|vacanc|position)/i,
  team: /team|staff|people|employee/i,
};

/** Lists and sign-in of a WordPress site by the routes that its index names; WordPress itself has no sign-in that gives a token. */
export function wordpressRoutes({ json }: Seen, index: string) {
  const routes = isObject(json) && isObject(json.routes) ? Object.keys(json.routes) : [];
  const types = routes.filter((route) => /^\/wp\/v2\/[\w-]+$/.test(route));
  const lists: Partial<Record<Kind, string[]>> = { posts: [`${index}/wp/v2/posts`] };
  for (const [kind, pattern] of Object.entries(own)) {
    const found = types.filter((route) => pattern.test(route.slice('/wp/v2/'.length)));
    const asked = found.length > 0 ? found : [`/wp/v2/${kinds[kind as Kind].lists[0]}`];
    lists[kind as Kind] = asked.map((route) => index + route);
  }
  const login = routes.find((route) => !route.startsWith('/wp/') && /\/(token|auth|login)$/.test(route));
  return { lists, logins: [index + (login ?? wordpress.logins[0])] };
}
