import { type CSSProperties, useState } from 'react';
import { isAllowedImage } from '#shared/html-policy.ts';
import type { ImageWidth } from '#shared/images.ts';
import type { PictureDetail } from '#shared/schemas/picture-details.ts';
import { classNames } from '../class-names.ts';
import { Pattern } from '../Pattern.tsx';
import { Picture } from '../Picture.tsx';
import styles from './Artwork.module.css';

interface ArtworkProps {
  src: string | null | undefined;
  /** What it shows, in words; '' where words beside it say it already. */
  alt: string;
  /** Decides the pattern that stands in when there is no image, it is of another site, or it does not load. */
  seed: string;
  /** How wide it stands, in words of CSS. */
  sizes: string;
  largest?: ImageWidth;
  /** The image that a page opens with is fetched at once and first; all others when they come near. */
  eager?: boolean;
  /** Shows the whole image on its ground instead of filling the place. */
  whole?: boolean;
  /** Ties it to the same picture on the next page, when the browser can show one becoming the other. */
  transitionName?: string | undefined;
  className?: string | undefined;
  /** As in Picture. */
  details?: readonly PictureDetail[] | undefined;
}

/** A picture that fills the place it is given: the place has its size before the picture is there. */
export function Artwork({
  src,
  alt,
  seed,
  sizes,
  largest = 1920,
  eager = false,
  whole = false,
  transitionName,
  className,
  details,
}: ArtworkProps) {
  const [failed, setFailed] = useState<string>();
  const style: CSSProperties | undefined = transitionName
    ? { viewTransitionName: transitionName }
    : undefined;
  if (!src || !isAllowedImage(src) || failed === src) {
    return (
      <div
        className={classNames(styles.art, className)}
        style={style}
        {...(alt && { role: 'img', 'aria-label': `${alt} (no picture)` })}
      >
        <Pattern inPlace className={styles.fill} seed={seed} columns={9} rows={6} />
      </div>
    );
  }
  return (
    <Picture
      className={classNames(styles.art, whole && styles.whole, className)}
      style={style}
      src={src}
      sizes={sizes}
      whole={whole}
      largest={largest}
      alt={alt}
      width={1200}
      height={800}
      eager={eager}
      details={details}
      onError={() => setFailed(src)}
    />
  );
}
