import { type CSSProperties, useState } from 'react';
import { isAllowedImage } from '#shared/html-policy.ts';
import type { ImageWidth } from '#shared/images.ts';
import type { PictureDetail } from '#shared/schemas/picture-details.ts';
import { work } from '#shared/words/en/work.ts';
import { useWords } from '../../words.ts';
import { classNames } from '../class-names.ts';
import { Pattern } from '../Pattern.tsx';
import { Picture } from '../Picture.tsx';
import styles from './Artwork.module.css';

interface ArtworkProps {
  src: string | null | undefined;
  /** Text alternative; '' if text next to the image already says the same. */
  alt: string;
  /**
   * Seed of the pattern that is shown if there is no image, if the image is on another site, or if it does not load.
   */
  seed: string;
  /** Width at which the image is displayed, as a value of the `sizes` attribute. */
  sizes: string;
  largest?: ImageWidth;
  /**
   * True for the first image of a page, which is fetched immediately and with high priority. Other images are fetched
   * when they come near the window.
   */
  eager?: boolean;
  /** True if the whole image is shown on a background. Otherwise it is cropped to fill the element. */
  whole?: boolean;
  /**
   * View transition name. If a picture on the next page has the same name, browsers that support it morph one into
   * the other.
   */
  transitionName?: string;
  className?: string;
  /** Details from the library of pictures, as in `Picture`. */
  details?: readonly PictureDetail[];
}

/**
 * A picture that fills its element. The size of the element must not depend on the picture, so that nothing moves
 * when it is loaded.
 */
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
  const words = useWords(work);
  const [failed, setFailed] = useState<string>();
  const style: CSSProperties | undefined = transitionName
    ? { viewTransitionName: transitionName }
    : undefined;
  if (!src || !isAllowedImage(src) || failed === src) {
    return (
      <div
        className={classNames(styles.art, className)}
        style={style}
        {...(alt && { role: 'img', 'aria-label': words('gallery.noPicture', { alt }) })}
      >
        <Pattern inPlace className="whole" seed={seed} columns={9} rows={6} />
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
