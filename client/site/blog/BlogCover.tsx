import { useCallback, useEffect, useRef, useState } from 'react';
import type { Blog } from '#shared/entities/post.ts';
import { isAllowedImage } from '#shared/html-policy.ts';
import type { ImageWidth } from '#shared/images.ts';
import { Pattern } from '../../ui/Pattern.tsx';
import { Picture } from '../../ui/Picture.tsx';
import styles from './BlogCover.module.css';

interface BlogCoverProps {
  blog: Pick<Blog, 'id' | 'blog_image' | 'picture_details'>;
  /** Width at which the picture is displayed, as a value of the `sizes` attribute. */
  sizes: string;
  largest?: ImageWidth;
  /** True for the first picture of a page: fetched immediately. */
  eager?: boolean;
}

/** If a picture would be enlarged by more than this factor, it would look blurred, so it is shown in its own size. */
const blurred = 3;

/**
 * The image of a post. The studio's pattern is shown if the post has no image, or if the image is on another site or
 * does not load.
 */
export function BlogCover({ blog, sizes, largest = 1280, eager = false }: BlogCoverProps) {
  const [failed, setFailed] = useState<string>();
  const [small, setSmall] = useState<string>();
  const cover = useRef<HTMLDivElement>(null);
  const image = blog.blog_image;
  const shown = image && isAllowedImage(image) && failed !== image;
  const look = useCallback(
    () => tellSmall(cover.current?.querySelector('img'), () => setSmall(image ?? undefined)),
    [image],
  );
  // An image that loaded before the scripts ran triggers no load event, so its size is checked here.
  useEffect(look, [look]);
  return (
    <div className={styles.cover} ref={cover}>
      {shown && small === image ? (
        <img className={styles.small} src={image} alt="" />
      ) : shown ? (
        <Picture
          className="fill zooms"
          src={image}
          alt=""
          sizes={sizes}
          largest={largest}
          eager={eager}
          details={blog.picture_details}
          onLoad={look}
          onError={() => setFailed(image)}
        />
      ) : (
        <Pattern inPlace className="fill zooms" seed={`post-${blog.id}`} columns={6} rows={4} />
      )}
    </div>
  );
}

/** Calls `tell` if the file of a picture is much smaller than the place where the picture is shown. */
function tellSmall(picture: HTMLImageElement | null | undefined, tell: () => void) {
  if (!picture?.complete) return;
  // Loads the file once more, because `naturalWidth` of a picture with several sizes is a nominal width and not that
  // of the file.
  const file = new Image();
  file.onload = () => {
    if (file.naturalWidth * blurred < picture.clientWidth) tell();
  };
  file.src = picture.currentSrc;
}
