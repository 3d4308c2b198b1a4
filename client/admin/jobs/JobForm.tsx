import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, lazy, Suspense, useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useWatch } from 'react-hook-form';
import { textOf } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { isOpen } from '#shared/job-labels.ts';
import { pathTo } from '#shared/paths.ts';
import type { Job, JobStatus } from '#shared/schemas/job.ts';
import { FormDialogBody, FormDialogFrame } from '../../forms/FormDialog.tsx';
import { formNameOf } from '../../forms/open-form.ts';
import { useSite } from '../../site-info.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { EntityDialog } from '../shared/EntityDialog.tsx';
import { FormTools } from '../shared/publish/FormTools.tsx';
import { Preview } from '../shared/publish/Preview.tsx';
import { ScheduleTool } from '../shared/publish/ScheduleTool.tsx';
import { ViewOnSite } from '../shared/publish/ViewOnSite.tsx';
import { Versions } from '../shared/versions/Versions.tsx';
import { BasicsSection, DescriptionSection, LocationSection, PaySection } from './JobFields.tsx';
import styles from './JobForm.module.css';
import type JobPreview from './JobPreview.tsx';
import type { PreviewKind } from './JobPreview.tsx';
import { copyOf, type JobFormOptions, newJob, useJobForm, valuesOf, wireOf } from './job-form.ts';
import { PublishingSection } from './PublishingSection.tsx';
import { jobToEditQuery, refreshJobs, useJobSuggestions } from './queries.ts';

/** The form to open: for a new job, for the job with this id, or for a new job that starts as a copy of that job. */
export type JobToOpen = { kind: 'new' } | { kind: 'edit' | 'copy'; id: Id };

const titles = { new: 'Post a job', edit: 'Edit job', copy: 'Duplicate job' };

/** The form of a job in its own panel. */
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

/** Fetches the job before the form opens, because the jobs in lists have no description. */
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
      {(job) => <StoredJobForm kind={kind} job={job} onClose={onClose} />}
    </EntityDialog>
  );
}

function StoredJobForm({ kind, job, onClose }: Pick<StoredJobProps, 'kind' | 'onClose'> & { job: Job }) {
  const stored = useMemo(() => (kind === 'edit' ? valuesOf(job) : copyOf(job)), [kind, job]);
  const own =
    kind === 'edit'
      ? { id: job.id, draftKey: `job:${formNameOf(job.id)}`, version: job.updated_at, facts: job }
      : { id: undefined, draftKey: `job:copy:${formNameOf(job.id)}`, version: undefined };
  return <JobForm {...own} stored={stored} onClose={onClose} />;
}

interface JobFormProps extends JobFormOptions {
  /** The stored job. The preview and the tools of the form need some of its data that the form does not have. */
  facts?: Job;
}

const currencies = ['PKR', 'USD', 'EUR', 'GBP', 'AED', 'SAR'];

/** The form of a job in sections, with a preview of the posting next to it, or on a tab where there is no room. */
function JobForm({ facts, ...options }: JobFormProps) {
  const queries = useQueryClient();
  const state = useJobForm(options);
  const { form, busy } = state;
  const { departments, cities } = useJobSuggestions();
  const lists = useId();
  const [view, setView] = useState<FormView>('form');
  const views = useFormViews(view);
  const status = useWatch({ control: form.control, name: 'status' });
  const isNew = options.id === undefined;
  const section = { form, busy };
  const viewSwitch = <ViewSwitch view={view} onChange={setView} wide={views.wide} />;
  const fields = useRef<HTMLDivElement>(null);
  const { time_zone: zone } = useSite();
  const [now] = useState(() => new Date());

  /** Validation focuses an invalid field, so the fields must be visible before it runs. */
  const showFields = () => flushSync(() => setView('form'));
  const formState: typeof state = {
    ...state,
    submit: (event) => {
      showFields();
      return state.submit(event);
    },
  };

  const publish = () => {
    form.setValue('status', 'open', { shouldDirty: true });
    // Submits through the form element, as a press of the submit button does: only then does the editor pass on its
    // last input.
    fields.current?.closest('form')?.requestSubmit();
  };

  return (
    <FormDialogBody
      state={formState}
      submitLabel={submitLabel(status, options.stored.status)}
      busyLabel={textOf(isNew ? 'busy.creating' : 'busy.editing')}
      mainAction={
        status === 'draft' && (
          <Button disabled={busy} onClick={publish}>
            Publish
          </Button>
        )
      }
    >
      {!views.wide && viewSwitch}
      <div className={classNames(styles.columns, styles.wide)}>
        <div ref={fields} className={styles.fields} hidden={!views.fields}>
          <BasicsSection {...section} departments={`${lists}-departments`} />
          <LocationSection {...section} cities={`${lists}-cities`} />
          <PaySection {...section} currencies={`${lists}-currencies`} />
          <DescriptionSection {...section} />
          <PublishingSection {...section} isNew={isNew} />
          <FormTools>
            <Preview
              of={{ resource: 'job', id: options.id }}
              values={() => wireOf(form.getValues())}
              busy={busy}
            />
            {options.id !== undefined && (
              <Versions resource="job" id={options.id} state={state} refresh={() => refreshJobs(queries)} />
            )}
            {facts && isOpen(facts, now, zone) && (
              <ViewOnSite path={pathTo('careersApplyJob', { jobId: facts.id })} />
            )}
            {options.id !== undefined && (
              <ScheduleTool
                resource="job"
                id={options.id}
                dirty={state.dirty}
                busy={busy}
                refresh={() => refreshJobs(queries)}
              />
            )}
          </FormTools>
        </div>
        {views.preview && (
          <div className={styles.aside}>
            {views.wide && viewSwitch}
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse */}
            <section className={styles.preview} aria-label="Preview" tabIndex={0}>
              <PreviewPane control={form.control} stored={facts} kind={views.preview} />
            </section>
          </div>
        )}
      </div>
      <DataList id={`${lists}-departments`} options={departments} />
      <DataList id={`${lists}-cities`} options={cities} />
      <DataList id={`${lists}-currencies`} options={currencies} />
    </FormDialogBody>
  );
}

/** Returns the label of the submit button, which names what the save does to the job. */
function submitLabel(status: JobStatus, before: JobStatus): string {
  if (status === 'open' && before !== 'open') return 'Publish';
  return status === 'draft' ? 'Save draft' : 'Save changes';
}

function DataList({ id, options }: { id: string; options: readonly string[] }) {
  return (
    <datalist id={id}>
      {options.map((option) => (
        <option key={option} value={option} />
      ))}
    </datalist>
  );
}

/** The view that the admin chose: the fields or one of the previews. */
type FormView = 'form' | PreviewKind;

/**
 * Returns the visible parts of the form: fields and preview where there is room for both, otherwise the chosen one.
 */
function useFormViews(view: FormView): {
  wide: boolean;
  fields: boolean;
  preview: PreviewKind | undefined;
} {
  const wide = useMediaQuery('from-xl');
  if (wide) return { wide, fields: true, preview: view === 'search' ? 'search' : 'posting' };
  return { wide, fields: view === 'form', preview: view === 'form' ? undefined : view };
}

interface ViewSwitchProps {
  view: FormView;
  onChange: (view: FormView) => void;
  wide: boolean;
}

/**
 * Chooses between fields, posting and search result. On wide screens the fields are always visible, so only the
 * preview is chosen.
 */
function ViewSwitch({ view, onChange, wide }: ViewSwitchProps) {
  const previews = [
    { value: 'posting', label: wide ? 'As posted' : 'Preview' },
    { value: 'search', label: 'In search' },
  ] as const;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps a key of the control inside from formState the form
    <div className={styles.views} onKeyDown={ignoreEnter}>
      <SegmentedControl
        label={wide ? 'Preview' : 'Show'}
        hideLabel
        value={wide && view === 'form' ? 'posting' : view}
        options={wide ? previews : [{ value: 'form', label: 'Fields' }, ...previews]}
        onChange={onChange}
      />
    </div>
  );
}

/** Stops Enter in these radio buttons from submitting the form: they choose a view and hold no form data. */
function ignoreEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}

const LazyPreview = lazy(() => import('./JobPreview.tsx'));

/** The preview. Its code is loaded when it is first shown. */
function PreviewPane(props: Parameters<typeof JobPreview>[0]) {
  return (
    <Suspense fallback={<PreviewSkeleton />}>
      <LazyPreview {...props} />
    </Suspense>
  );
}

function PreviewSkeleton() {
  return (
    <div className={styles.previewSkeleton}>
      <VisuallyHidden role="status">Loading the preview…</VisuallyHidden>
      <Skeleton width="30%" />
      <Skeleton width="70%" height="3rem" />
      <Skeleton height="12rem" />
    </div>
  );
}
