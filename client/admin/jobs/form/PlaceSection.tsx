import { Controller, useWatch } from 'react-hook-form';
import { locationTypeLabels } from '#shared/job-labels.ts';
import { limits } from '#shared/limits.ts';
import { locationTypes } from '#shared/schemas/job.ts';
import { SegmentedControl } from '../../../ui/fields/SegmentedControl.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { FieldRow, FormSection } from './FormSection.tsx';
import type { SectionProps } from './section.ts';

const locationOptions = locationTypes.map((value) => ({ value, label: locationTypeLabels[value] }));

/** Workplace. `cities` is the id of a list of those that other jobs have. */
export function PlaceSection({ form, busy, cities }: SectionProps & { cities: string }) {
  const { errors } = form.formState;
  const remote = useWatch({ control: form.control, name: 'location_type' }) === 'remote';
  const line = { dir: 'auto', maxLength: limits.line, autoComplete: 'off', readOnly: busy } as const;
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
              // Whether these are needed depends on it.
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
        <TextField
          label={remote ? 'City (optional)' : 'City'}
          list={cities}
          error={errors.city?.message}
          {...line}
          {...form.register('city')}
        />
        <TextField
          label="Region (optional)"
          error={errors.region?.message}
          {...line}
          {...form.register('region')}
        />
      </FieldRow>
      <TextField
        label={remote ? 'Country (optional)' : 'Country'}
        error={errors.country?.message}
        {...line}
        {...form.register('country')}
      />
    </FormSection>
  );
}
