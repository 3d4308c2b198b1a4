import type { Ref } from 'react';
import { Artwork } from './Artwork.tsx';
import type { GalleryImage } from './gallery-image.ts';
import styles from './Thumbnails.module.css';

interface ThumbnailsProps {
  images: readonly GalleryImage[];
  title: string;
  current: number;
  onChoose: (index: number) => void;
  ref: Ref<HTMLUListElement>;
}

/** A small picture for each image, to choose it by. */
export function Thumbnails({ images, title, current, onChoose, ref }: ThumbnailsProps) {
  return (
    <ul ref={ref} className={styles.strip} aria-label={`Choose an image of ${title}`}>
      {images.map(({ id, image }, at) => (
        <li key={id}>
          <button
            className={styles.thumbnail}
            type="button"
            aria-label={`Show image ${at + 1} of ${images.length}`}
            aria-current={at === current ? 'true' : undefined}
            onClick={() => onChoose(at)}
          >
            <Artwork src={image} alt="" seed={`thumbnail-${id}`} />
          </button>
        </li>
      ))}
    </ul>
  );
}
