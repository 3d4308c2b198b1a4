import type { JobStatus } from '#shared/schemas/job.ts';
import type { BadgeTone } from '../../../ui/Badge.tsx';

/** Which colour underlines a status. */
export const statusTones: Record<JobStatus, BadgeTone> = {
  draft: 'neutral',
  open: 'success',
  closed: 'signal',
  filled: 'accent',
};
