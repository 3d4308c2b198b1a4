import { salaryUnitLabels } from '#shared/job-labels.ts';
import { salaryUnits } from '#shared/schemas/job.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import { Switch } from '../../../ui/fields/Switch.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { FieldRow, FormSection } from './FormSection.tsx';
import type { JobValues } from './job-values.ts';
import type { SectionProps } from './section.ts';

const unitOptions = salaryUnits.map((value) => ({ value, label: salaryUnitLabels[value] }));

/** What is looked at together: one change may mend another field's error. */
const ruledTogether: (keyof JobValues)[] = ['salary_min', 'salary_max', 'salary_currency', 'salary_unit'];

/** What the job pays, and whether visitors are told. `currencies` is the id of a list of usual ones. */
export function PaySection({ form, busy, currencies }: SectionProps & { currencies: string }) {
  const { errors } = form.formState;
  const shared = { autoComplete: 'off', readOnly: busy } as const;
  const together = { onChange: () => form.clearErrors(ruledTogether) };
  return (
    <FormSection title="Pay" text="Leave the amounts empty if pay is negotiable.">
      <FieldRow>
        <TextField
          label="Lowest (optional)"
          inputMode="decimal"
          {...shared}
          error={errors.salary_min?.message}
          {...form.register('salary_min', together)}
        />
        <TextField
          label="Highest (optional)"
          inputMode="decimal"
          {...shared}
          error={errors.salary_max?.message}
          {...form.register('salary_max', together)}
        />
      </FieldRow>
      <FieldRow>
        <TextField
          label="Currency"
          hint="Three letters, such as PKR"
          list={currencies}
          maxLength={3}
          autoCapitalize="characters"
          spellCheck={false}
          {...shared}
          error={errors.salary_currency?.message}
          {...form.register('salary_currency', together)}
        />
        <Select
          label="Pay period"
          options={unitOptions}
          placeholder="Not specified"
          readOnly={busy}
          error={errors.salary_unit?.message}
          {...form.register('salary_unit', together)}
        />
      </FieldRow>
      <Switch
        label="Show pay to visitors"
        hint="When off, only admins see it. Postings that show pay attract more, and better matching, applications."
        readOnly={busy}
        {...form.register('show_salary')}
      />
    </FormSection>
  );
}
