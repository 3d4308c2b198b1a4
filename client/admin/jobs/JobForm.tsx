import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { job as noun } from '#shared/entities/job.ts';
import type { Id } from '#shared/id.ts';
import { isOpen } from '#shared/job-labels.ts';
import { pathTo } from '#shared/paths.ts';
import { type JobStatus, jobInputSchema } from '#shared/schemas/job.ts';
import { isDate } from '#shared/text-formats.ts';
import { callApi } from '../../api/call.ts';
import { formNameOf } from '../../forms/open-form.ts';
import { useSite } from '../../site-info.ts';
import { EntityFields, useOwnForm } from '../shared/EntityForm.tsx';
import { Placeholders } from '../shared/PagedList.tsx';
import { StoredSchedule } from '../shared/publish/form-tools.tsx';
import { RecordDialog } from '../shared/RecordDialog.tsx';
import styles from './JobForm.module.css';
import { copyOf, jobProblems, newJob, wireOf } from './job-form.ts';
import { jobToEditQuery, useJobSuggestions } from './queries.ts';

/** Loaded after the fields. */
const JobPreview = lazy(() => import('./JobPreview.tsx'));

/** The form to open: for a new job, for the job with this id, or for a new job that starts as a copy of that job. */
export type JobToOpen = { kind: 'new' } | { kind: 'edit' | 'copy'; id: Id };

const titles = { new: 'Post a job', edit: 'Edit job', copy: 'Duplicate job' };

/** The form of a job in its own panel: sections, with a preview next to them, or below where there is no room. */
export default function JobDialog({ open, onClose }: { open: JobToOpen; onClose: () => void }) {
  const { kind } = open;
  const queries = useQueryClient();
  const site = useSite();
  const [now] = useState(() => new Date());
  const isCopy = kind === 'copy';
  return (
    <RecordDialog
      id={kind === 'new' ? undefined : open.id}
      isCopy={isCopy}
      noun={noun}
      schema={jobInputSchema}
      title={titles[kind]}
      size="panel"
      query={jobToEditQuery}
      pathOf={(job) =>
        isOpen(job, now, site.time_zone) ? pathTo('careersApplyJob', { jobId: job.id }) : undefined
      }
      draftOf={wireOf}
      options={(job, from) => ({
        problemsOf: (values, rules) => {
          const before = job && queries.getQueryData(jobToEditQuery(job.id).queryKey);
          return jobProblems(values, rules(wireOf(values), false), before, site.time_zone);
        },
        save: (values, { signal, version }) => {
          // Without the position, because the form does not change the order of jobs.
          const { v_order: _, ...input } = jobInputSchema.parse(wireOf(values));
          const body = { ...input, updated_at: version };
          return job
            ? callApi('updateJob', { params: { id: job.id }, body, signal })
            : callApi('addJob', { body, signal });
        },
        ...(!job && { stored: from ? copyOf(from) : newJob(site) }),
        ...(from && { draftKey: `job:copy:${formNameOf(from.id)}` }),
      })}
      buttons={({ form, row }) => {
        const status: JobStatus = form.watch('status');
        const publish = () => form.setValue('status', 'open', { shouldDirty: true });
        return {
          submitLabel: submitLabel(status, row?.status ?? 'draft'),
          ...(status === 'draft' && { mainAction: { label: 'Publish', before: publish } }),
        };
      }}
      onClose={onClose}
    >
      {() => (
        <div className={styles.columns}>
          <div className={styles.fields}>
            <JobFields />
            <StoredSchedule />
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse */}
          <section className={styles.preview} aria-label="Preview" tabIndex={0}>
            <Suspense fallback={<Placeholders what="the preview" heights={['1.2rem', '3rem', '12rem']} />}>
              <JobPreview />
            </Suspense>
          </section>
        </div>
      )}
    </RecordDialog>
  );
}

/** Returns the label of the submit button, which names what the save does to the job. */
function submitLabel(status: JobStatus, before: JobStatus) {
  if (status === 'open' && before !== 'open') return 'Publish';
  return status === 'draft' ? 'Save draft' : 'Save changes';
}

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
    <EntityFields
      sections={{
        title: { title: 'Basics' },
        location_type: { title: 'Place' },
        salary_min: { title: 'Pay', text: 'Leave the amounts empty if pay is negotiable.' },
        description: {
          title: 'Description',
          text: 'What the person will do, what they bring, what you offer and how you hire. Optional for drafts.',
        },
        closes_at: { title: 'Publishing' },
      }}
      rows={[
        ['employment_type', 'openings'],
        ['city', 'region'],
        ['salary_min', 'salary_max'],
        ['salary_currency', 'salary_unit'],
      ]}
      rowClass={styles.row}
      props={{
        title: {
          label: 'Job title',
          hint: 'Just the title, without location, pay or company name. Search engines reject postings that include them.',
        },
        department: { suggestions: departments },
        employment_type: { label: 'Employment' },
        location_type: {
          segmented: true,
          hint: optional && 'The country says where people can apply from; the city is optional.',
          // These fields may become optional, so their old errors are cleared.
          judges: ['city', 'country'],
        },
        city: { label: `City${optional}`, suggestions: cities },
        country: { label: `Country${optional}` },
        salary_min: { label: 'Lowest (optional)', judges: payFields },
        salary_max: { label: 'Highest (optional)', judges: payFields },
        salary_currency: {
          hint: 'Three letters, such as PKR',
          suggestions: currencies,
          autoCapitalize: 'characters',
          spellCheck: false,
          judges: payFields,
        },
        salary_unit: { placeholder: 'Not specified', judges: payFields },
        show_salary: {
          label: 'Show pay to visitors',
          hint: 'When off, only admins see it. Postings that show pay attract more, and better matching, applications.',
        },
        description: { label: 'Job description', toolbar: 'job' },
        closes_at: { hint: closingHint(closesAt, zone) },
        status: {
          // A new job can only be a draft or open.
          segmented: row ? true : ['draft', 'open'],
          hint: statusHints[status as JobStatus],
          // These fields are required for an open job only.
          judges: ['description', 'closes_at'],
        },
      }}
    />
  );
}

/**
 * Hint of the closing date. A host may have stored a time of day. If a day is chosen in the form instead, the job
 * stays open until that day ends.
 */
function closingHint(closesAt: string, zone: string) {
  if (closesAt === '' || isDate(closesAt))
    return `The job is open until this day ends in the company’s time zone (${zone}).`;
  return `The job closes at ${closesAt.slice(11, 16)} UTC on this day. Any other day counts until it ends.`;
}
