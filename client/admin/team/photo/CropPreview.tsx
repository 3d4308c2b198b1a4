import type { CSSProperties } from 'react';
import styles from './CropPreview.module.css';
import type { Area } from './crop-image.ts';

interface CropPreviewProps {
  src: string;
  /** The part that is shown, in percent of the photo. */
  part: Area;
}

/** The cut as it will look, while it is being chosen: on the team page, and small and round. */
export function CropPreview({ src, part }: CropPreviewProps) {
  const shown: CSSProperties = {
    width: `${10_000 / part.width}%`,
    transform: `translate(${-part.x}%, ${-part.y}%)`,
  };
  return (
    <div className={styles.previews}>
      <figure className={styles.preview}>
        <span className={styles.card}>
          <img src={src} alt="" style={shown} />
        </span>
        <figcaption>Team page</figcaption>
      </figure>
      <figure className={styles.preview}>
        <span className={styles.round}>
          <span className={styles.inner}>
            <img src={src} alt="" style={shown} />
          </span>
        </span>
        <figcaption>Small</figcaption>
      </figure>
    </div>
  );
}
