import type { CallName } from '#shared/contract/index.ts';
import { type RouteName, routeOf, routes } from '#shared/routes.ts';
import type { May } from './rights.ts';

interface AdminScreen {
  title: string;
  /** Call that the screen requires: a role that may not make it does not see the screen. */
  call: CallName;
}

/** The screens of the admin area, by the name of their route. */
export const adminScreens = {
  adminDashboard: { title: 'Jobs', call: 'getJobs' },
  adminApplicants: { title: 'Applicants', call: 'getApplicants' },
  adminPortfolio: { title: 'Portfolio', call: 'getProjectCategory' },
  adminProjects: { title: 'Projects', call: 'getProjects' },
  adminTeam: { title: 'Team', call: 'getTeam' },
  adminBlogs: { title: 'Blogs', call: 'blogs' },
  adminMessages: { title: 'Messages', call: 'getMessages' },
  adminIntake: { title: 'Waiting forms', call: 'intake' },
  adminActivity: { title: 'Activity', call: 'getActivity' },
  adminPictures: { title: 'Pictures', call: 'getPictures' },
  adminRedirects: { title: 'Redirects', call: 'getRedirects' },
  adminTrash: { title: 'Trash', call: 'getTrash' },
  adminPeople: { title: 'People', call: 'getPeople' },
  adminAccount: { title: 'Your account', call: 'getAccount' },
  adminMailTemplates: { title: 'Mail templates', call: 'getMailTemplates' },
  adminSite: { title: 'Site', call: 'getSite' },
} satisfies Partial<Record<RouteName, AdminScreen>>;

export type AdminScreenName = keyof typeof adminScreens;

/** Returns true if the role may see the screen at this path. Also true for a path that is no admin screen. */
export function maySee(may: May, address: string): boolean {
  const screen = screenAt(address.replace(/\?.*$/, ''));
  return !screen || may(screen.call);
}

/** Returns the screen at a path; undefined for other pages. */
export function screenAt(path: string): AdminScreen | undefined {
  const route = routeOf(path);
  const name = (Object.keys(adminScreens) as AdminScreenName[]).find((each) => routes[each] === route);
  return name && adminScreens[name];
}
