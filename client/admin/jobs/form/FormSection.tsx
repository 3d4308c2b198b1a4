import { type ReactNode, useId } from 'react';
import styles from './FormSection.module.css';

interface FormSectionProps {
  title: string;
  text?: ReactNode;
  children: ReactNode;
}

/** A part of the form under its own heading. */
export function FormSection({ title, text, children }: FormSectionProps) {
  const titleId = useId();
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h3 className={styles.title} id={titleId}>
          {title}
        </h3>
        {text && <p className={styles.text}>{text}</p>}
      </div>
      <div className={styles.fields}>{children}</div>
    </section>
  );
}

/** Fields side by side where there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
