import { Controller } from 'react-hook-form';
import { RichTextEditor } from '../../../editor/RichTextEditor.tsx';
import { FormSection } from './FormSection.tsx';
import type { SectionProps } from './section.ts';

/** The posting's own words. */
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
            toolbar="project"
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
