import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useWatch } from 'react-hook-form';
import { job as noun } from '#shared/entities/job.ts';
import type { Id } from '#shared/id.ts';
import { isOpen } from '#shared/job-labels.ts';
import { pathTo } from '#shared/paths.ts';
import { isDate } from '#shared/schemas/field-formats.ts';
import { type Job, type JobStatus, jobInputSchema } from '#shared/schemas/job.ts';
import { callApi } from '../../api/call.ts';
import { formNameOf } from '../../forms/open-form.ts';
import { useSite } from '../../site-info.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { EntityDialog } from '../shared/EntityDialog.tsx';
import { EntityField, EntityForm, saveLabel, useEntityForm, useOwnForm } from '../shared/EntityForm.tsx';
import { FormSection } from '../shared/FormSection.tsx';
import { Placeholders } from '../shared/Placeholders.tsx';
import { FormTools } from '../shared/publish/FormTools.tsx';
import styles from './JobForm.module.css';
import type { PreviewKind } from './JobPreview.tsx';
import { copyOf, jobProblems, newJob, wireOf } from './job-form.ts';
import { jobToEditQuery, useJobSuggestions } from './queries.ts';

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

const currencies = ['PKR', 'USD', 'EUR', 'GBP', 'AED', 'SAR'];

/** Fields that are validated together: a change in one may clear the error of another. */
const payFields = ['salary_min', 'salary_max', 'salary_currency', 'salary_unit'];

const statusHints: Record<JobStatus, string> = {
  draft: 'Only admins see a draft.',
  open: 'Visitors read the posting and apply.',
  closed: 'Visitors with the link see that it is closed.',
  filled: 'Someone was hired. Visitors see it as closed.',
};

/** The fields of a job, in sections. */
function JobFields() {
  const { form, row } = useOwnForm();
  const { departments, cities } = useJobSuggestions();
  const { time_zone: zone } = useSite();
  const [type, status, closesAt] = form.watch(['location_type', 'status', 'closes_at']);
  const optional = type === 'remote' ? ' (optional)' : '';
  return (
    <>
      <FormSection title="Basics">
        <EntityField
          name="title"
          label="Job title"
          data-focus-first
          hint="Just the title, without location, pay or company name. Search engines reject postings that include them."
        />
        <EntityField name="department" suggestions={departments} />
        <FieldRow>
          <EntityField name="employment_type" label="Employment" />
          <EntityField name="openings" />
        </FieldRow>
      </FormSection>
      <FormSection title="Place">
        <EntityField
          name="location_type"
          segmented
          hint={optional && 'The country says where people can apply from; the city is optional.'}
          // These fields may become optional, so their old errors are cleared.
          judges={['city', 'country']}
        />
        <FieldRow>
          <EntityField name="city" label={`City${optional}`} suggestions={cities} />
          <EntityField name="region" />
        </FieldRow>
        <EntityField name="country" label={`Country${optional}`} />
      </FormSection>
      <FormSection title="Pay" text="Leave the amounts empty if pay is negotiable.">
        <FieldRow>
          <EntityField name="salary_min" label="Lowest (optional)" judges={payFields} />
          <EntityField name="salary_max" label="Highest (optional)" judges={payFields} />
        </FieldRow>
        <FieldRow>
          <EntityField
            name="salary_currency"
            hint="Three letters, such as PKR"
            suggestions={currencies}
            autoCapitalize="characters"
            spellCheck={false}
            judges={payFields}
          />
          <EntityField name="salary_unit" placeholder="Not specified" judges={payFields} />
        </FieldRow>
        <EntityField
          name="show_salary"
          label="Show pay to visitors"
          hint="When off, only admins see it. Postings that show pay attract more, and better matching, applications."
        />
      </FormSection>
      <FormSection
        title="Description"
        text="What the person will do, what they bring, what you offer and how you hire. Optional for drafts."
      >
        <EntityField name="description" label="Job description" toolbar="job" />
      </FormSection>
      <FormSection title="Publishing">
        <EntityField name="closes_at" hint={closingHint(closesAt, zone)} />
        <EntityField
          name="status"
          // A new job can only be a draft or open.
          segmented={row ? true : ['draft', 'open']}
          hint={statusHints[status as JobStatus]}
          // These fields are required for an open job only.
          judges={['description', 'closes_at']}
        />
      </FormSection>
    </>
  );
}

/**
 * Hint of the closing date. A host may have stored a time of day. If a day is chosen in the form instead, the job
 * stays open until that day ends.
 */
function closingHint(closesAt: string, zone: string): string {
  if (closesAt === '' || isDate(closesAt))
    return `The job is open until this day ends in the company’s time zone (${zone}).`;
  return `The job closes at ${closesAt.slice(11, 16)} UTC on this day. Any other day counts until it ends.`;
}

/** Fields side by side where there is room. */
function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
