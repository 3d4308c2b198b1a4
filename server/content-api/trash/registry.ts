import { assertThat } from '../../errors.ts';
import { findNote } from '../applicants/events-repository.ts';
import { cvFilesOf } from '../applicants/retention-repository.ts';
import { filesOfBlogs } from '../blogs/repository.ts';
import { assertLogoFits, filesOfCategories, filesOfLogos } from '../categories/repository.ts';
import { assertImageFits, filesOfImages, filesOfProjects } from '../projects/images-repository.ts';
import { hasLivingCategory, projectsIn } from '../projects/repository.ts';
import { filesOfTeam } from '../team/repository.ts';
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
    filesOf: filesOfImages,
    assertFits: assertImageFits,
  },
  {
    resource: 'project',
    table: 'projects',
    filesOf: filesOfProjects,
    async assertFits(tx, id) {
      assertThat(await hasLivingCategory(tx, id), 'project.categoryGone', 409);
    },
  },
  { resource: 'tech_image', table: 'tech_images', filesOf: filesOfLogos, assertFits: assertLogoFits },
  {
    resource: 'category',
    table: 'categories',
    filesOf: filesOfCategories,
    below: { resource: 'project', idsOf: projectsIn },
  },
  { resource: 'blog', table: 'blogs', filesOf: filesOfBlogs },
  { resource: 'team_member', table: 'team_members', filesOf: filesOfTeam },
  { resource: 'message', table: 'messages' },
];
