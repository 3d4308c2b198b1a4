import type { UseFormReturn } from 'react-hook-form';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import type { BlogValues } from './blog-form.ts';
import styles from './StatusField.module.css';

const choices = [
  { value: '1', label: 'Active' },
  { value: '0', label: 'Inactive' },
] as const;

/** The status of a post as in docs/product.md §5, and two buttons that set it. */
export function StatusField({ form, busy }: { form: UseFormReturn<BlogValues>; busy: boolean }) {
  const typed = form.watch('is_active').trim();
  return (
    <div className={styles.status}>
      <TextField
        label="Status (1 active, 0 inactive)"
        hint="Visitors see active posts only."
        inputMode="numeric"
        autoComplete="off"
        readOnly={busy}
        error={form.formState.errors.is_active?.message}
        {...form.register('is_active')}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out beside the field */}
      <div className={styles.choices} role="group" aria-label="Set the status">
        {choices.map(({ value, label }) => (
          <Button
            key={value}
            variant="quiet"
            className={styles.choice}
            aria-pressed={typed === value}
            disabled={busy}
            onClick={() => form.setValue('is_active', value, { shouldDirty: true })}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}
