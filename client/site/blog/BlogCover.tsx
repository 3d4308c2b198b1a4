import { useState } from 'react';
import { isAllowedImage } from '#shared/html-policy.ts';
import type { ImageWidth } from '#shared/images.ts';
import type { Blog } from '#shared/schemas/blog.ts';
import layout from '../../ui/layout/layout.module.css';
import { Pattern } from '../../ui/Pattern.tsx';
import { Picture } from '../../ui/Picture.tsx';
import styles from './BlogCover.module.css';

interface BlogCoverProps {
  blog: Pick<Blog, 'id' | 'blog_image' | 'picture_details'>;
  /** How wide it stands, in words of CSS. */
  sizes: string;
  largest?: ImageWidth;
  /** The picture that a page opens with is fetched at once. */
  eager?: boolean;
}

/** The image of a blog, or the studio's pattern when there is none, it is of another site, or it does not load. */
export function BlogCover({ blog, sizes, largest = 1280, eager = false }: BlogCoverProps) {
  const [failed, setFailed] = useState<string>();
  const image = blog.blog_image;
  const shown = image && isAllowedImage(image) && failed !== image;
  return (
    <div className={styles.cover}>
      {shown ? (
        <Picture
          className={layout.fill}
          src={image}
          alt=""
          sizes={sizes}
          largest={largest}
          eager={eager}
          details={blog.picture_details}
          onError={() => setFailed(image)}
        />
      ) : (
        <Pattern inPlace className={layout.fill} seed={`post-${blog.id}`} columns={6} rows={4} />
      )}
    </div>
  );
}
