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
  /** Text alternative; '' if text next to the image already says the same. */
  alt: string;
  /** Determines the pattern that replaces the image if there is none, it is of another site, or it does not load. */
  seed: string;
  /** Displayed width, as the CSS `sizes`. */
  sizes: string;
  largest?: ImageWidth;
  /**
   * True for the first image of a page: fetched immediately and first; all others are fetched when they come near.
   */
  eager?: boolean;
  /** Shows the whole image on its background instead of filling the place. */
  whole?: boolean;
  /**
   * View transition name shared with the same picture on the next page, for browsers that can morph one into the
   * other.
   */
  transitionName?: string | undefined;
  className?: string | undefined;
  /** As in Picture. */
  details?: readonly PictureDetail[] | undefined;
}

/** A picture that fills its place, which has its size before the picture is loaded. */
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
