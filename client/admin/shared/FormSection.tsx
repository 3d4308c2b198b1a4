import { type ReactNode, useId } from 'react';
import styles from './FormSection.module.css';

interface FormSectionProps {
  title: string;
  text?: string;
  children: ReactNode;
}

/** A group of fields of a form below a line, with its title. */
export function FormSection({ title, text, children }: FormSectionProps) {
  const textId = useId();
  return (
    <fieldset className={styles.section} aria-describedby={text && textId}>
      <legend className={styles.title}>{title}</legend>
      {text && (
        <p className={styles.text} id={textId}>
          {text}
        </p>
      )}
      {children}
    </fieldset>
  );
}
