import { type ReactNode, useId } from 'react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { limits } from '#shared/limits.ts';
import { employmentTypes, locationTypes, salaryUnits } from '#shared/schemas/job.ts';
import { RichTextEditor } from '../../editor/RichTextEditor.tsx';
import { bindFields } from '../../forms/bind-fields.ts';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { Switch } from '../../ui/fields/Switch.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { employmentTypeLabels, locationTypeLabels, salaryUnitLabels } from '../shared/job-labels.ts';
import styles from './JobForm.module.css';
import type { JobValues } from './job-form.ts';

/** Props of every section of the form. */
export interface SectionProps {
  form: UseFormReturn<JobValues>;
  /** True while a save runs: the fields are read-only. */
  busy: boolean;
}

const employmentOptions = employmentTypes.map((value) => ({ value, label: employmentTypeLabels[value] }));

/** Basic facts of the job. `departments` is the id of the datalist with the departments of other jobs. */
export function BasicsSection({ form, busy, departments }: SectionProps & { departments: string }) {
  const bind = bindFields(form, busy);
  return (
    <FormSection title="Basics">
      <TextField
        label="Job title"
        data-focus-first
        hint="Just the title, without location, pay or company name. Search engines reject postings that include them."
        dir="auto"
        maxLength={limits.title}
        autoComplete="off"
        {...bind('title')}
      />
      <TextField
        label="Department"
        dir="auto"
        list={departments}
        maxLength={limits.line}
        autoComplete="off"
        {...bind('department')}
      />
      <FieldRow>
        <Select label="Employment" options={employmentOptions} {...bind('employment_type')} />
        <TextField label="Openings" inputMode="numeric" autoComplete="off" {...bind('openings')} />
      </FieldRow>
    </FormSection>
  );
}

const locationOptions = locationTypes.map((value) => ({ value, label: locationTypeLabels[value] }));

/** Workplace. `cities` is the id of the datalist with the cities of other jobs. */
export function LocationSection({ form, busy, cities }: SectionProps & { cities: string }) {
  const { errors } = form.formState;
  const bind = bindFields(form, busy);
  const remote = useWatch({ control: form.control, name: 'location_type' }) === 'remote';
  const line = { dir: 'auto', maxLength: limits.line, autoComplete: 'off' } as const;
  return (
    <FormSection title="Place">
      <Controller
        control={form.control}
        name="location_type"
        render={({ field }) => (
          <SegmentedControl
            label="Workplace"
            value={field.value}
            options={locationOptions}
            onChange={(value) => {
              field.onChange(value);
              // A change of the workplace can make these fields optional, so their old errors are cleared.
              form.clearErrors(['city', 'country']);
            }}
            readOnly={busy}
            hint={remote ? 'The country says where people can apply from; the city is optional.' : undefined}
            error={errors.location_type?.message}
            ref={field.ref}
          />
        )}
      />
      <FieldRow>
        <TextField label={remote ? 'City (optional)' : 'City'} list={cities} {...line} {...bind('city')} />
        <TextField label="Region (optional)" {...line} {...bind('region')} />
      </FieldRow>
      <TextField label={remote ? 'Country (optional)' : 'Country'} {...line} {...bind('country')} />
    </FormSection>
  );
}

const unitOptions = salaryUnits.map((value) => ({ value, label: salaryUnitLabels[value] }));

/** Fields that are validated together: a change in one may clear the error of another. */
const payFields: (keyof JobValues)[] = ['salary_min', 'salary_max', 'salary_currency', 'salary_unit'];

/** The pay, and whether visitors see it. `currencies` is the id of the datalist with common currencies. */
export function PaySection({ form, busy, currencies }: SectionProps & { currencies: string }) {
  const bind = bindFields(form, busy);
  const together = { onChange: () => form.clearErrors(payFields) };
  return (
    <FormSection title="Pay" text="Leave the amounts empty if pay is negotiable.">
      <FieldRow>
        <TextField
          label="Lowest (optional)"
          inputMode="decimal"
          autoComplete="off"
          {...bind('salary_min', together)}
        />
        <TextField
          label="Highest (optional)"
          inputMode="decimal"
          autoComplete="off"
          {...bind('salary_max', together)}
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
          autoComplete="off"
          {...bind('salary_currency', together)}
        />
        <Select
          label="Pay period"
          options={unitOptions}
          placeholder="Not specified"
          {...bind('salary_unit', together)}
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

/** The text of the posting. */
export function DescriptionSection({ form, busy }: SectionProps) {
  const { errors } = form.formState;
  return (
    <FormSection
      title="Description"
      text="What the person will do, what they bring, what you offer and how you hire. Optional for drafts."
    >
      <Controller
        control={form.control}
        name="description"
        render={({ field }) => (
          <RichTextEditor
            label="Job description"
            toolbar="job"
            title={form.watch('title')}
            value={field.value}
            onChange={field.onChange}
            disabled={busy}
            error={errors.description?.message}
            ref={field.ref}
          />
        )}
      />
    </FormSection>
  );
}

interface FormSectionProps {
  title: string;
  text?: ReactNode;
  children: ReactNode;
}

/** A part of the form under its own heading. */
export function FormSection({ title, text, children }: FormSectionProps) {
  const titleId = useId();
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h3 className={styles.title} id={titleId}>
          {title}
        </h3>
        {text && <p className={styles.text}>{text}</p>}
      </div>
      <div className={styles.sectionFields}>{children}</div>
    </section>
  );
}

/** Fields side by side where there is room. */
function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
