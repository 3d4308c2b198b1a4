import { categoryPath } from '#shared/category-path.ts';
import { pathTo } from '#shared/paths.ts';
import type { Category } from '#shared/schemas/category.ts';
import { useSite } from '../../../site-info.ts';
import { Breadcrumbs } from '../../../ui/Breadcrumbs.tsx';
import { PageHead } from '../../../ui/PageHead.tsx';

/** What the page of a field says of itself to machines. */
export function FieldHead({ field, page }: { field: Category; page: number }) {
  const { name } = useSite();
  const { title } = field;
  const path = categoryPath(title);
  return (
    <>
      <PageHead
        title={page > 1 ? `${title}, page ${page}` : title}
        description={`${title}: projects by ${name} in this field.`}
        path={path + (page > 1 ? `?page=${page}` : '')}
      />
      <Breadcrumbs
        trail={[
          { name: 'Portfolio', path: pathTo('portfolio') },
          { name: title, path },
        ]}
      />
    </>
  );
}
