import { z } from 'zod';

/** The sample content of the embedded engine (docs/operations.md "Sample content"). */

const sampleResources = ['project', 'category', 'blog', 'job', 'team_member'] as const;
export type SampleResource = (typeof sampleResources)[number];

/** Why a removal leaves a sample row: a person has changed it, or other content belongs to it. */
const keptReasons = ['changed', 'projects', 'applicants'] as const;

const counts = z.record(z.enum(sampleResources), z.number().int());

export const sampleStatusSchema = z.object({
  /** Number of sample rows that nobody has changed. */
  sample: z.number().int(),
  /** Number of the company's own rows, and of sample rows that a person has changed, without those in the trash. */
  own: counts,
});

export const sampleRemovalSchema = z.object({
  removed: counts,
  kept: z.array(
    z.object({ resource: z.enum(sampleResources), title: z.string(), reason: z.enum(keptReasons) }),
  ),
});

export type SampleStatus = z.infer<typeof sampleStatusSchema>;
export type SampleRemoval = z.infer<typeof sampleRemovalSchema>;
