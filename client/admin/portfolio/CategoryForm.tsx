import { categoryPath } from '#shared/category-path.ts';
import { category as noun } from '#shared/entities/category.ts';
import type { Id } from '#shared/id.ts';
import { type Category, categoryInputSchema } from '#shared/schemas/category.ts';
import { useSite } from '../../site-info.ts';
import { EntityDialog } from '../shared/EntityDialog.tsx';
import { EntityField, EntityForm, useEntityForm } from '../shared/EntityForm.tsx';
import { FormTools } from '../shared/publish/FormTools.tsx';
import { categoryToEditQuery } from './queries.ts';
import { useStoredImages } from './stored-images.ts';

interface CategoryDialogProps {
  /** The category to edit; undefined for a new one. */
  id?: Id;
  /** Called with the title of a category that was added. */
  onAdded?: (title: string) => void;
  onClose: () => void;
}

/** The form of docs/product.md §5 that adds or edits a category. */
export function CategoryDialog({ id, onAdded, onClose }: CategoryDialogProps) {
  return (
    <EntityDialog
      title={id === undefined ? 'Add category' : 'Edit category'}
      call={id === undefined ? 'addProjectCategory' : 'updateProjectCategory'}
      what="category"
      query={id === undefined ? undefined : categoryToEditQuery(id)}
      onClose={onClose}
    >
      {(category) => <CategoryForm category={category} onAdded={onAdded} onDone={onClose} />}
    </EntityDialog>
  );
}

interface CategoryFormProps {
  category: Category | undefined;
  onAdded: CategoryDialogProps['onAdded'];
  onDone: () => void;
}

/** A stored logo is removed as soon as its button is pressed; new logos are added when the form is saved. */
function CategoryForm({ category, onAdded, onDone }: CategoryFormProps) {
  const query = categoryToEditQuery(category?.id ?? 0);
  const withLogos = useSite().pages.portfolio.made_with;
  const logos = useStoredImages({
    call: 'deleteTechImage',
    resource: 'tech_image',
    queryKey: query.queryKey,
    field: 'tech_img',
  });
  const failed = category ? 'category.updateFailed' : 'category.addFailed';
  const state = useEntityForm({
    noun,
    row: category,
    schema: categoryInputSchema,
    kind: 'portfolio',
    call: category ? 'updateProjectCategory' : 'addProjectCategory',
    // docs/product.md §7: tech_image[{index}][file], and for a new category tech_image[].
    partName: (list, index) => (category ? `${list}[${index}][file]` : `${list}[]`),
    says: { saved: category ? 'category.updated' : 'category.added', refused: failed, failed },
    // Logos are required only where the site shows them.
    problemsOf: (values, rules) => {
      const { tech_image, ...problems } = rules(values, !category);
      return withLogos && tech_image ? { ...problems, tech_image } : problems;
    },
    read: query,
    onDone: () => {
      if (!category) onAdded?.(state.form.getValues('title').trim());
      onDone();
    },
  });
  return (
    <EntityForm state={state}>
      <EntityField name="title" />
      <EntityField name="image" stored="The image of this category" />
      <EntityField
        name="tech_img"
        label="Technology logos"
        hint="{file} each. Square images work best."
        stored="Logo"
        removal={logos}
      />
      <FormTools path={category && categoryPath(category.title)} />
    </EntityForm>
  );
}
