import { employmentTypeLabels } from '#shared/job-labels.ts';
import { limits } from '#shared/limits.ts';
import { employmentTypes } from '#shared/schemas/job.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { FieldRow, FormSection } from './FormSection.tsx';
import type { SectionProps } from './section.ts';

const employmentOptions = employmentTypes.map((value) => ({ value, label: employmentTypeLabels[value] }));

/** What the job is. `departments` is the id of a list of those that other jobs have. */
export function BasicsSection({ form, busy, departments }: SectionProps & { departments: string }) {
  const { errors } = form.formState;
  return (
    <FormSection title="Basics">
      <TextField
        label="Job title"
        data-focus-first
        hint="Just the title, without location, pay or company name. Search engines reject postings that include them."
        dir="auto"
        maxLength={limits.title}
        autoComplete="off"
        readOnly={busy}
        error={errors.title?.message}
        {...form.register('title')}
      />
      <TextField
        label="Department"
        dir="auto"
        list={departments}
        maxLength={limits.line}
        autoComplete="off"
        readOnly={busy}
        error={errors.department?.message}
        {...form.register('department')}
      />
      <FieldRow>
        <Select
          label="Employment"
          options={employmentOptions}
          readOnly={busy}
          error={errors.employment_type?.message}
          {...form.register('employment_type')}
        />
        <TextField
          label="Openings"
          inputMode="numeric"
          autoComplete="off"
          readOnly={busy}
          error={errors.openings?.message}
          {...form.register('openings')}
        />
      </FieldRow>
    </FormSection>
  );
}
