import { type Control, type FieldValues, type Path, useWatch } from 'react-hook-form';
import { classNames } from '../../ui/class-names.ts';
import { useIsHydrating } from '../../ui/use-is-hydrating.ts';
import styles from './UsedCharacters.module.css';

interface UsedCharactersProps<Values extends FieldValues> {
  /** What the server has put into the field: both count from there first, the server knows nothing of what was typed since. */
  served: string;
  control: Control<Values>;
  name: Path<Values>;
  limit: number;
}

/** How much of a text's room is used. Nothing is cut off: whoever pastes too much sees by how much it has to shrink. */
export function UsedCharacters<Values extends FieldValues>(props: UsedCharactersProps<Values>) {
  const { control, name, limit, served } = props;
  const text: string = useWatch({ control, name }) ?? '';
  const used = (useIsHydrating() ? served : text).trim().length;
  const over = used - limit;
  return (
    <span className={classNames(styles.used, over > 0 && styles.over)}>
      {used.toLocaleString('en')} of {limit.toLocaleString('en')} characters
      {over > 0 && `: ${over.toLocaleString('en')} too many`}
    </span>
  );
}
