import { useState } from 'react';
import { isAllowedImage } from '#shared/html-policy.ts';
import { classNames } from '../../ui/class-names.ts';
import { ImageIcon, TeamIcon } from '../../ui/icons.tsx';
import { Picture } from '../../ui/Picture.tsx';
import styles from './Thumbnail.module.css';

/** Icons that are shown if there is no picture. */
const placeholders = {
  wide: <ImageIcon size={22} />,
  portrait: <TeamIcon size={36} />,
  round: <TeamIcon size={20} />,
};

interface ThumbnailProps {
  /** URL of our own origin, or of a file that was just chosen. */
  src: string | null | undefined;
  /**
   * Shape of the thumbnail: a wide picture of the portfolio, a portrait as on the team page, or a small round one.
   */
  shape: keyof typeof placeholders;
}

/**
 * A small stored picture. An icon is shown if there is no picture, if it is on another site, or if it does not load.
 */
export function Thumbnail({ src, shape }: ThumbnailProps) {
  const [failed, setFailed] = useState<string>();
  const shown = src && failed !== src && (src.startsWith('blob:') || isAllowedImage(src));
  return (
    <span className={classNames(styles.thumbnail, styles[shape])}>
      {shown ? (
        <Picture src={src} alt="" sizes="6rem" largest={320} onError={() => setFailed(src)} />
      ) : (
        placeholders[shape]
      )}
    </span>
  );
}
