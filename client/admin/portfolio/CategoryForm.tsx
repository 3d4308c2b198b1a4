import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import { categoryPath } from '#shared/category-path.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { category as noun } from '#shared/entities/category.ts';
import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { Category } from '#shared/schemas/category.ts';
import { callApi, readApi } from '../../api/call.ts';
import { bindFields } from '../../forms/bind-fields.ts';
import { FormDialog, FormDialogBody } from '../../forms/FormDialog.tsx';
import { FileField } from '../../ui/fields/FileField.tsx';
import { FilesField } from '../../ui/fields/FilesField.tsx';
import { acceptOf, fileHint } from '../../ui/fields/file-problem.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { EntityDialog } from '../shared/EntityDialog.tsx';
import { entityValues } from '../shared/entity-form.ts';
import { PictureActions } from '../shared/pictures/PictureActions.tsx';
import { usePictureTools } from '../shared/pictures/use-picture-tools.ts';
import { FormTools } from '../shared/publish/FormTools.tsx';
import { ViewOnSite } from '../shared/publish/ViewOnSite.tsx';
import { useFileChoice } from '../shared/use-file-choice.ts';
import { Versions } from '../shared/versions/Versions.tsx';
import { type CategoryFormState, updateCategoryForm, useCategoryForm } from './category-form.ts';
import { categoryToEditQuery, refreshPortfolio } from './queries.ts';
import {
  asStoredFiles,
  mainImage,
  type StoredImages,
  safeAddress,
  useStoredImages,
} from './stored-images.ts';

interface AddCategoryProps {
  /** Called with the title of the new category. */
  onAdded?: (title: string) => void;
  onClose: () => void;
}

/** The form of docs/product.md §5 that adds a category. */
export function AddCategory({ onAdded, onClose }: AddCategoryProps) {
  const state: CategoryFormState = useCategoryForm(undefined, () => {
    onAdded?.(state.form.getValues('title').trim());
    onClose();
  });
  return (
    <FormDialog
      title="Add category"
      submitLabel="Create"
      busyLabel={messages['busy.creating']}
      state={state}
      onClose={onClose}
    >
      <CategoryFields state={state} />
    </FormDialog>
  );
}

const submitLabel = 'Save changes';

interface EditCategoryProps {
  id: Id;
  onClose: () => void;
}

/** Fetches the category and opens its form. */
export function EditCategory({ id, onClose }: EditCategoryProps) {
  return (
    <EntityDialog
      title="Edit category"
      what="category"
      query={useQuery(categoryToEditQuery(id))}
      submitLabel={submitLabel}
      onClose={onClose}
    >
      {(category) => <EditForm category={category} onDone={onClose} />}
    </EntityDialog>
  );
}

/**
 * The form of docs/product.md §5 that edits a category. A stored logo is removed as soon as its button is pressed,
 * before the form is saved; closing the form without a save restores the removed logos. New logos are added when the
 * form is saved.
 */
function EditForm({ category, onDone }: { category: Category; onDone: () => void }) {
  const queries = useQueryClient();
  const { queryKey } = categoryToEditQuery(category.id);
  const logos = useStoredImages({
    call: 'deleteTechImage',
    resource: 'tech_image',
    images: category.tech_img,
    onRemoved: (logoId) => {
      queries.setQueryData(queryKey, (before) =>
        before ? { ...before, tech_img: before.tech_img.filter(({ id }) => id !== logoId) } : before,
      );
      refreshPortfolio(queries);
    },
    onRestored: () => {
      void queries.invalidateQueries({ queryKey });
      refreshPortfolio(queries);
    },
    addAgain: async (file) => {
      const params = { id: category.id };
      const newest = await readApi('getSingleCategory', { params });
      const values = { ...entityValues(noun.fields, newest), tech_image: [file] };
      const body = updateCategoryForm(values, undefined);
      return callApi('updateProjectCategory', { params, body });
    },
  });
  const state = useCategoryForm(category, () => {
    logos.settle();
    onDone();
  });
  return (
    <FormDialogBody submitLabel={submitLabel} busyLabel={deskMessages['busy.editing']} state={state}>
      <CategoryFields state={state} category={category} logos={logos} />
      <FormTools>
        <Versions
          resource="category"
          id={category.id}
          state={state}
          refresh={() => refreshPortfolio(queries)}
        />
        <ViewOnSite path={categoryPath(category.title)} />
      </FormTools>
    </FormDialogBody>
  );
}

interface CategoryFieldsProps {
  state: CategoryFormState;
  /** The stored category; undefined for a new one. */
  category?: Category;
  /** Functions that remove stored logos. */
  logos?: Pick<StoredImages, 'remove' | 'removing' | 'forGood'>;
}

/** The fields of a category (docs/product.md §5). */
function CategoryFields({ state, category, logos }: CategoryFieldsProps) {
  const { form, busy } = state;
  const { errors } = form.formState;
  const bind = bindFields(form, busy);
  const tools = usePictureTools();
  const chooseImage = useFileChoice(
    'image',
    (file) => form.setValue('image', file),
    (problem) => form.setError('image', { type: 'file', message: problem }),
  );
  const storedImage = category && safeAddress(mainImage(category));
  return (
    <>
      <TextField label="Title" dir="auto" maxLength={limits.title} autoComplete="off" {...bind('title')} />
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
            actions={<PictureActions file={field.value} onSelect={chooseImage} disabled={busy} />}
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
            tools={tools}
            disabled={busy}
            error={errors.tech_image?.message}
            ref={field.ref}
          />
        )}
      />
    </>
  );
}
