import { categoryPath } from '#shared/category-path.ts';
import { creativeWorkJsonLd } from '#shared/json-ld/works.ts';
import { pathTo } from '#shared/paths.ts';
import type { Category } from '#shared/schemas/category.ts';
import type { Project } from '#shared/schemas/project.ts';
import { shareImagePath } from '#shared/share-image.ts';
import { summaryText } from '#shared/summary-text.ts';
import { useSiteInfo } from '../../../site-info.ts';
import { Breadcrumbs } from '../../../ui/Breadcrumbs.tsx';
import { JsonLd } from '../../../ui/JsonLd.tsx';
import { PageHead } from '../../../ui/PageHead.tsx';

/** What a project says of itself to machines. */
export function ProjectHead({ project, field }: { project: Project; field: Category | undefined }) {
  const info = useSiteInfo();
  const { id, title, description } = project;
  const path = pathTo('portfolioItem', { id });
  return (
    <>
      <PageHead
        title={title}
        description={summaryText(description) || `${title}, made by ${info.site.name}.`}
        path={path}
        image={shareImagePath('project', id)}
        type="article"
      />
      <JsonLd data={creativeWorkJsonLd(project, field?.title, info)} />
      <Breadcrumbs
        trail={[
          { name: 'Portfolio', path: pathTo('portfolio') },
          ...(field ? [{ name: field.title, path: categoryPath(field.title) }] : []),
          { name: title, path },
        ]}
      />
    </>
  );
}
