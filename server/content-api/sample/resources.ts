import type { TrashResource } from '#shared/schemas/trash.ts';

/** What sample content consists of. Rows that belong to others stand before those: removing goes down the list. */
export const sampleResources = [
  'project',
  'category',
  'blog',
  'job',
  'team_member',
] as const satisfies readonly TrashResource[];

export type SampleResource = (typeof sampleResources)[number];

/** A row of sample content that is still there. */
export interface SampleRow {
  resource: SampleResource;
  id: number;
}
