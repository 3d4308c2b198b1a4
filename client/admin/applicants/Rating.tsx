import { limits } from '#shared/limits.ts';
import { StarFilledIcon, StarIcon } from '../../ui/icons.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './Rating.module.css';

export const stars: readonly number[] = Array.from({ length: limits.rating }, (_, at) => at + 1);

/** A rating to read; nothing when there is none. */
export function Rating({ value }: { value: number }) {
  if (value <= 0) return null;
  return (
    <span className={styles.rating}>
      {stars.map((star) =>
        star <= value ? <StarFilledIcon key={star} size={14} /> : <StarIcon key={star} size={14} />,
      )}
      <VisuallyHidden>
        {value} of {limits.rating} stars
      </VisuallyHidden>
    </span>
  );
}
