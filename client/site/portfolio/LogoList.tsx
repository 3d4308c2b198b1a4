import { useState } from 'react';
import { isAllowedImage } from '#shared/html-policy.ts';
import type { Id } from '#shared/id.ts';
import type { Category, TechImage } from '#shared/schemas/category.ts';
import { work } from '#shared/words/en/work.ts';
import { Picture } from '../../ui/Picture.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useWords } from '../../words.ts';
import styles from './LogoList.module.css';

interface LogoListProps {
  logos: readonly TechImage[];
  details: Category['picture_details'];
}

/**
 * Logos of technologies, of any shape. The background is light in both themes, because most logos are made for white.
 * Screen readers announce only the number of logos, unless a logo has an alternative text.
 */
export function LogoList({ logos, details }: LogoListProps) {
  const words = useWords(work);
  const [failed, setFailed] = useState<readonly Id[]>([]);
  const shown = logos.filter(({ id, image }) => isAllowedImage(image) && !failed.includes(id));
  if (shown.length === 0) return null;
  const isNamed = shown.some((logo) => details?.some(({ image, alt }) => image === logo.image && alt));
  return (
    <>
      <VisuallyHidden>{words('category.technologies', { count: shown.length })}</VisuallyHidden>
      <ul className={styles.logos} aria-hidden={isNamed ? undefined : 'true'}>
        {shown.map(({ id, image }) => (
          <li key={id} className={styles.logo}>
            <Picture
              src={image}
              alt=""
              details={details}
              whole
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
