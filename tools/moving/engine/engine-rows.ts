import type { ArchiveKind } from '../../archive/manifest.ts';
import type { NounName } from '../../archive/records.ts';
import { movedApplicants } from './applicants-repository.ts';
import { movedCategories } from './categories-repository.ts';
import { movedJobs } from './jobs-repository.ts';
import { movedMessages } from './messages-repository.ts';
import { movedPosts } from './posts-repository.ts';
import { movedProjects } from './projects-repository.ts';
import type { MovedRows } from './rows-repository.ts';
import { movedTeam } from './team-repository.ts';

const engineRows: { [Name in NounName]: MovedRows<Name> } = {
  categories: movedCategories,
  projects: movedProjects,
  posts: movedPosts,
  jobs: movedJobs,
  applicants: movedApplicants,
  team: movedTeam,
  messages: movedMessages,
};

export const engineEntities = Object.keys(engineRows) as NounName[];

/** Returns how the rows of an entity are read and written; undefined for an entity without a table in the engine. */
export function rowsOf<Name extends ArchiveKind>(entity: Name): MovedRows<Name> | undefined {
  return (engineRows as Partial<Record<ArchiveKind, MovedRows<ArchiveKind>>>)[entity] as
    | MovedRows<Name>
    | undefined;
}
