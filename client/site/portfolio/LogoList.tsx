import { useState } from 'react';
import { isAllowedImage } from '#shared/html-policy.ts';
import type { Id } from '#shared/id.ts';
import type { TechImage } from '#shared/schemas/category.ts';
import { Picture } from '../../ui/Picture.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './LogoList.module.css';

/**
 * Technology logos of any shape, on paper in both themes: most are drawn for white. They come without names, so a screen reader is told
 * once how many there are, and is not led through pictures that nobody can name.
 */
export function LogoList({ logos }: { logos: readonly TechImage[] }) {
  const [failed, setFailed] = useState<readonly Id[]>([]);
  const shown = logos.filter(({ id, image }) => isAllowedImage(image) && !failed.includes(id));
  if (shown.length === 0) return null;
  return (
    <>
      <VisuallyHidden>
        {shown.length === 1
          ? '1 technology, shown by its logo'
          : `${shown.length} technologies, shown by their logos`}
      </VisuallyHidden>
      <ul className={styles.logos} aria-hidden="true">
        {shown.map(({ id, image }) => (
          <li key={id} className={styles.logo}>
            <Picture
              src={image}
              alt=""
              sizes="5rem"
              largest={320}
              width={96}
              height={48}
              onError={() => setFailed((before) => [...before, id])}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
