import { assertThat } from '../../errors.ts';
import { cvFilesOf } from '../applicants/retention-repository.ts';
import { filesOfBlogs } from '../blogs/repository.ts';
import { filesOfCategories } from '../categories/repository.ts';
import { filesOfProjects } from '../projects/images-repository.ts';
import { hasLivingCategory } from '../projects/repository.ts';
import { filesOfTeam } from '../team/repository.ts';
import type { TrashEntry } from './trash.ts';

/** Every resource whose rows can be restored. Rows that others belong to stand after those: erasing goes down the list. */
export const trash: readonly TrashEntry[] = [
  { resource: 'job', table: 'jobs' },
  { resource: 'applicant', table: 'applicants', filesOf: cvFilesOf },
  {
    resource: 'project',
    table: 'projects',
    filesOf: filesOfProjects,
    async beforeRestore(tx, id) {
      assertThat(await hasLivingCategory(tx, id), 'project.categoryGone', 409);
    },
  },
  { resource: 'category', table: 'categories', filesOf: filesOfCategories },
  { resource: 'blog', table: 'blogs', filesOf: filesOfBlogs },
  { resource: 'team_member', table: 'team_members', filesOf: filesOfTeam },
  { resource: 'message', table: 'messages' },
];
