import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { categoryPath } from '#shared/category-path.ts';
import { isAllowedImage } from '#shared/html-policy.ts';
import type { Id } from '#shared/id.ts';
import { pathTo } from '#shared/paths.ts';
import type { Category, TechImage } from '#shared/schemas/category.ts';
import { languageOf } from '#shared/text-direction.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { ArrowRightIcon, ArrowUpRightIcon, EditIcon, TrashIcon } from '../../ui/icons.tsx';
import layout from '../../ui/layout/layout.module.css';
import { Menu } from '../../ui/Menu.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Table } from '../../ui/Table.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useHistoryItem } from '../shared/activity/use-history-item.tsx';
import { IfSupported, useSupportedItems } from '../shared/IfSupported.tsx';
import { Thumbnail } from '../shared/Thumbnail.tsx';
import styles from './CategoryTable.module.css';
import { storeCategoryTitle } from './category-title.ts';
import { mainImage } from './stored-images.ts';

interface CategoryTableProps {
  categories: readonly Category[];
  /** True while the rows of the previous page stay on the screen because another page is loading. */
  stale: boolean;
  onEdit: (category: Category) => void;
  /** Id of the category that is being deleted. */
  deletingId: Id | undefined;
  onDelete: (category: Category) => void;
}

/** docs/product.md §2, admin Portfolio screen: Category Name, Edit, View Projects. */
export function CategoryTable({ categories, stale, deletingId, onEdit, onDelete }: CategoryTableProps) {
  return (
    <CategoryFrame busy={stale}>
      {categories.map((category) => (
        <tr key={category.id}>
          <td>
            <span className={styles.name}>
              <Thumbnail src={mainImage(category)} shape="wide" />
              <span className={styles.text}>
                <span
                  className={classNames(layout.clampedName, styles.title)}
                  lang={languageOf(category.title)}
                >
                  {category.title}
                </span>
                <span className={styles.facts}>
                  <ProjectsCount count={category.projects_count} />
                  <Logos logos={category.tech_img} />
                </span>
              </span>
            </span>
          </td>
          <IfSupported call="updateProjectCategory">
            <td>
              <IconButton label={`Edit ${category.title}`} title="Edit" onClick={() => onEdit(category)}>
                <EditIcon />
              </IconButton>
            </td>
          </IfSupported>
          <td>
            <span className={styles.actions}>
              <Link
                className={classNames(buttonClass({ variant: 'quiet' }), styles.view)}
                to={pathTo('adminProjects', { id: category.id })}
                aria-label={`View projects of ${category.title}`}
                onClick={() => storeCategoryTitle(category)}
              >
                <span className={styles.viewLabel}>View</span>
                <ArrowRightIcon />
              </Link>
              <CategoryMenu
                category={category}
                deleting={deletingId === category.id}
                onDelete={() => onDelete(category)}
              />
            </span>
          </td>
        </tr>
      ))}
    </CategoryFrame>
  );
}

/** Renders nothing for an API host that does not send the count. */
function ProjectsCount({ count }: { count: number | undefined }) {
  if (count === undefined) return null;
  return <span>{count === 1 ? '1 project' : `${count} projects`}</span>;
}

/** Placeholder rows, as high as real ones. */
export function CategoryTableSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading the categories…</VisuallyHidden>
      <CategoryFrame busy>
        {['38%', '61%', '47%', '55%'].map((width) => (
          <tr key={width}>
            <td>
              <span className={styles.name}>
                <Thumbnail src={undefined} shape="wide" />
                <span className={styles.text}>
                  <span className={classNames(layout.clampedName, styles.title)}>
                    <Skeleton width={width} />
                  </span>
                  <span className={styles.facts}>
                    <Skeleton width="8rem" />
                  </span>
                </span>
              </span>
            </td>
            <IfSupported call="updateProjectCategory">
              <td>
                <Skeleton width="2.5rem" height="2.5rem" />
              </td>
            </IfSupported>
            <td>
              <Skeleton width="8.75rem" height="2.5rem" />
            </td>
          </tr>
        ))}
      </CategoryFrame>
    </>
  );
}

function CategoryFrame({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <Table
      label="Categories"
      aria-busy={busy || undefined}
      className={classNames(styles.table, busy && styles.busy)}
    >
      <thead>
        <tr>
          <th scope="col">Category Name</th>
          <IfSupported call="updateProjectCategory">
            <th scope="col" className={styles.narrow}>
              Edit
            </th>
          </IfSupported>
          <th scope="col" className={styles.narrow}>
            View Projects
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </Table>
  );
}

interface CategoryMenuProps {
  category: Category;
  deleting: boolean;
  onDelete: () => void;
}

/** Menu of the actions on a category for which docs/product.md §2 has no button in the category's row. */
function CategoryMenu({ category, deleting, onDelete }: CategoryMenuProps) {
  const { title } = category;
  const onSite = categoryPath(title);
  const history = useHistoryItem('category', category.id, title);
  const offered = useSupportedItems();
  return (
    <>
      <Menu
        label={`More for ${title}`}
        items={offered([
          {
            label: 'View on the site',
            Icon: ArrowUpRightIcon,
            onSelect: () => window.open(onSite, '_blank', 'noopener'),
          },
          history.item,
          {
            label: 'Delete',
            Icon: TrashIcon,
            danger: true,
            disabled: deleting,
            call: 'deleteProjectCategory',
            onSelect: onDelete,
          },
        ])}
      />
      {history.dialog}
    </>
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
