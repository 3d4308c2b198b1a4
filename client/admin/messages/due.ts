import { formatDay } from '#shared/dates.ts';
import type { Message } from '#shared/schemas/message.ts';
import type { BadgeTone } from '../../ui/Badge.tsx';
import { daysUntil } from '../../ui/dates.ts';

/** A request that is due within so many days is marked. */
const soonDays = 7;

/** When a request for deletion is due. */
export interface Due {
  /** "12 days left", "Due today", "2 days overdue"; what was done, once it is done. */
  text: string;
  tone: BadgeTone;
  /** The day in words: "31 December 2026". */
  day: string;
  /** It is late, or nearly so. */
  urgent: boolean;
}

/** Undefined for a message that is not due, or with a date that nobody can read. Days are those of UTC, as the due date's. */
export function dueOf(
  { due_at: due, handled_at: handled, status }: Pick<Message, 'due_at' | 'handled_at' | 'status'>,
  now: Date,
): Due | undefined {
  const day = formatDay(due);
  if (!due || !day) return undefined;
  if (isHandled({ handled_at: handled, status })) {
    const when = formatDay(handled);
    return { text: when ? `Done on ${when}` : 'Done', tone: 'success', day, urgent: false };
  }
  const left = daysUntil(due, now.getTime());
  if (left < 0) return { text: `${days(-left)} overdue`, tone: 'danger', day, urgent: true };
  if (left === 0) return { text: 'Due today', tone: 'danger', day, urgent: true };
  const urgent = left <= soonDays;
  return { text: `${days(left)} left`, tone: urgent ? 'signal' : 'neutral', day, urgent };
}

/** Nothing is left to do. */
export function isHandled({ handled_at: handled, status }: Pick<Message, 'handled_at' | 'status'>): boolean {
  return Boolean(handled) || status === 'replied' || status === 'archived';
}

function days(count: number): string {
  return count === 1 ? '1 day' : `${count} days`;
}
