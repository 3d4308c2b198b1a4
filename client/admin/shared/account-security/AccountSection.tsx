import { type ReactNode, type Ref, useId } from 'react';
import rows from '../rows.module.css';
import styles from './AccountSection.module.css';

interface AccountSectionProps {
  title: string;
  /** Ref of the heading, which gets the focus when a focused button is removed. */
  ref?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** A section of the admin's own account, with its heading. */
export function AccountSection({ title, ref, children }: AccountSectionProps) {
  const titleId = useId();
  return (
    <section className="stack4" aria-labelledby={titleId}>
      <h2 className="type-heading" id={titleId} ref={ref} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** A list in an account section. Its children must be `Entry` elements. */
export function Entries({ children }: { children: ReactNode }) {
  return <ul className={rows.ruled}>{children}</ul>;
}

interface EntryProps {
  name: ReactNode;
  facts: ReactNode;
  /** Button or menu for an action on the entry. */
  action?: ReactNode;
}

export function Entry({ name, facts, action }: EntryProps) {
  return (
    <li>
      <div className={styles.about}>
        <p className={styles.name}>{name}</p>
        <p className="note">{facts}</p>
      </div>
      {action}
    </li>
  );
}
