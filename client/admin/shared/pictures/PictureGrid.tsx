import type { ReactNode } from 'react';
import { isAllowedImage } from '#shared/html-policy.ts';
import { readableBytes } from '#shared/limits.ts';
import type { StoredPicture } from '#shared/schemas/picture.ts';
import { directionOf, languageOf } from '#shared/text-direction.ts';
import { ImageIcon } from '../../../ui/icons.tsx';
import { Picture } from '../../../ui/Picture.tsx';
import { Placeholders } from '../Placeholders.tsx';
import styles from './PictureGrid.module.css';

interface PictureGridProps {
  pictures: readonly StoredPicture[];
  /** True while the pictures of the previous page stay on the screen because another page is loading. */
  stale: boolean;
  /** Wraps the card of a picture in a button, or in a label with its checkbox. */
  children: (picture: StoredPicture, card: ReactNode) => ReactNode;
}

/** Pictures of the library, side by side. */
export function PictureGrid({ pictures, stale, children }: PictureGridProps) {
  return (
    <ul className={styles.grid} aria-label="Pictures" aria-busy={stale || undefined}>
      {pictures.map((picture) => (
        <li key={picture.id} className={styles.item}>
          {children(picture, <PictureCard picture={picture} />)}
        </li>
      ))}
    </ul>
  );
}

function PictureCard({ picture }: { picture: StoredPicture }) {
  const { image, name, alt, width, height, bytes, uses } = picture;
  return (
    <>
      <span className={styles.picture}>
        {isAllowedImage(image) ? (
          <Picture src={image} alt="" sizes="14rem" largest={480} />
        ) : (
          <ImageIcon size={28} />
        )}
      </span>
      <span className={styles.name} dir={directionOf(name)} lang={languageOf(name)} title={name}>
        {name}
      </span>
      <span className="small">
        {width} × {height} · {readableBytes(bytes)}
      </span>
      <span className="small">
        {usesText(uses)}
        {alt === '' && ' · no alt text'}
      </span>
    </>
  );
}

/** Returns a text such as "used in 3 places". */
export function usesText(uses: number): string {
  if (uses === 0) return 'not used';
  return uses === 1 ? 'used in 1 place' : `used in ${uses} places`;
}

/** Placeholder cards, as large as real ones. */
export function PictureGridSkeleton() {
  return <Placeholders what="the pictures" className={styles.grid} heights={Array(8).fill('13rem')} />;
}
