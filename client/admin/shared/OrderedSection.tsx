import type { ReactNode, Ref } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import styles from './OrderedSection.module.css';

interface OrderedSectionProps {
  /** Accessible name: "Projects and their order". */
  label: string;
  /** Text with the number of rows and how to change their order. */
  note: ReactNode;
  /** State of the mutation that saves the order. */
  order: { isPending: boolean; isSuccess: boolean };
  /** True while the list is loaded only in part. */
  busy?: boolean;
  className?: string;
  /** Element that takes the focus when the focused row was deleted. */
  ref: Ref<HTMLElement>;
  children: ReactNode;
}

/**
 * Frame of a list that can be reordered. Shows a note above the list, and below the list whether its order is saved.
 */
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

/** The note above the list, or its skeleton while the list loads. */
export function OrderNote({ children }: { children: ReactNode }) {
  return <p className={styles.note}>{children}</p>;
}
