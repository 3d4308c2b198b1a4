import { filesOfTeam } from '../team/repository.ts';
import type { TrashEntry } from './trash.ts';

/** Every resource whose rows can be restored. Rows that others belong to stand after those: erasing goes down the list. */
export const trash: readonly TrashEntry[] = [
  { resource: 'job', table: 'jobs' },
  { resource: 'team_member', table: 'team_members', filesOf: filesOfTeam },
];
