import { useId, useState } from 'react';
import { CloseIcon, StarFilledIcon, StarIcon } from '../../ui/icons.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './Rating.module.css';
import { stars } from './Rating.tsx';

interface RatingFieldProps {
  value: number;
  onChange: (rating: number) => void;
}

/** Stars to choose from: radio buttons, so that arrow keys do it too. The first of them takes the rating away. */
export function RatingField({ value: given, onChange }: RatingFieldProps) {
  const name = useId();
  // The choice shows with the press; what keeps the rating tells it a moment later, and a radio button would jump back.
  const [chosen, setChosen] = useState<number>();
  const value = chosen ?? given;
  const [followed, setFollowed] = useState(given);
  if (followed !== given) {
    setFollowed(given);
    setChosen(undefined);
  }
  const input = (rating: number) => ({
    className: styles.input,
    type: 'radio',
    name,
    checked: value === rating,
    onChange: () => {
      setChosen(rating);
      onChange(rating);
    },
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
