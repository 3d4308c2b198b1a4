import { aboutParam, receiptParam } from './page-forms.ts';

/**
 * The routes of docs/product.md §2. The client's router and the server both read this table, so the server never
 * answers 200 for a path that the router does not know.
 */
export const routes = {
  home: '/',
  portfolio: '/portfolio',
  portfolioCategory: '/portfolio/:fieldTitle',
  portfolioItem: '/portfolioOne/:id',
  contact: '/contact',
  publishing: '/publishing',
  apps: '/apps',
  team: '/team',
  careers: '/careers',
  careersApply: '/careers/apply',
  careersApplyJob: '/careers/apply/:jobId',
  privacyPolicy: '/privacy-policy',
  termsConditions: '/terms-conditions',
  deleteAccount: '/delete-account',
  viewBlog: '/view-blog/:id',
  adminLogin: '/admin/login',
  admin: '/admin',
  adminDashboard: '/admin/dashboard',
  adminApplicants: '/admin/applicants',
  adminPortfolio: '/admin/portfolio',
  adminProjects: '/admin/portfolio/projects/:id',
  adminTeam: '/admin/team',
  adminBlogs: '/admin/blogs',
  adminMessages: '/admin/messages',
  adminIntake: '/admin/intake',
  adminActivity: '/admin/activity',
  adminPictures: '/admin/pictures',
  adminRedirects: '/admin/redirects',
  adminTrash: '/admin/trash',
  adminPeople: '/admin/people',
  adminAccount: '/admin/account',
  adminMailTemplates: '/admin/mail-templates',
  adminSite: '/admin/site',
} as const;

export type RouteName = keyof typeof routes;

/** True when a path (no query) is one of the routes; case matters, a single trailing slash does not. */
export function isKnownRoute(path: string) {
  return routeOf(path) !== undefined;
}

function withoutSlash(path: string) {
  return /[^/]\/$/.test(path) ? path.slice(0, -1) : path;
}

/** Returns the route of a path (no query), as written in `routes`; undefined for an unknown path. */
export function routeOf(path: string) {
  const plain = withoutSlash(path);
  return spellings.has(plain) ? plain : withParameters.find(({ pattern }) => pattern.test(plain))?.route;
}

/** True when a path is one of the public routes: those that the server renders. */
export function isPublicRoute(path: string) {
  return isKnownRoute(path) && !/^\/admin(\/|$)/.test(path);
}

/** The query parameters that each public page reads; all others are ignored. */
const parameters: Partial<Record<RouteName, readonly string[]>> = {
  portfolio: ['page', 'category', 'year', 'works'],
  portfolioCategory: ['page'],
  publishing: ['page'],
  contact: [aboutParam, receiptParam],
  careersApply: [
    'page',
    'search',
    'department',
    'employment_type',
    'location_type',
    'spontaneous',
    'source',
    receiptParam,
  ],
  careersApplyJob: ['source', receiptParam],
  deleteAccount: ['app', receiptParam],
};

/** Returns the query parameters that the public page of this path reads. */
export function pageParameters(path: string) {
  const plain = withoutSlash(path);
  return pages.find(({ pattern }) => pattern.test(plain))?.names ?? [];
}

/** Returns a pattern for the paths of a route. */
function routePattern(route: string) {
  return new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`);
}

const spellings: ReadonlySet<string> = new Set(Object.values(routes).filter((route) => !route.includes(':')));
const withParameters = Object.values(routes)
  .filter((route) => route.includes(':'))
  .map((route) => ({ route, pattern: routePattern(route) }));

const pages = Object.entries(parameters).map(([name, names]) => ({
  pattern: routePattern(routes[name as RouteName]),
  names,
}));
