import type { CSSProperties } from 'react';
import { teamPhoto } from '#shared/limits.ts';
import type { CropProps } from '../../ui/fields/picture-tools.ts';
import CropDialog, { type CropPlace, type CropPreviewProps } from '../shared/pictures/CropDialog.tsx';
import type { Size } from '../shared/pictures/crop-area.ts';
import { cutTypes } from '../shared/pictures/cut-image.ts';
import styles from './PhotoCrop.module.css';

const place: CropPlace = {
  title: 'Crop the photo',
  ratio: teamPhoto.width / teamPhoto.height,
  sizeOf: cutSize,
  types: cutTypes('image/webp'),
  mayKeep: ({ width, height }) => Math.max(width, height) <= teamPhoto.longestSide,
  softBelow: 500,
  Preview: PhotoPreview,
};

/** Crops a photo to the aspect ratio of the photos on the team page. */
export default function PhotoCrop(props: CropProps) {
  return <CropDialog {...props} place={place} />;
}

/** Previews the crop while it is being chosen: as it will look on the team page, and as a small round picture. */
function PhotoPreview({ src, area, picture }: CropPreviewProps) {
  const shown: CSSProperties = {
    width: `${(picture.width / area.width) * 100}%`,
    transform: `translate(${(-area.x / picture.width) * 100}%, ${(-area.y / picture.height) * 100}%)`,
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

/**
 * Returns the size of the cropped photo in pixels: with exactly the aspect ratio of team photos, its longest side at
 * most 1600 pixels, and not enlarged beyond the selected area.
 */
function cutSize({ height }: Pick<Size, 'height'>): Size {
  const steps = Math.min(
    Math.round(height / teamPhoto.height),
    Math.floor(teamPhoto.longestSide / teamPhoto.height),
  );
  const share = Math.max(1, steps);
  return { width: share * teamPhoto.width, height: share * teamPhoto.height };
}
