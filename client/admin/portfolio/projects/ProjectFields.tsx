import { Controller } from 'react-hook-form';
import { limits } from '#shared/limits.ts';
import type { Project } from '#shared/schemas/project.ts';
import { RichTextEditor } from '../../../editor/RichTextEditor.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import type { StoredImages } from '../use-stored-images.ts';
import { CategorySelect } from './CategorySelect.tsx';
import styles from './ProjectFields.module.css';
import { ProjectMedia } from './ProjectMedia.tsx';
import type { ProjectFormState } from './use-project-form.ts';

interface ProjectFieldsProps {
  state: ProjectFormState;
  /** What is stored; undefined for a new one. */
  project?: Project;
  /** A category was chosen, after it is in the form. */
  onCategory?: (categoryId: string) => void;
  /** Removes what is stored. */
  storedImages?: Pick<StoredImages, 'remove' | 'removing' | 'forGood'>;
}

/** The fields of a project (docs/product.md §5), its description with the project toolbar (docs/product.md §2). */
export function ProjectFields({ state, onCategory, ...media }: ProjectFieldsProps) {
  const { form, busy } = state;
  const { errors } = form.formState;
  return (
    <>
      <TextField
        label="Title"
        dir="auto"
        maxLength={limits.title}
        autoComplete="off"
        // Not `disabled`: the form library reads no value of a disabled field, and the focus would be lost.
        readOnly={busy}
        error={errors.title?.message}
        {...form.register('title')}
      />
      <div className={styles.place}>
        <Controller
          control={form.control}
          name="category_id"
          render={({ field }) => (
            <CategorySelect
              value={field.value}
              onChange={(categoryId) => {
                field.onChange(categoryId);
                onCategory?.(categoryId);
              }}
              busy={busy}
              error={errors.category_id?.message}
              ref={field.ref}
            />
          )}
        />
        <TextField
          label="Order"
          hint="Its position in the category, from the top."
          inputMode="numeric"
          autoComplete="off"
          readOnly={busy}
          error={errors.v_order?.message}
          {...form.register('v_order')}
        />
      </div>
      <TextField
        label="Project link (optional)"
        hint="Where the work can be seen, e.g. https://example.com"
        inputMode="url"
        maxLength={limits.url}
        autoComplete="off"
        readOnly={busy}
        error={errors.project_url?.message}
        {...form.register('project_url')}
      />
      <Controller
        control={form.control}
        name="description"
        render={({ field }) => (
          <RichTextEditor
            label="Description"
            toolbar="project"
            value={field.value}
            onChange={field.onChange}
            disabled={busy}
            error={errors.description?.message}
            ref={field.ref}
          />
        )}
      />
      <ProjectMedia state={state} {...media} />
    </>
  );
}
