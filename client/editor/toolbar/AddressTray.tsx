import { useId, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import controlStyles from '../../ui/fields/control.module.css';
import styles from './Tray.module.css';
import { Tray } from './Tray.tsx';

interface AddressTrayProps {
  /** What the strip is for. */
  purpose: string;
  /** Of the text field. */
  label: string;
  hint: string;
  initial: string;
  applyLabel: string;
  /** Returns why the text cannot be taken, in words, or undefined when it was. */
  onApply: (text: string) => string | undefined;
  onRemove?: (() => void) | undefined;
  removeLabel?: string;
  onClose: () => void;
}

/** Asks for one line of text: the address of a link or of a video, the description of an image. */
export function AddressTray(props: AddressTrayProps) {
  const { purpose, label, hint, initial, applyLabel, onApply, onRemove, removeLabel, onClose } = props;
  const [text, setText] = useState(initial);
  const [problem, setProblem] = useState<string>();
  const id = useId();
  const apply = () => setProblem(onApply(text));
  return (
    <Tray label={purpose} onEnter={apply} onClose={onClose}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="text"
        className={`${controlStyles.control} ${styles.input}`}
        value={text}
        placeholder={hint}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={(event) => {
          setText(event.target.value);
          setProblem(undefined);
        }}
      />
      <Button onClick={apply}>{applyLabel}</Button>
      {onRemove && (
        <Button variant="quiet" onClick={onRemove}>
          {removeLabel}
        </Button>
      )}
      <Button variant="quiet" onClick={onClose}>
        Cancel
      </Button>
      {problem && (
        <p id={`${id}-problem`} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </Tray>
  );
}
