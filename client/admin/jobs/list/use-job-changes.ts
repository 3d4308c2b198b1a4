import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messages } from '#shared/messages.ts';
import type { JobStatus, ListedJob } from '#shared/schemas/job.ts';
import { translateError } from '../../../api/api-error.ts';
import { conflictOf } from '../../../forms/conflict.ts';
import { notify } from '../../../ui/toast.ts';
import { useDeleteWithUndo } from '../../shared/use-delete-with-undo.ts';
import { useJobStatus } from '../job-status.ts';
import { refreshJobs } from '../refresh-jobs.ts';

/** Why the status of a job is what it was. */
export interface StatusProblemState {
  job: ListedJob;
  text: string;
}

/** Changes of single jobs of the list, and what came of them. */
export function useJobChanges() {
  const queries = useQueryClient();
  const [problem, setProblem] = useState<StatusProblemState>();
  const status = useJobStatus({
    onSaved: () => notify.success(messages['job.updated']),
    onFailed: (error, { job }) => setProblem({ job, text: reasonOf(error) }),
  });
  const { remove, deleting } = useDeleteWithUndo({
    resource: 'job',
    call: 'deleteJob',
    deleted: messages['job.deleted'],
    failed: messages['blog.deleteFailed'],
    refresh: () => refreshJobs(queries),
  });

  const busyId = deleting ?? status.pending?.job.id;

  const changeStatus = (job: ListedJob, to: JobStatus) => {
    // Not by disabling the button: it would lose the focus.
    if (busyId === job.id) return;
    setProblem(undefined);
    status.change({ job, status: to });
  };

  return {
    busyId,
    problem,
    forgetProblem: () => setProblem(undefined),
    changeStatus,
    remove,
  };
}

function reasonOf(error: unknown): string {
  const conflict = conflictOf(error);
  if (conflict)
    return `${conflict.who ?? 'Someone else'} changed it in the meantime. The list shows the latest version.`;
  const { message, fieldErrors } = translateError(error);
  // No field is marked here, so what they would say is said instead.
  return Object.values(fieldErrors).join(' ') || message;
}
