import {
  type ComponentProps,
  type ReactNode,
  type Ref,
  startTransition,
  useEffect,
  useRef,
  useState,
} from 'react';
import { directionOf, languageOf } from '#shared/text-direction.ts';
import { classNames } from '../class-names.ts';
import { IconButton } from '../IconButton.tsx';
import { EyeIcon, EyeOffIcon } from '../icons.tsx';
import { VisuallyHidden } from '../VisuallyHidden.tsx';
import fieldStyles from './Field.module.css';
import { assignRef, Field, type FieldText } from './Field.tsx';
import styles from './TextField.module.css';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

interface TextFieldProps
  extends FieldText,
    Omit<ComponentProps<'input'>, 'ref' | 'onChange' | 'onBlur' | 'onInput'> {
  multiline?: boolean;
  rows?: number;
  /** True if the number of used characters is shown next to `maxLength`. */
  counter?: boolean;
  /** A small button at the end of the field, e.g. for showing a password. */
  action?: ReactNode;
  ref?: Ref<TextControl>;
  onChange?: (event: React.ChangeEvent<TextControl>) => void;
  onBlur?: (event: React.FocusEvent<TextControl>) => void;
}

/** A text control with its label. Hint and error are connected to it by `aria-describedby`. */
export function TextField({
  label,
  hint,
  error,
  multiline = false,
  counter = false,
  action,
  ref,
  id,
  className,
  rows,
  ...rest
}: TextFieldProps) {
  const control = useRef<TextControl>(null);
  const { maxLength } = rest;
  useTypedScript(control, rest.dir === 'auto');
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      id={id}
      aside={counter && maxLength && <Counter control={control} limit={maxLength} />}
    >
      {(ids) => {
        const shared = {
          ...rest,
          ref: (element: TextControl | null) => {
            control.current = element;
            return assignRef(ref, element);
          },
          id: ids.id,
          className: classNames(fieldStyles.control, action ? styles.withAction : undefined, className),
          'aria-describedby': ids.describedBy,
          'aria-invalid': ids.invalid || undefined,
        };
        return (
          <div className={styles.box}>
            {multiline ? (
              <textarea {...(shared as ComponentProps<'textarea'>)} rows={rows} />
            ) : (
              <input {...(shared as ComponentProps<'input'>)} />
            )}
            {action && <span className={styles.action}>{action}</span>}
          </div>
        );
      }}
    </Field>
  );
}

/**
 * In a field for any language, sets the writing direction of the text while a person types: the direction of most of
 * its letters, as the text will be shown later. Without scripts `dir="auto"` applies, which follows the first letter
 * alone.
 */
function useTypedScript(control: React.RefObject<TextControl | null>, anyLanguage: boolean) {
  useEffect(() => {
    const element = control.current;
    if (!element || !anyLanguage) return;
    const tell = () => {
      element.dir = directionOf(element.value) ?? 'auto';
      element.lang = languageOf(element.value) ?? '';
      if (element.lang === '') element.removeAttribute('lang');
    };
    tell();
    element.addEventListener('input', tell);
    return () => element.removeEventListener('input', tell);
  });
}

function Counter({ control, limit }: { control: React.RefObject<TextControl | null>; limit: number }) {
  const [used, setUsed] = useState(0);
  useEffect(() => {
    const element = control.current;
    if (!element) return;
    // Updated with low priority, because React throws if a page has too many urgent updates in a row.
    const count = () => startTransition(() => setUsed(element.value.length));
    count();
    element.addEventListener('input', count);
    return () => element.removeEventListener('input', count);
  });
  return (
    <p className={styles.counter}>
      <span aria-hidden="true">
        {used}/{limit}
      </span>
      <VisuallyHidden>
        {used} of {limit} characters
      </VisuallyHidden>
    </p>
  );
}

type PasswordFieldProps = Omit<
  ComponentProps<typeof TextField>,
  'type' | 'action' | 'multiline' | 'rows' | 'counter'
> & {
  /** `current-password` or `new-password`, by which password managers know which password the field is for. */
  autoComplete: 'current-password' | 'new-password';
};

/** A password field with a button that shows the text while it is typed. */
export function PasswordField({ label, ...rest }: PasswordFieldProps) {
  const [visible, setVisible] = useState(false);
  const name = label.charAt(0).toLowerCase() + label.slice(1);
  return (
    <TextField
      {...rest}
      label={label}
      type={visible ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      action={
        <IconButton label={`${visible ? 'Hide' : 'Show'} ${name}`} onClick={() => setVisible(!visible)}>
          {visible ? <EyeOffIcon /> : <EyeIcon />}
        </IconButton>
      }
    />
  );
}

interface DateFieldProps
  extends Omit<ComponentProps<typeof TextField>, 'type' | 'multiline' | 'counter' | 'rows'> {
  /** True if the field also asks for the time of day. The value is then like "2026-12-31T17:00", in local time. */
  withTime?: boolean;
}

/**
 * A day, in the browser's own calendar. Its value is "2026-12-31" or "". It is never read-only: in Firefox it cannot take
 * the focus until a moment after that has ended, as when a form was refused and shows its first bad field.
 */
export function DateField({ withTime = false, className, ...rest }: DateFieldProps) {
  return (
    <TextField
      {...rest}
      readOnly={false}
      type={withTime ? 'datetime-local' : 'date'}
      className={classNames(styles.date, className)}
    />
  );
}
