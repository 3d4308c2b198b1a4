import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useWatch } from 'react-hook-form';
import { job as noun } from '#shared/entities/job.ts';
import type { Id } from '#shared/id.ts';
import { isOpen } from '#shared/job-labels.ts';
import { pathTo } from '#shared/paths.ts';
import { type Job, type JobStatus, jobInputSchema } from '#shared/schemas/job.ts';
import { callApi } from '../../api/call.ts';
import { formNameOf } from '../../forms/open-form.ts';
import { useSite } from '../../site-info.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { EntityDialog } from '../shared/EntityDialog.tsx';
import { EntityForm, saveLabel, useEntityForm } from '../shared/EntityForm.tsx';
import { Placeholders } from '../shared/Placeholders.tsx';
import { FormTools } from '../shared/publish/FormTools.tsx';
import { JobFields } from './JobFields.tsx';
import styles from './JobForm.module.css';
import type { PreviewKind } from './JobPreview.tsx';
import { copyOf, jobProblems, newJob, wireOf } from './job-form.ts';
import { jobToEditQuery } from './queries.ts';

/** Loaded when a preview is first shown. */
const JobPreview = lazy(() => import('./JobPreview.tsx'));

/** The form to open: for a new job, for the job with this id, or for a new job that starts as a copy of that job. */
export type JobToOpen = { kind: 'new' } | { kind: 'edit' | 'copy'; id: Id };

const titles = { new: 'Post a job', edit: 'Edit job', copy: 'Duplicate job' };

/** The form of a job in its own panel. */
export default function JobDialog({ open, onClose }: { open: JobToOpen; onClose: () => void }) {
  const { kind } = open;
  return (
    <EntityDialog
      title={titles[kind]}
      size="panel"
      call={kind === 'edit' ? 'updateJob' : 'addJob'}
      what="job"
      query={kind === 'new' ? undefined : jobToEditQuery(open.id)}
      submitLabel={kind === 'copy' ? 'Save draft' : saveLabel}
      onClose={onClose}
      waitingClass={styles.wide}
    >
      {(stored) => <JobForm kind={kind} stored={stored} onDone={onClose} />}
    </EntityDialog>
  );
}

interface JobFormProps {
  kind: JobToOpen['kind'];
  /** The job to edit or copy. */
  stored: Job | undefined;
  onDone: () => void;
}

/** The form of a job in sections, with a preview of the posting next to it, or on a tab where there is no room. */
function JobForm({ kind, stored, onDone }: JobFormProps) {
  const queries = useQueryClient();
  const site = useSite();
  const row = kind === 'edit' ? stored : undefined;
  const [first] = useState(() => (kind === 'copy' && stored ? copyOf(stored) : newJob(site)));
  const query = jobToEditQuery(row?.id ?? 0);
  const state = useEntityForm({
    noun,
    row,
    schema: jobInputSchema,
    kind: 'job',
    says: { saved: row ? 'job.updated' : 'job.added' },
    problemsOf: (values, rules) =>
      jobProblems(
        values,
        rules(wireOf(values), false),
        row && queries.getQueryData(query.queryKey),
        site.time_zone,
      ),
    save: (values, { signal, version }) => {
      // Without the position, because the form does not change the order of jobs.
      const { v_order: _, ...input } = jobInputSchema.parse(wireOf(values));
      const body = { ...input, updated_at: version };
      return row
        ? callApi('updateJob', { params: { id: row.id }, body, signal })
        : callApi('addJob', { body, signal });
    },
    read: query,
    onDone,
    ...(!row && { stored: first }),
    ...(kind === 'copy' && stored && { draftKey: `job:copy:${formNameOf(stored.id)}` }),
  });
  const { form, busy } = state;
  const [view, setView] = useState<FormView>('form');
  const wide = useMediaQuery('from-xl');
  // Where there is room, a preview is next to the fields; otherwise the admin chooses what is visible.
  const preview = view === 'form' ? (wide ? 'posting' : undefined) : view;
  const status = useWatch({ control: form.control, name: 'status' });
  const previews = [
    { value: 'posting', label: wide ? 'As posted' : 'Preview' },
    { value: 'search', label: 'In search' },
  ] as const;
  const viewSwitch = (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter in these radio buttons, which hold no data, does not submit
    <div className={styles.views} onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}>
      <SegmentedControl<FormView>
        label={wide ? 'Preview' : 'Show'}
        hideLabel
        value={preview ?? 'form'}
        options={wide ? previews : [{ value: 'form', label: 'Fields' }, ...previews]}
        onChange={setView}
      />
    </div>
  );
  const fields = useRef<HTMLDivElement>(null);
  const [now] = useState(() => new Date());

  const publish = () => {
    form.setValue('status', 'open', { shouldDirty: true });
    // Submits through the form element, as a press of the submit button does: only then does the editor pass on its
    // last input.
    fields.current?.closest('form')?.requestSubmit();
  };

  return (
    <EntityForm
      state={{
        ...state,
        submit: (event) => {
          // Validation focuses an invalid field, so the fields must be visible before it runs.
          flushSync(() => setView('form'));
          return state.submit(event);
        },
      }}
      submitLabel={submitLabel(status, row?.status ?? 'draft')}
      mainAction={
        status === 'draft' && (
          <Button disabled={busy} onClick={publish}>
            Publish
          </Button>
        )
      }
    >
      {!wide && viewSwitch}
      <div className={classNames(styles.columns, styles.wide)}>
        <div ref={fields} className={styles.fields} hidden={!wide && view !== 'form'}>
          <JobFields />
          <FormTools
            path={
              row && isOpen(row, now, site.time_zone)
                ? pathTo('careersApplyJob', { jobId: row.id })
                : undefined
            }
            draftOf={wireOf}
          />
        </div>
        {preview && (
          <div className={styles.aside}>
            {wide && viewSwitch}
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse */}
            <section className={styles.preview} aria-label="Preview" tabIndex={0}>
              <Suspense fallback={<Placeholders what="the preview" heights={['1.2rem', '3rem', '12rem']} />}>
                <JobPreview control={form.control} stored={row} kind={preview} />
              </Suspense>
            </section>
          </div>
        )}
      </div>
    </EntityForm>
  );
}

/** Returns the label of the submit button, which names what the save does to the job. */
function submitLabel(status: JobStatus, before: JobStatus): string {
  if (status === 'open' && before !== 'open') return 'Publish';
  return status === 'draft' ? 'Save draft' : 'Save changes';
}

/** The view that the admin chose: the fields or one of the previews. */
type FormView = 'form' | PreviewKind;
