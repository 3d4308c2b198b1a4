import type { Id } from '#shared/id.ts';
import { pathTo } from '#shared/paths.ts';
import { routes } from '#shared/routes.ts';
import { formNameOf } from '../../forms/open-form.ts';

/** For a kind of record, the screen that opens it, and the search param with the record. */
const screens: Partial<Record<string, [screen: string, param: string]>> = {
  job: [routes.adminDashboard, 'form'],
  blog: [routes.adminBlogs, 'form'],
  team_member: [routes.adminTeam, 'form'],
  applicant: [routes.adminApplicants, 'applicant'],
  message: [routes.adminMessages, 'message'],
  intake_item: [routes.adminIntake, 'item'],
};

/** Returns the URL that opens a record in the admin area; undefined for a kind without one. */
export function recordAddress(kind: string, id: Id, category?: Id): string | undefined {
  if (kind === 'category') return pathTo('adminProjects', { id });
  if (kind === 'project')
    return category === undefined
      ? undefined
      : `${pathTo('adminProjects', { id: category })}?form=${formNameOf(id)}`;
  const [screen, param] = screens[kind] ?? [];
  return screen && `${screen}?${param}=${param === 'form' ? formNameOf(id) : id}`;
}
