import { isAllowedImage } from '#shared/html-policy.ts';
import type { TechImage } from '#shared/schemas/category.ts';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import styles from './Logos.module.css';

/** So many are shown; the rest is counted. */
const shownAtMost = 5;

/** The technology logos of a category, in one small row. */
export function Logos({ logos }: { logos: readonly TechImage[] }) {
  const drawn = logos.filter(({ image }) => isAllowedImage(image)).slice(0, shownAtMost);
  const rest = logos.length - drawn.length;
  if (logos.length === 0) return null;
  return (
    <span className={styles.logos}>
      <VisuallyHidden>{logos.length === 1 ? '1 logo' : `${logos.length} logos`}</VisuallyHidden>
      {drawn.map(({ id, image }) => (
        <img key={id} className={styles.logo} src={image} alt="" loading="lazy" decoding="async" />
      ))}
      {rest > 0 && <span aria-hidden="true">+{rest}</span>}
    </span>
  );
}
