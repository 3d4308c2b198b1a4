import type { Ref } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { limits } from '#shared/limits.ts';
import { pathTo } from '#shared/paths.ts';
import type { Project } from '#shared/schemas/project.ts';
import { shareImagePath } from '#shared/share-image.ts';
import { translateError } from '../../api/api-error.ts';
import type { WholeList } from '../../api/read-all-pages.ts';
import { RichTextEditor } from '../../editor/RichTextEditor.tsx';
import { bindFields } from '../../forms/bind-fields.ts';
import { Button } from '../../ui/Button.tsx';
import { FilesField } from '../../ui/fields/FilesField.tsx';
import { fileHint } from '../../ui/fields/file-problem.ts';
import { Select } from '../../ui/fields/Select.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { VideoField } from '../../ui/fields/VideoField.tsx';
import { AddButton } from '../shared/IfSupported.tsx';
import { usePictureTools } from '../shared/pictures/use-picture-tools.ts';
import { SeoFields, type SeoValues } from '../shared/seo/SeoFields.tsx';
import { useFileChoice } from '../shared/use-file-choice.ts';
import { CaptionsField } from './CaptionsField.tsx';
import { CaseFields } from './CaseFields.tsx';
import styles from './ProjectFields.module.css';
import type { ProjectFormState } from './project-form.ts';
import { useAllCategories } from './queries.ts';
import { asStoredFiles, type StoredImages, safeAddress } from './stored-images.ts';

interface ProjectFieldsProps {
  state: ProjectFormState;
  /** The stored project; undefined for a new one. */
  project?: Project;
  /** Called when another category was chosen, after the form's value has changed. */
  onCategory?: (categoryId: string) => void;
  /** Opens the form of a new category, which is then chosen. */
  onAddCategory?: () => void;
  /** Functions that remove stored images. */
  storedImages?: Pick<StoredImages, 'remove' | 'removing' | 'forGood'>;
}

/**
 * The fields of a project (docs/product.md §5). The editor of the description has the toolbar that docs/product.md §2
 * defines for projects.
 */
export function ProjectFields({ state, onCategory, onAddCategory, ...media }: ProjectFieldsProps) {
  const { form, busy } = state;
  const { errors } = form.formState;
  const bind = bindFields(form, busy);
  const pictureTools = usePictureTools();
  return (
    <>
      <TextField label="Title" dir="auto" maxLength={limits.title} autoComplete="off" {...bind('title')} />
      <div className={styles.position}>
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
              onAdd={onAddCategory}
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
          {...bind('v_order')}
        />
      </div>
      <TextField
        label="Project link (optional)"
        hint="Where the work can be seen, e.g. https://example.com"
        inputMode="url"
        maxLength={limits.url}
        autoComplete="off"
        {...bind('project_url')}
      />
      <Controller
        control={form.control}
        name="description"
        render={({ field }) => (
          <RichTextEditor
            label="Description"
            toolbar="project"
            title={form.watch('title')}
            tools={pictureTools}
            value={field.value}
            onChange={field.onChange}
            disabled={busy}
            error={errors.description?.message}
            ref={field.ref}
          />
        )}
      />
      <ProjectMedia state={state} {...media} />
      <CaseFields state={state} />
      <SeoFields
        form={form as unknown as UseFormReturn<SeoValues>}
        busy={busy}
        path={pathTo('portfolioItem', { id: media.project?.id ?? 'new' })}
        title={form.watch('title')}
        description={form.watch('description')}
        stored={media.project?.share_image}
        made={media.project && shareImagePath('project', media.project.id)}
      />
    </>
  );
}

interface CategorySelectProps {
  value: string;
  onChange: (categoryId: string) => void;
  onAdd: (() => void) | undefined;
  busy: boolean;
  error?: string;
  ref?: Ref<HTMLSelectElement>;
}

/** A select with every category. The selected one stays selected while the list loads. */
function CategorySelect({ value, onChange, onAdd, busy, error, ref }: CategorySelectProps) {
  const { data: all, error: failure, isFetching, refetch } = useAllCategories();
  const categories = all?.data;
  const options = (categories ?? []).map(({ id, title }) => ({ value: String(id), label: title }));
  const missing = value !== '' && !options.some((option) => option.value === value);
  if (missing) options.unshift({ value, label: categories ? 'A deleted category' : 'Loading…' });
  return (
    <div className={styles.category}>
      <Select
        label="Category"
        options={options}
        placeholder={categories || failure ? 'Select a category' : 'Loading the categories…'}
        hint={all && hintOf(all)}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        readOnly={busy}
        error={error}
        ref={ref}
      />
      {onAdd && (
        <AddButton
          call="addProjectCategory"
          variant="quiet"
          className={styles.add}
          disabled={busy}
          onClick={onAdd}
        >
          New category
        </AddButton>
      )}
      {failure && !categories && (
        <p className={styles.failure} role="alert">
          <span>The categories could not be loaded. {translateError(failure).message}</span>
          <Button
            variant="quiet"
            onClick={() => void refetch()}
            busy={isFetching}
            busyLabel="Trying again..."
          >
            Try again
          </Button>
        </p>
      )}
    </div>
  );
}

function hintOf({ data, complete }: WholeList<unknown>): string | undefined {
  if (!complete) return `There are more categories; these are the first ${data.length}.`;
  return data.length === 0 ? 'There are no categories yet.' : undefined;
}

interface ProjectMediaProps {
  state: ProjectFormState;
  /** The stored project; undefined for a new one. */
  project?: Project;
  /** Functions that remove stored images. */
  storedImages?: Pick<StoredImages, 'remove' | 'removing' | 'forGood'>;
}

/** The images, the video and its captions of a project. */
function ProjectMedia({ state, project, storedImages }: ProjectMediaProps) {
  const { form, busy } = state;
  const { errors } = form.formState;
  const tools = usePictureTools();
  const chooseVideo = useFileChoice(
    'video',
    (file) => form.setValue('video', file),
    (problem) => form.setError('video', { type: 'file', message: problem }),
  );
  const removesVideo = form.watch('remove_video');
  return (
    <>
      <Controller
        control={form.control}
        name="images"
        render={({ field }) => (
          <FilesField
            label="Images"
            hint={`${fileHint('image')} each. The first one represents the project.`}
            files={field.value}
            onChange={field.onChange}
            max={limits.projectImages}
            stored={asStoredFiles(project?.images, 'Image')}
            onRemoveStored={storedImages?.remove}
            removedForGood={storedImages?.forGood}
            removingId={storedImages?.removing}
            tools={tools}
            disabled={busy}
            error={errors.images?.message}
            ref={field.ref}
          />
        )}
      />
      <Controller
        control={form.control}
        name="video"
        render={({ field }) => (
          <VideoField
            label="Video (optional)"
            hint={fileHint('video')}
            file={field.value ?? undefined}
            onSelect={(file) => void chooseVideo(file)}
            storedUrl={safeAddress(project?.video)}
            storedRemoved={removesVideo}
            onRemoveStored={(removed) => form.setValue('remove_video', removed)}
            disabled={busy}
            error={errors.video?.message}
            ref={field.ref}
          />
        )}
      />
      <CaptionsField state={state} stored={Boolean(project?.captions)} />
    </>
  );
}
