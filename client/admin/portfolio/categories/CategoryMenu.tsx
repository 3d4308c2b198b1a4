import { categoryPath } from '#shared/category-path.ts';
import type { Category } from '#shared/schemas/category.ts';
import { ArrowUpRightIcon, TrashIcon } from '../../../ui/icons.tsx';
import { Menu } from '../../../ui/Menu.tsx';

interface CategoryMenuProps {
  category: Category;
  deleting: boolean;
  onDelete: () => void;
}

/** What can be done with a category besides what docs/product.md §2 shows of its row. */
export function CategoryMenu({ category, deleting, onDelete }: CategoryMenuProps) {
  const { title } = category;
  const onSite = categoryPath(title);
  return (
    <Menu
      label={`More for ${title}`}
      items={[
        {
          label: 'View on the site',
          Icon: ArrowUpRightIcon,
          onSelect: () => window.open(onSite, '_blank', 'noopener'),
        },
        {
          label: 'Delete',
          Icon: TrashIcon,
          danger: true,
          disabled: deleting,
          onSelect: onDelete,
        },
      ]}
    />
  );
}
