import { Controller } from 'react-hook-form';
import { isDate } from '#shared/schemas/field-formats.ts';
import { type JobStatus, jobStatuses } from '#shared/schemas/job.ts';
import { useSite } from '../../site-info.ts';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { DateField } from '../../ui/fields/TextField.tsx';
import { jobStatusLabels } from '../shared/job-labels.ts';
import { FormSection, type SectionProps } from './JobFields.tsx';

const statusHints: Record<JobStatus, string> = {
  draft: 'Only admins see a draft.',
  open: 'Visitors read the posting and apply.',
  closed: 'Visitors with the link see that it is closed.',
  filled: 'Someone was hired. Visitors see it as closed.',
};

interface PublishingProps extends SectionProps {
  /** True for a new job, which can only be a draft or open. A stored job may have any status. */
  isNew: boolean;
}

/** Status and closing date. */
export function PublishingSection({ form, busy, isNew }: PublishingProps) {
  const { errors } = form.formState;
  const { time_zone: zone } = useSite();
  const choices = jobStatuses.filter((status) => !isNew || status === 'draft' || status === 'open');
  const options = choices.map((value) => ({ value, label: jobStatusLabels[value] }));
  return (
    <FormSection title="Publishing">
      <Controller
        control={form.control}
        name="closes_at"
        render={({ field: { value, onChange, ...field } }) => (
          <DateField
            {...field}
            label="Closing date (optional)"
            hint={closingHint(value, zone)}
            readOnly={busy}
            value={value.slice(0, 10)}
            onChange={(event) => onChange(event.target.value)}
            error={errors.closes_at?.message}
          />
        )}
      />
      <Controller
        control={form.control}
        name="status"
        render={({ field }) => (
          <SegmentedControl
            label="Status"
            value={field.value}
            options={options}
            onChange={(value) => {
              field.onChange(value);
              // The status has changed. These fields are required for an open job only, so their errors may be
              // outdated.
              form.clearErrors(['description', 'closes_at']);
            }}
            readOnly={busy}
            hint={statusHints[field.value]}
            error={errors.status?.message}
            ref={field.ref}
          />
        )}
      />
    </FormSection>
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
