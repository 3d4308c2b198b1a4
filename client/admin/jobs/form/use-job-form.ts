import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Id } from '#shared/id.ts';
import { messages } from '#shared/messages.ts';
import { resolverOf } from '../../../forms/form-rules.ts';
import { useResourceForm } from '../../../forms/use-resource-form.ts';
import { notify } from '../../../ui/toast.ts';
import { readJob } from '../job-to-edit.ts';
import { refreshJobs } from '../refresh-jobs.ts';
import { saveJob } from '../save-job.ts';
import { jobProblems } from './job-rules.ts';
import { type JobValues, jobFields, valuesOf } from './job-values.ts';

export interface JobFormOptions {
  /** Undefined for a new job. */
  id: Id | undefined;
  draftKey: string;
  stored: JobValues;
  /** The `updated_at` that the edit begins with. */
  version: string | undefined;
  onClose: () => void;
}

/** State and actions of the form of one job. */
export function useJobForm({ id, draftKey, stored, version, onClose }: JobFormOptions) {
  const queries = useQueryClient();
  /** What the server has, as far as this form knows: rules on opening ask what changes. */
  const newest = useRef(stored);
  return useResourceForm<JobValues>({
    draftKey,
    stored,
    version,
    resolver: resolverOf((values) => jobProblems(values, newest.current, new Date())),
    fields: jobFields,
    save: (values, { signal, version: begunWith }) => saveJob(values, { id, signal, version: begunWith }),
    onSaved: () => {
      notify.success(messages[id === undefined ? 'job.added' : 'job.updated']);
      refreshJobs(queries);
      onClose();
    },
    reload:
      id === undefined
        ? undefined
        : async () => {
            const job = await readJob(id);
            newest.current = valuesOf(job);
            return { stored: newest.current, version: job.updated_at };
          },
  });
}
