import { categoryPath } from '#shared/category-path.ts';
import { category as noun } from '#shared/entities/category.ts';
import type { Id } from '#shared/id.ts';
import { useSite } from '../../site-info.ts';
import { EntityFields } from '../shared/EntityForm.tsx';
import { RecordDialog } from '../shared/RecordDialog.tsx';
import { categoryToEditQuery } from './queries.ts';

interface CategoryDialogProps {
  /** The category to edit; undefined for a new one. */
  id?: Id;
  /** Called with the title of a category that was added. */
  onAdded?: (title: string) => void;
  onClose: () => void;
}

/** The form of docs/product.md §5 that adds or edits a category. */
export function CategoryDialog({ id, onAdded, onClose }: CategoryDialogProps) {
  const withLogos = useSite().pages.portfolio.made_with;
  return (
    <RecordDialog
      id={id}
      noun={noun}
      query={categoryToEditQuery}
      pathOf={({ title }) => categoryPath(title)}
      options={(category) => {
        const failed = category ? 'category.updateFailed' : 'category.addFailed';
        return {
          says: { refused: failed, failed },
          // docs/product.md §7: tech_image[{index}][file], and for a new category tech_image[].
          partName: (list, index) => (category ? `${list}[${index}][file]` : `${list}[]`),
          // Logos are required only where the site shows them.
          problemsOf: (values, rules) => {
            const { tech_image, ...problems } = rules(values, !category);
            return withLogos && tech_image ? { ...problems, tech_image } : problems;
          },
          onDone: ({ title }) => {
            if (!category) onAdded?.(title.trim());
            onClose();
          },
        };
      }}
      onClose={onClose}
    >
      {() => (
        <EntityFields
          props={{
            image: { stored: 'The image of this category' },
            tech_img: {
              label: 'Technology logos',
              hint: '{file} each. Square images work best.',
              stored: 'Logo',
              removal: { call: 'deleteTechImage', resource: 'tech_image' },
            },
          }}
        />
      )}
    </RecordDialog>
  );
}
