import { useEffect, useEffectEvent, useRef } from 'react';
import { Controller } from 'react-hook-form';
import { isAllowedImage } from '#shared/html-policy.ts';
import { acceptedNames, acceptedTypes, limits, readableBytes } from '#shared/limits.ts';
import { RichTextEditor } from '../../../editor/RichTextEditor.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { FileField } from '../../../ui/file-field/FileField.tsx';
import { imageProblem } from '../../../ui/image-file/image-problem.ts';
import { TextField } from '../../../ui/text-field/TextField.tsx';
import styles from './BlogForm.module.css';
import type { BlogValues } from './blog-form-data.ts';
import { useBlogForm } from './use-blog-form.ts';

interface BlogFormProps {
  /** Undefined for a new post. */
  id?: number;
  formId: string;
  stored: BlogValues;
  /** The address of the stored image. */
  storedImage?: string | undefined;
  /** The form has done its work, or was told that there is nothing to do. */
  onDone: () => void;
}

/** The fields of a post (SPEC §5). Closing the form loses nothing: see `blog-drafts.ts`. */
export function BlogForm({ id, formId, stored, storedImage, onDone }: BlogFormProps) {
  const { form, submit, discard, failure, busy, fromDraft } = useBlogForm({ id, stored, onDone });
  const { errors } = form.formState;
  const chooseImage = useImageChoice(
    (file) => form.setValue('blog_image', file ?? null, { shouldDirty: true }),
    (problem) => form.setError('blog_image', { type: 'file', message: problem }),
  );

  return (
    <form id={formId} className={styles.form} onSubmit={submit} noValidate>
      {fromDraft && (
        <p className={styles.draft} role="status">
          <span>Draft kept: this is what you had entered and not saved.</span>
          <Button variant="quiet" onClick={discard} disabled={busy}>
            Discard draft
          </Button>
        </p>
      )}
      {failure && <Failure text={failure} focus={Object.keys(errors).length === 0} />}
      <TextField
        label="Title"
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
            hint={`${acceptedNames.image}, up to ${readableBytes(limits.imageBytes)}`}
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
    </form>
  );
}

/** Why the save failed. It takes the focus, which the busy button lost, unless a field is to blame. */
function Failure({ text, focus }: { text: string; focus: boolean }) {
  const line = useRef<HTMLParagraphElement>(null);
  const takeFocus = useEffectEvent(() => {
    if (focus) line.current?.focus();
  });
  useEffect(() => takeFocus(), []);
  return (
    <p ref={line} className={styles.failure} role="alert" tabIndex={-1}>
      {text}
    </p>
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
