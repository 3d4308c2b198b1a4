import { type KeyboardEvent, type Ref, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { frame } from '#shared/words/en/frame.ts';
import { useWords } from '../../words.ts';
import { classNames } from '../class-names.ts';
import { IconButton } from '../IconButton.tsx';
import { CloseIcon, SearchIcon } from '../icons.tsx';
import { VisuallyHidden } from '../VisuallyHidden.tsx';
import fieldStyles from './Field.module.css';
import { assignRef } from './Field.tsx';
import styles from './SearchField.module.css';

interface SearchFieldProps {
  label: string;
  showLabel?: boolean;
  /** The current search, e.g. from the URL. When it changes, the field shows it. */
  value?: string;
  /**
   * Called 250 ms after the last key, or at once on Enter and when the field is cleared. Never called twice in a row
   * with the same text.
   */
  onSearch: (text: string) => void;
  /** Name of the text in a form around the field, which is sent by Enter before the scripts are running. */
  name?: string;
  placeholder?: string;
  maxLength?: number;
  ref?: Ref<HTMLInputElement>;
}

const restMs = 250;

/** Field that searches while a person types. The text is trimmed before the search. */
export function SearchField({
  label,
  showLabel = false,
  value = '',
  onSearch,
  name,
  placeholder,
  maxLength,
  ref,
}: SearchFieldProps) {
  const words = useWords(frame);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  // The text that was searched last. `value` from the URL changes later than the text; it must not overwrite text
  // that was typed in the meantime.
  const asked = useRef(value);
  const search = useEffectEvent((given: string) => ask(given));

  function ask(given: string) {
    const wanted = given.trim();
    if (wanted === asked.current) return;
    asked.current = wanted;
    onSearch(wanted);
  }

  const follow = useEffectEvent((wanted: string) => {
    if (wanted === asked.current) return;
    asked.current = wanted;
    setText(wanted);
  });
  useEffect(() => follow(value), [value]);

  // Takes over what was typed before the scripts were running.
  const takeOver = useEffectEvent(() => setText(input.current?.value ?? text));
  useEffect(() => takeOver(), []);

  useEffect(() => {
    // This text was already searched, so no timer is needed. A timer could fire later, when the URL has a newer
    // search.
    if (text.trim() === asked.current) return;
    const timer = setTimeout(() => search(text), restMs);
    return () => clearTimeout(timer);
  }, [text]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      // Stops Enter from submitting a form around the field.
      event.preventDefault();
      ask(text);
    }
  }

  function clear() {
    setText('');
    ask('');
    input.current?.focus();
  }

  return (
    <search className="stack2">
      <label className="type-label" htmlFor={id}>
        {showLabel ? label : <VisuallyHidden>{label}</VisuallyHidden>}
      </label>
      <div className={styles.box}>
        <SearchIcon size={18} />
        <input
          ref={(element) => {
            input.current = element;
            return assignRef(ref, element);
          }}
          id={id}
          type="search"
          name={name}
          className={classNames(fieldStyles.control, styles.input)}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          placeholder={placeholder ?? label}
          maxLength={maxLength}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          dir="auto"
        />
        {text && (
          <IconButton label={words('search.clear')} className={styles.clear} onClick={clear}>
            <CloseIcon size={16} />
          </IconButton>
        )}
      </div>
    </search>
  );
}
