import { useId } from 'react';
import { limits } from '#shared/limits.ts';
import { CloseIcon, StarFilledIcon, StarIcon } from '../../ui/icons.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './Rating.module.css';

const stars: readonly number[] = Array.from({ length: limits.rating }, (_, at) => at + 1);

/** A read-only rating; renders nothing for an applicant without a rating. */
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

interface RatingFieldProps {
  value: number;
  onChange: (rating: number) => void;
}

/** A choice of stars as radio buttons, so that arrow keys work too. The last button removes the rating. */
export function RatingField({ value, onChange }: RatingFieldProps) {
  const name = useId();
  const input = (rating: number) => ({
    className: 'overlay',
    type: 'radio',
    name,
    checked: value === rating,
    onChange: () => onChange(rating),
  });
  return (
    <fieldset className={styles.field}>
      <VisuallyHidden>
        <legend>Rating</legend>
      </VisuallyHidden>
      {stars.map((star) => (
        <label key={star} className={styles.star} data-on={star <= value || undefined} title={`${star} of 5`}>
          <input {...input(star)} aria-label={star === 1 ? '1 star' : `${star} stars`} />
          {star <= value ? <StarFilledIcon /> : <StarIcon />}
        </label>
      ))}
      <label className={styles.none} data-chosen={value === 0 || undefined} title="No rating">
        <input {...input(0)} aria-label="No rating" />
        <CloseIcon size={14} />
      </label>
    </fieldset>
  );
}
