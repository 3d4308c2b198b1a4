import { useState } from 'react';
import { isAllowedImage } from '#shared/html-policy.ts';
import type { Blog } from '#shared/schemas/blog.ts';
import layout from '../../ui/layout/layout.module.css';
import { Pattern } from '../../ui/Pattern.tsx';
import styles from './BlogCover.module.css';

interface BlogCoverProps {
  blog: Pick<Blog, 'id' | 'blog_image'>;
  /** The picture that a page opens with is fetched at once. */
  eager?: boolean;
}

/** The image of a blog, or the studio's pattern when there is none, it is of another site, or it does not load. */
export function BlogCover({ blog, eager = false }: BlogCoverProps) {
  const [failed, setFailed] = useState<string>();
  const image = blog.blog_image;
  const shown = image && isAllowedImage(image) && failed !== image;
  return (
    <div className={styles.cover}>
      {shown ? (
        <img
          className={layout.fill}
          src={image}
          alt=""
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          decoding="async"
          onError={() => setFailed(image)}
        />
      ) : (
        <Pattern className={layout.fill} seed={`post-${blog.id}`} columns={6} rows={4} />
      )}
    </div>
  );
}
