import type { ComponentType } from 'react';
import { Controller } from 'react-hook-form';
import { figureLines } from '#shared/entities/case-fields.ts';
import { limits } from '#shared/limits.ts';
import { bindFields } from '../../forms/bind-fields.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { FormSection } from '../shared/FormSection.tsx';
import { useHostSupportsVersions } from '../shared/version-support.ts';
import { CreditsField } from './CreditsField.tsx';
import { LinesField, type LinesFieldState } from './LinesField.tsx';
import styles from './ProjectFields.module.css';
import type { ProjectFormState } from './project-form.ts';

/** The facts of a project, all optional. Renders nothing if the host does not accept them. */
export function CaseFields({ state }: { state: ProjectFormState }) {
  return useHostSupportsVersions() ? <Fields state={state} /> : null;
}

function Fields({ state: { form, busy } }: { state: ProjectFormState }) {
  const bind = bindFields(form, busy);
  const text = { dir: 'auto', autoComplete: 'off' } as const;
  const lines = (name: 'figures' | 'credits', Lines: ComponentType<LinesFieldState>) => (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange, ref } }) => (
        <Lines
          value={value}
          onChange={onChange}
          busy={busy}
          error={form.formState.errors[name]?.message}
          ref={ref}
        />
      )}
    />
  );
  return (
    <FormSection title="Facts of the project (optional)">
      <div className={styles.position}>
        <TextField {...text} label="Client" maxLength={limits.client} {...bind('client')} />
        <TextField label="Year" inputMode="numeric" maxLength={4} autoComplete="off" {...bind('year')} />
      </div>
      <TextField
        {...text}
        label="Services"
        hint={`One on each line, at most ${limits.services}.`}
        multiline
        rows={3}
        {...bind('services')}
      />
      <TextField
        {...text}
        label="Result"
        hint="In one line, e.g. Watched by 2.1 million people in a month"
        maxLength={limits.result}
        counter
        {...bind('result')}
      />
      {lines('figures', FiguresField)}
      <TextField
        {...text}
        label="Client quote"
        hint="In their own words, without quotation marks."
        multiline
        rows={3}
        maxLength={limits.quote}
        counter
        {...bind('quote')}
      />
      <TextField
        {...text}
        label="Quote by"
        hint="Name and role, e.g. Sana Gul, head of programmes"
        maxLength={limits.quoteBy}
        {...bind('quote_by')}
      />
      {lines('credits', CreditsField)}
    </FormSection>
  );
}

function FiguresField(state: LinesFieldState) {
  return (
    <LinesField
      {...state}
      name="figures"
      label="Figures"
      itemName="figure"
      add="Add a figure"
      rules={figureLines}
      parts={[{ label: 'Value' }, { label: 'Label' }]}
    />
  );
}
