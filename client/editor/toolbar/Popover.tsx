import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import controlStyles from '../../ui/fields/Field.module.css';
import styles from './Popover.module.css';
import { groundColors, textColors } from './palette.ts';

interface PopoverProps {
  /** Accessible name of the popover. */
  label: string;
  children: ReactNode;
  /** Called when Enter is pressed in a text field. */
  onEnter?: () => void;
  onClose: () => void;
  /** False if the focus stays in the text when the popover opens. */
  takesFocus?: boolean;
}

/**
 * A strip between toolbar and text in which a person enters what a toolbar button needs, e.g. a URL. It takes part in
 * the page's layout, so that no dialog and no edge clips it. Escape closes only the strip, and not the dialog around
 * the editor.
 */
export function Popover({ label, children, onEnter, onClose, takesFocus = true }: PopoverProps) {
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) strip.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, [takesFocus]);
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      onClose();
    } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      // Stops Enter from submitting the form around the editor.
      event.preventDefault();
      onEnter?.();
    }
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset inside of a form would be named by a legend that is seen
    <div ref={strip} className={styles.popover} role="group" aria-label={label} onKeyDown={press}>
      {children}
    </div>
  );
}

interface TextPopoverProps {
  /** Accessible name of the popover. */
  purpose: string;
  /** Label of the text field. */
  label: string;
  hint: string;
  initial: string;
  applyLabel: string;
  /** Called with the text. Returns the error, or undefined when the text was accepted. */
  onApply: (text: string) => string | undefined;
  /** Called by "Remove link". */
  onRemove?: () => void;
  onClose: () => void;
  takesFocus?: boolean;
  /** Shown before the text field. */
  children?: ReactNode;
}

/** Asks for one line of text: the URL of a link or a video, or the description of an image. */
export function TextPopover(props: TextPopoverProps) {
  const { purpose, label, hint, initial, applyLabel, onApply, onRemove, onClose } = props;
  const { takesFocus, children } = props;
  const [text, setText] = useState(initial);
  const [problem, setProblem] = useState<string>();
  const id = useId();
  const apply = () => setProblem(onApply(text));
  return (
    <Popover label={purpose} onEnter={apply} onClose={onClose} takesFocus={takesFocus}>
      {children}
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
          Remove link
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
    </Popover>
  );
}

interface ColorPopoverProps {
  format: 'color' | 'background';
  current: string | undefined;
  /** Called with the chosen colour, or with `false` if the colour is to be removed. */
  onChoose: (value: string | false) => void;
  onClose: () => void;
}

/** Asks for a colour: one of the palette, any other, or none. */
export function ColorPopover({ format, current, onChoose, onClose }: ColorPopoverProps) {
  const label = format === 'color' ? 'Text colour' : 'Background colour';
  return (
    <Popover label={label} onClose={onClose}>
      {(format === 'color' ? textColors : groundColors).map(({ name, value }) => (
        <button
          key={value}
          type="button"
          className={styles.swatch}
          style={{ backgroundColor: value }}
          title={name}
          aria-label={name}
          aria-pressed={current?.toLowerCase() === value}
          onClick={() => onChoose(value)}
        />
      ))}
      <label className={styles.other}>
        Other
        <input
          type="color"
          defaultValue={current && /^#[0-9a-f]{6}$/i.test(current) ? current : '#2f74d0'}
          // Listens to the native `change` event, which fires when the colour is chosen. React's `onChange` is the
          // native `input` event, which fires at every move in the colour picker.
          ref={(input) => {
            const choose = () => input && onChoose(input.value);
            input?.addEventListener('change', choose);
            return () => input?.removeEventListener('change', choose);
          }}
        />
      </label>
      <Button variant="quiet" onClick={() => onChoose(false)}>
        No colour
      </Button>
      <Button variant="quiet" onClick={onClose}>
        Cancel
      </Button>
    </Popover>
  );
}
