import { useState } from 'react';
import { isAllowedImage } from '#shared/html-policy.ts';
import { TeamIcon } from '../../ui/icons.tsx';
import styles from './Portrait.module.css';

interface PortraitProps {
  /** Of our own origin, or of a file that was just chosen. */
  src: string | undefined;
  /** As on the team page, or small and round. */
  shape: 'card' | 'round';
}

/** A photo in the shape of the team page; a mark in its place when there is none, it is of another site, or does not load. */
export function Portrait({ src, shape }: PortraitProps) {
  const [failed, setFailed] = useState<string>();
  const shown = src && failed !== src && (src.startsWith('blob:') || isAllowedImage(src));
  return (
    <span className={`${styles.portrait} ${styles[shape]}`}>
      {shown ? (
        <img src={src} alt="" loading="lazy" decoding="async" onError={() => setFailed(src)} />
      ) : (
        <TeamIcon size={shape === 'card' ? 36 : 20} />
      )}
    </span>
  );
}
