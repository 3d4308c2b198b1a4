import type { ReactNode, Ref } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import styles from './OrderedSection.module.css';

interface OrderedSectionProps {
  /** The accessible name: "Projects and their order". */
  label: string;
  /** How many there are, and how their order is changed. */
  note: ReactNode;
  /** The change of the order, as the query library has it. */
  order: { isPending: boolean; isSuccess: boolean };
  /** Only a part is there yet. */
  busy?: boolean;
  className?: string | undefined;
  /** What takes the focus when the row that had it is gone. */
  ref: Ref<HTMLElement>;
  children: ReactNode;
}

/** Around a list that can be put in order: a note above it, and below it whether the order is saved. */
export function OrderedSection({ label, note, order, busy, className, ref, children }: OrderedSectionProps) {
  return (
    <section ref={ref} className={className} aria-label={label} aria-busy={busy || undefined} tabIndex={-1}>
      <OrderNote>{note}</OrderNote>
      {children}
      <p className={styles.saved} role="status">
        {order.isPending ? 'Saving the order…' : order.isSuccess ? deskMessages['order.saved'] : ''}
      </p>
    </section>
  );
}

/** The note, or its skeleton while the list loads. */
export function OrderNote({ children }: { children: ReactNode }) {
  return <p className={styles.note}>{children}</p>;
}
