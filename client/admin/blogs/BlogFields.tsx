import { useRef } from 'react';
import { Controller } from 'react-hook-form';
import { isAllowedImage } from '#shared/html-policy.ts';
import { acceptedNames, acceptedTypes, limits, readableBytes } from '#shared/limits.ts';
import { RichTextEditor } from '../../editor/RichTextEditor.tsx';
import { FileField } from '../../ui/fields/FileField.tsx';
import { imageProblem } from '../../ui/fields/file-problem.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import type { BlogFormState } from './use-blog-form.ts';

interface BlogFieldsProps {
  state: BlogFormState;
  /** The address of the stored image. */
  storedImage?: string | undefined;
}

/** The fields of a post (docs/product.md §5). */
export function BlogFields({ state, storedImage }: BlogFieldsProps) {
  const { form, busy } = state;
  const { errors } = form.formState;
  const chooseImage = useImageChoice(
    (file) => form.setValue('blog_image', file ?? null),
    (problem) => form.setError('blog_image', { type: 'file', message: problem }),
  );

  return (
    <>
      <TextField
        label="Title"
        dir="auto"
        maxLength={limits.title}
        autoComplete="off"
        // Not `disabled`: the form library reads no value of a disabled field, and the focus would be lost.
        readOnly={busy}
        error={errors.blog_title?.message}
        {...form.register('blog_title')}
      />
      <TextField
        label="Status (1 active, 0 inactive)"
        hint="Visitors see active posts only."
        inputMode="numeric"
        autoComplete="off"
        readOnly={busy}
        error={errors.is_active?.message}
        {...form.register('is_active')}
      />
      <Controller
        control={form.control}
        name="description"
        render={({ field }) => (
          <RichTextEditor
            label="Description"
            toolbar="blog"
            value={field.value}
            onChange={field.onChange}
            disabled={busy}
            error={errors.description?.message}
            ref={field.ref}
          />
        )}
      />
      <Controller
        control={form.control}
        name="blog_image"
        render={({ field }) => (
          <FileField
            label="Cover image"
            hint={`${acceptedNames.image}, up to ${readableBytes(limits.imageBytes)}. Wide images work best: cards show 3:2, the post shows 21:9.`}
            accept={acceptedTypes.image.join(',')}
            file={field.value ?? undefined}
            onSelect={chooseImage}
            previewUrl={storedImage && isAllowedImage(storedImage) ? storedImage : undefined}
            current={storedImage ? 'The image of this post' : undefined}
            disabled={busy}
            error={errors.blog_image?.message}
            ref={field.ref}
          />
        )}
      />
    </>
  );
}

/** A file is looked at before it is taken; of two choices in a row the later one counts. */
function useImageChoice(onTake: (file: File | undefined) => void, onRefuse: (problem: string) => void) {
  const latest = useRef<File>(undefined);
  return async (file: File | undefined) => {
    latest.current = file;
    const problem = file && (await imageProblem(file, file.name));
    if (latest.current !== file) return;
    if (problem) onRefuse(problem);
    else onTake(file);
  };
}
