import { Controller } from 'react-hook-form';
import { limits } from '#shared/limits.ts';
import type { Category } from '#shared/schemas/category.ts';
import { FileField } from '../../../ui/fields/FileField.tsx';
import { FilesField } from '../../../ui/fields/FilesField.tsx';
import { acceptOf, fileHint } from '../../../ui/fields/file-problem.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useFileChoice } from '../../shared/use-file-choice.ts';
import { mainImage } from '../main-image.ts';
import { asStoredFiles, safeAddress } from '../stored-files.ts';
import type { StoredImages } from '../use-stored-images.ts';
import type { CategoryFormState } from './use-category-form.ts';

interface CategoryFieldsProps {
  state: CategoryFormState;
  /** What is stored; undefined for a new one. */
  category?: Category;
  /** Removes what is stored. */
  logos?: Pick<StoredImages, 'remove' | 'removing' | 'forGood'>;
}

/** The fields of a category (docs/product.md §5). */
export function CategoryFields({ state, category, logos }: CategoryFieldsProps) {
  const { form, busy } = state;
  const { errors } = form.formState;
  const chooseImage = useFileChoice(
    'image',
    (file) => form.setValue('image', file),
    (problem) => form.setError('image', { type: 'file', message: problem }),
  );
  const storedImage = category && safeAddress(mainImage(category));
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
      <Controller
        control={form.control}
        name="image"
        render={({ field }) => (
          <FileField
            label="Image"
            hint={fileHint('image')}
            accept={acceptOf('image')}
            file={field.value ?? undefined}
            onSelect={chooseImage}
            previewUrl={storedImage}
            current={storedImage && 'The image of this category'}
            disabled={busy}
            error={errors.image?.message}
            ref={field.ref}
          />
        )}
      />
      <Controller
        control={form.control}
        name="tech_image"
        render={({ field }) => (
          <FilesField
            label="Technology logos"
            hint={`${fileHint('image')} each. Square images work best.`}
            files={field.value}
            onChange={field.onChange}
            max={limits.categoryLogos}
            stored={asStoredFiles(category?.tech_img, 'Logo')}
            onRemoveStored={logos?.remove}
            removedForGood={logos?.forGood}
            removingId={logos?.removing}
            disabled={busy}
            error={errors.tech_image?.message}
            ref={field.ref}
          />
        )}
      />
    </>
  );
}
