import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Id } from '#shared/id.ts';
import type { Job } from '#shared/schemas/job.ts';
import { FormDialogFrame } from '../../../forms/FormDialog.tsx';
import { useSite } from '../../../site-info.ts';
import { EntityDialog } from '../../shared/EntityDialog.tsx';
import { jobToEditQuery } from '../job-to-edit.ts';
import styles from './JobForm.module.css';
import { JobForm } from './JobForm.tsx';
import { copyOf, newJob, valuesOf } from './job-values.ts';

/** Which form is open: that of a new job, or one that begins with the job of this id. */
export type JobToOpen = { kind: 'new' } | { kind: 'edit' | 'copy'; id: Id };

const titles = { new: 'Post a job', edit: 'Edit job', copy: 'Duplicate job' };

/** The form of a job in a panel of its own. */
export default function JobDialog({ open, onClose }: { open: JobToOpen; onClose: () => void }) {
  const site = useSite();
  const blank = useMemo(() => newJob(site), [site]);
  if (open.kind !== 'new') return <StoredJobDialog kind={open.kind} id={open.id} onClose={onClose} />;
  return (
    <FormDialogFrame title={titles.new} size="panel" onClose={onClose}>
      <JobForm id={undefined} draftKey="job:new" stored={blank} version={undefined} onClose={onClose} />
    </FormDialogFrame>
  );
}

interface StoredJobProps {
  kind: 'edit' | 'copy';
  id: Id;
  onClose: () => void;
}

/** Fetches the job first: lists have no descriptions. */
function StoredJobDialog({ kind, id, onClose }: StoredJobProps) {
  return (
    <EntityDialog
      title={titles[kind]}
      size="panel"
      what="job"
      query={useQuery(jobToEditQuery(id))}
      submitLabel={kind === 'edit' ? 'Save changes' : 'Save draft'}
      onClose={onClose}
      waitingClass={styles.wide}
    >
      {(job) => <FormOnStored kind={kind} job={job} onClose={onClose} />}
    </EntityDialog>
  );
}

function FormOnStored({ kind, job, onClose }: Pick<StoredJobProps, 'kind' | 'onClose'> & { job: Job }) {
  const stored = useMemo(() => (kind === 'edit' ? valuesOf(job) : copyOf(job)), [kind, job]);
  const own =
    kind === 'edit'
      ? { id: job.id, draftKey: `job:${job.id}`, version: job.updated_at, facts: job }
      : { id: undefined, draftKey: `job:copy:${job.id}`, version: undefined };
  return <JobForm {...own} stored={stored} onClose={onClose} />;
}
