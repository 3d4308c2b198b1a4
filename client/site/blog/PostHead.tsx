import { momentOf } from '#shared/dates.ts';
import { blogPostingJsonLd } from '#shared/json-ld/works.ts';
import { pathTo } from '#shared/paths.ts';
import type { Blog } from '#shared/schemas/blog.ts';
import { shareImagePath } from '#shared/share-image.ts';
import { summaryText } from '#shared/summary-text.ts';
import { useSiteInfo } from '../../site-info.ts';
import { Breadcrumbs, JsonLd, PageHead } from '../../ui/PageHead.tsx';

/** What a post says of itself to machines. */
export function PostHead({ blog }: { blog: Blog }) {
  const info = useSiteInfo();
  const { id, blog_title: title, description, created_at } = blog;
  const path = pathTo('viewBlog', { id });
  return (
    <>
      <PageHead
        title={title}
        description={summaryText(description)}
        path={path}
        image={shareImagePath('post', id)}
        type="article"
        published={momentOf(created_at)?.toISOString()}
      />
      <JsonLd data={blogPostingJsonLd(blog, info)} />
      <Breadcrumbs
        trail={[
          { name: 'Publishing', path: pathTo('publishing') },
          { name: title, path },
        ]}
      />
    </>
  );
}
