import { useState } from 'react';
import type { Category, TechImage } from '#shared/entities/category.ts';
import { isAllowedImage } from '#shared/html-policy.ts';
import type { Id } from '#shared/id.ts';
import { work } from '#shared/words/en/work.ts';
import { Picture } from '../../ui/Picture.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { NameText } from '../../ui/WrittenText.tsx';
import { useWords } from '../../words.ts';
import styles from './LogoList.module.css';

interface LogoListProps {
  logos: readonly TechImage[];
  details: Category['picture_details'];
  /** True to show only the names, if every logo has one. */
  byName?: boolean;
}

/**
 * Logos of technologies, of any shape. A logo with an alternative text has it as a name beside it. Screen readers
 * announce only the number of logos, unless one is named.
 */
export function LogoList({ logos, details, byName = false }: LogoListProps) {
  const words = useWords(work);
  const [failed, setFailed] = useState<readonly Id[]>([]);
  const shown = logos
    .filter(({ id, image }) => isAllowedImage(image) && !failed.includes(id))
    .map(({ id, image }) => ({ id, image, name: details?.find((each) => each.image === image)?.alt }));
  if (shown.length === 0) return null;
  const isNamed = shown.some(({ name }) => name);
  const hasLogos = !byName || shown.some(({ name }) => !name);
  return (
    <>
      <VisuallyHidden>{words('category.technologies', { count: shown.length })}</VisuallyHidden>
      <ul className={styles.logos} aria-hidden={isNamed ? undefined : 'true'}>
        {shown.map(({ id, image, name }) => (
          <li key={id} className={styles.entry}>
            {hasLogos && (
              <Picture
                className={styles.logo}
                src={image}
                alt=""
                whole
                sizes="5rem"
                largest={320}
                width={96}
                height={48}
                onError={() => setFailed((before) => [...before, id])}
              />
            )}
            {name && <NameText className={hasLogos ? 'note' : undefined}>{name}</NameText>}
          </li>
        ))}
      </ul>
    </>
  );
}
