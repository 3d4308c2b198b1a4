/** The words by which hosts call what the site shows. Names are compared without case, `_` and `-` (json-places.ts, `plain`). */

/** The kinds of things that have pages of their own. */
export type Kind = 'post' | 'project' | 'category' | 'job' | 'member';

/** Names of their lists, the likely ones first. */
export const listNames: Record<Kind, readonly string[]> = {
  post: [
    'posts',
    'articles',
    'news',
    'blogs',
    'blog',
    'blog-posts',
    'stories',
    'entries',
    'blog/posts',
    'journal',
    'updates',
    'activeBlogs',
  ],
  project: [
    'projects',
    'works',
    'portfolio',
    'case-studies',
    'cases',
    'portfolio/projects',
    'portfolio/works',
    'work',
    'portfolio-items',
    'portfolios',
    'portfolio/items',
    'gallery',
  ],
  category: [
    'categories',
    'services',
    'project-categories',
    'portfolio-categories',
    'portfolio-groups',
    'groups',
    'disciplines',
    'topics',
    'fields',
    'getProjectCategory',
  ],
  job: ['jobs', 'vacancies', 'careers', 'positions', 'job-openings', 'openings'],
  member: ['team', 'people', 'staff', 'members', 'team-members', 'employees'],
};

/** Where visitors' messages go. */
export const contactNames = [
  'contact',
  'contact-messages',
  'messages',
  'contact-us',
  'contacts',
  'inquiries',
  'enquiries',
  'contact/messages',
];

/** Where people sign in, below the root and from the origin. */
export const signInNames = [
  'login',
  'auth/login',
  'auth/sign-in',
  'auth/signin',
  'auth/local',
  'sessions',
  'sign-in',
  'auth/token',
  'token',
  'session',
  'signin',
  'users/login',
  'admin/login',
  'authenticate',
  'auth',
  'users/sign_in',
  'auth/token/login',
  'account/login',
  'accounts/login',
];
export const signInFromOrigin = [
  '/oauth/token',
  '/login',
  '/api/login',
  '/auth/login',
  '/api/auth/login',
  '/token',
  '/api/token',
];

/** A list that is the same but for what is not published yet: `{list}` is the path of the public one, `{name}` its last piece. */
export const adminPlaces = [
  '{root}/admin/{name}',
  '{list}/all',
  '{list}?drafts=true',
  '{list}?status=all',
  '{list}?all=true',
  '{list}?include_drafts=true',
  '{list}/drafts',
  '{list}/admin',
];

/** The one thing of a list. */
export const singlePlaces = [
  '{list}/{id}',
  '{list}/item?id={id}',
  '{parent}/{singular}/{id}',
  '{parent}/{singular}?id={id}',
  '{list}/show?id={id}',
  '{list}/view?id={id}',
  '{list}/detail?id={id}',
  '{list}?id={id}',
];

/** Places of a token in an answer, by the plain name of its field. */
export const tokenNames = [
  'token',
  'accesstoken',
  'access',
  'jwt',
  'authtoken',
  'apitoken',
  'idtoken',
  'plaintexttoken',
  'bearer',
  'sessiontoken',
  'bearertoken',
  'key',
  'sessionid',
];

/** Headers by which hosts take a token that is not a bearer's. */
export const tokenHeaderNames = [
  'X-Auth-Token',
  'X-Access-Token',
  'X-Api-Token',
  'X-Token',
  'X-Session-Token',
];

/** What hosts ask for besides the two at a sign-in, and what may be said. */
export const signInExtras: Record<string, string> = {
  device_name: 'website',
  devicename: 'website',
  grant_type: 'password',
  granttype: 'password',
  device: 'website',
  client: 'website',
  platform: 'web',
  remember: 'false',
};

/** Pairs of words for what visitors see and what they do not. */
export const shownWords: readonly (readonly [shown: string, hidden: string])[] = [
  ['published', 'draft'],
  ['active', 'inactive'],
  ['public', 'private'],
  ['live', 'draft'],
  ['enabled', 'disabled'],
  ['visible', 'hidden'],
  ['online', 'offline'],
  ['approved', 'pending'],
  ['publish', 'draft'],
  ['on', 'off'],
  ['yes', 'no'],
];

export function singularOf(name: string): string {
  if (/ies$/i.test(name)) return name.replace(/ies$/i, 'y');
  if (/(ss|news|staff|us)$/i.test(name)) return name;
  if (/(ch|sh|x|sse)s$|sses$/i.test(name)) return name.replace(/es$/i, '');
  return name.replace(/s$/i, '');
}

export function pluralOf(name: string): string {
  if (/[^aeiou]y$/i.test(name)) return name.replace(/y$/i, 'ies');
  return /s$/i.test(name) ? name : `${name}s`;
}

/** A path without its query. */
export function bareOf(path: string): string {
  return path.split('?', 1)[0] ?? '';
}

/** The last piece of a path. */
export function lastOf(path: string): string {
  return bareOf(path).split('/').filter(Boolean).at(-1) ?? '';
}
