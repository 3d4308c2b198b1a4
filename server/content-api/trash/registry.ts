import { assertThat } from '../../errors.ts';
import { findNote } from '../applicants/events-repository.ts';
import { cvFilesOf } from '../applicants/retention-repository.ts';
import { categories, logos, posts, projectImages, projects, team } from '../content/tables.ts';
import { hasLivingCategory, projectsIn } from '../projects/repository.ts';
import type { TrashEntry } from './entry.ts';

/**
 * Every kind of row that can be restored. A kind comes after the kinds of its parts (a project after its images),
 * because rows are erased in this order.
 */
export const trash: readonly TrashEntry[] = [
  { resource: 'job', table: 'jobs' },
  {
    resource: 'applicant_note',
    table: 'applicant_notes',
    async assertFits(tx, id) {
      assertThat(await findNote(tx, id), 'applicant.notFound', 409);
    },
  },
  { resource: 'applicant', table: 'applicants', filesOf: cvFilesOf },
  {
    resource: 'project_image',
    table: 'project_images',
    ...projectImages,
  },
  {
    resource: 'project',
    table: 'projects',
    filesOf: (tx, ids) => projects.filesOf(tx, ids),
    async assertFits(tx, id) {
      assertThat(await hasLivingCategory(tx, id), 'project.categoryGone', 409);
    },
  },
  { resource: 'tech_image', table: 'tech_images', ...logos },
  {
    resource: 'category',
    table: 'categories',
    filesOf: (tx, ids) => categories.filesOf(tx, ids),
    below: { resource: 'project', idsOf: projectsIn },
  },
  { resource: 'blog', table: 'blogs', filesOf: (tx, ids) => posts.filesOf(tx, ids) },
  { resource: 'team_member', table: 'team_members', filesOf: (tx, ids) => team.filesOf(tx, ids) },
  { resource: 'message', table: 'messages' },
];
