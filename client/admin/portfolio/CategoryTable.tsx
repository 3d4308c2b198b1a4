import { Link } from 'react-router-dom';
import { categoryPath } from '#shared/category-path.ts';
import { isAllowedImage } from '#shared/html-policy.ts';
import { pathTo } from '#shared/paths.ts';
import type { Category, TechImage } from '#shared/schemas/category.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ArrowRightIcon, ArrowUpRightIcon, EditIcon, TrashIcon } from '../../ui/icons.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { type Column, Entry, RowButtons, RowMenu } from '../shared/DataList.tsx';
import rows from '../shared/rows.module.css';
import { Thumbnail } from '../shared/Thumbnail.tsx';
import styles from './CategoryTable.module.css';
import { storeCategoryTitle } from './category-title.ts';
import { mainImage } from './queries.ts';

interface CategoryActions {
  /** False if the role may not edit, or the host lacks the call. */
  edits: boolean;
  onEdit: (category: Category) => void;
  isDeleting: (category: Category) => boolean;
  onDelete: (category: Category) => void;
}

/** docs/product.md §2, admin Portfolio screen: Category Name, Edit, View Projects. */
export function categoryColumns({
  edits,
  onEdit,
  isDeleting,
  onDelete,
}: CategoryActions): Column<Category>[] {
  return [
    {
      head: 'Category Name',
      cell: (category) => <Name category={category} />,
    },
    ...(edits
      ? [
          {
            head: 'Edit',
            className: rows.narrow,
            cell: (category: Category) => (
              <RowButtons
                title={category.title}
                items={[{ label: 'Edit', Icon: EditIcon, onSelect: () => onEdit(category) }]}
              />
            ),
          },
        ]
      : []),
    {
      head: 'View Projects',
      className: rows.narrow,
      cell: (category) => (
        <span className={rows.actions}>
          <Link
            className={classNames(buttonClass({ variant: 'quiet' }), styles.view)}
            to={pathTo('adminProjects', { id: category.id })}
            aria-label={`View projects of ${category.title}`}
            onClick={() => storeCategoryTitle(category)}
          >
            <span className={styles.viewLabel}>View</span>
            <ArrowRightIcon />
          </Link>
          <RowMenu
            title={category.title}
            label={`More for ${category.title}`}
            history="category"
            id={category.id}
            items={[
              {
                label: 'View on the site',
                Icon: ArrowUpRightIcon,
                onSelect: () => window.open(categoryPath(category.title), '_blank', 'noopener'),
              },
              {
                label: 'Delete',
                Icon: TrashIcon,
                danger: true,
                disabled: isDeleting(category),
                call: 'deleteProjectCategory',
                onSelect: () => onDelete(category),
              },
            ]}
          />
        </span>
      ),
    },
  ];
}

/** Picture, title, number of projects, which some hosts do not send, and logos. */
function Name({ category }: { category: Category }) {
  const { title, projects_count: count, tech_img } = category;
  return (
    <span className={styles.name}>
      <Thumbnail src={mainImage(category)} shape="wide" />
      <span className={rows.what}>
        <Entry
          title={title}
          facts={
            <>
              {count !== undefined && <span>{count === 1 ? '1 project' : `${count} projects`}</span>}
              <Logos logos={tech_img} />
            </>
          }
        />
      </span>
    </span>
  );
}

/** Maximum number of logos in a row. Further logos are shown as a number. */
const shownAtMost = 5;

/** The technology logos of a category in one small row. */
function Logos({ logos }: { logos: readonly TechImage[] }) {
  const drawn = logos.filter(({ image }) => isAllowedImage(image)).slice(0, shownAtMost);
  const rest = logos.length - drawn.length;
  if (logos.length === 0) return null;
  return (
    <span className={styles.logos}>
      <VisuallyHidden>{logos.length === 1 ? '1 logo' : `${logos.length} logos`}</VisuallyHidden>
      {drawn.map(({ id, image }) => (
        <Picture key={id} className={styles.logo} src={image} alt="" sizes="2rem" largest={160} />
      ))}
      {rest > 0 && <span aria-hidden="true">+{rest}</span>}
    </span>
  );
}
