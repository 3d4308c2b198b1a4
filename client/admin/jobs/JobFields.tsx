import type { ReactNode } from 'react';
import { isDate } from '#shared/schemas/field-formats.ts';
import type { JobStatus } from '#shared/schemas/job.ts';
import { useSite } from '../../site-info.ts';
import { EntityField, useOwnForm } from '../shared/EntityForm.tsx';
import { FormSection } from '../shared/FormSection.tsx';
import styles from './JobForm.module.css';
import { useJobSuggestions } from './queries.ts';

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
export function JobFields() {
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
