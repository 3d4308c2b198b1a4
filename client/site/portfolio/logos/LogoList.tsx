import { useState } from 'react';
import { isAllowedImage } from '#shared/html-policy.ts';
import type { TechImage } from '#shared/schemas/category.ts';
import styles from './LogoList.module.css';

interface LogoListProps {
  logos: readonly TechImage[];
  /** The title of the field. */
  of: string;
}

/** Technology logos of any shape, on paper in both themes: most are drawn for white. They come without names. */
export function LogoList({ logos, of }: LogoListProps) {
  const [failed, setFailed] = useState<readonly number[]>([]);
  const shown = logos.filter(({ id, image }) => isAllowedImage(image) && !failed.includes(id));
  if (shown.length === 0) return null;
  return (
    <ul className={styles.logos}>
      {shown.map(({ id, image }, at) => (
        <li key={id} className={styles.logo}>
          <img
            src={image}
            alt={`${of}: technology ${at + 1} of ${shown.length}`}
            width={96}
            height={48}
            loading="lazy"
            decoding="async"
            onError={() => setFailed((before) => [...before, id])}
          />
        </li>
      ))}
    </ul>
  );
}
