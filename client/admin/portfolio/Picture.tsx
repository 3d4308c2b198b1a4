import { useState } from 'react';
import { isAllowedImage } from '#shared/html-policy.ts';
import { ImageIcon } from '../../ui/icons.tsx';
import styles from './Picture.module.css';

/** A stored picture, small; a mark in its place when there is none, it is of another site, or it does not load. */
export function Picture({ src }: { src: string | null | undefined }) {
  const [failed, setFailed] = useState<string>();
  const shown = src && isAllowedImage(src) && failed !== src;
  return (
    <span className={styles.picture}>
      {shown ? (
        <img src={src} alt="" loading="lazy" decoding="async" onError={() => setFailed(src)} />
      ) : (
        <ImageIcon size={22} />
      )}
    </span>
  );
}
