import { momentOf } from '#shared/dates.ts';
import { pathTo } from '#shared/paths.ts';
import type { SiteStatus } from '#shared/schemas/site-status.ts';
import { formatDayAndTime } from '../../../ui/dates.ts';

/** Kinds of notes in the banner, the most urgent first. */
type NoteKind = 'host' | 'intake' | 'backup';

/** One note of the banner. */
export interface StatusNote {
  kind: NoteKind;
  tone: 'signal' | 'neutral';
  /** The note, in whole sentences. */
  text: string;
  /** Further text that changes with time, such as an age. It is displayed, but screen readers do not announce it. */
  aside?: string;
  link?: { label: string; to: string };
  /**
   * Severity of a note that can be dismissed: a dismissed note is shown again when its severity rises. Undefined if
   * the note cannot be dismissed.
   */
  weight?: number;
}

/** Returns the notes that apply at `now` (milliseconds since 1970). */
export function statusNotes({ host, intake, backup }: SiteStatus, now: number): StatusNote[] {
  const notes: StatusNote[] = [];
  if (host.state === 'down') {
    const aside = host.oldest_page_at && `Visitors get pages up to ${ageOf(host.oldest_page_at, now)} old.`;
    notes.push({ kind: 'host', tone: 'signal', text: downText(host.since, now), ...(aside && { aside }) });
  }
  const waits = waitingText(intake);
  if (waits) notes.push({ kind: 'intake', link: intakeLink, ...waits });
  if (backup?.is_old)
    notes.push({ kind: 'backup', tone: 'signal', text: backupText(backup, now), weight: 0 });
  return notes;
}

/**
 * Returns the notes to show. A note with a `weight` is left out if it was dismissed at the same or a higher weight,
 * or if it links to the screen that is open.
 */
export function notesToShow(
  notes: readonly StatusNote[],
  dismissed: Readonly<Record<string, number>>,
  path: string,
): StatusNote[] {
  return notes.filter(({ kind, weight, link }) => {
    if (weight === undefined) return true;
    if (link?.to === path) return false;
    return weight > (dismissed[kind] ?? -1);
  });
}

function downText(since: string | null, now: number): string {
  const at = since === null ? undefined : momentOf(since);
  return at ? `API host down since ${formatDayAndTime(at.getTime(), now)}.` : 'The API host is down.';
}

const intakeLink = { label: 'Waiting forms', to: pathTo('adminIntake') };

/**
 * Returns the note about waiting forms. If the queue is full, the note has no weight and cannot be dismissed, because
 * visitors are being turned away.
 */
function waitingText(intake: SiteStatus['intake']): Pick<StatusNote, 'tone' | 'text' | 'weight'> | undefined {
  const { waiting, needs_person: stuck, is_full: full } = intake;
  const texts = [];
  if (waiting > 0) {
    texts.push(
      waiting === 1 ? '1 form is waiting to be delivered' : `${waiting} forms are waiting to be delivered`,
    );
  }
  if (stuck > 0) {
    const what = waiting > 0 ? '' : stuck === 1 ? ' form' : ' forms';
    texts.push(`${stuck}${what} ${stuck === 1 ? 'needs' : 'need'} a person`);
  }
  const text = `${texts.join(', ')}.`;
  if (full)
    return {
      tone: 'signal',
      text: texts.length > 0 ? `No room for more forms: ${text}` : 'No room for more forms.',
    };
  if (texts.length === 0) return undefined;
  return { tone: stuck > 0 ? 'signal' : 'neutral', text, weight: stuck };
}

function backupText({ last_at: last }: { last_at: string | null }, now: number): string {
  const at = last === null ? undefined : momentOf(last);
  if (!at) return 'There is no backup yet.';
  const days = Math.max(0, Math.floor((now - at.getTime()) / dayMs));
  return days === 1 ? 'The last backup is 1 day old.' : `The last backup is ${days} days old.`;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * Returns the age as text. In the note it follows the words "up to", so it is rounded up. The browser's clock may be
 * behind the server's, so the age is at least one minute.
 */
function ageOf(iso: string, now: number): string {
  const age = now - (momentOf(iso)?.getTime() ?? now);
  if (age < hourMs) return `${Math.max(1, Math.ceil(age / minuteMs))} min`;
  if (age < 2 * dayMs) return `${Math.ceil(age / hourMs)} h`;
  return `${Math.ceil(age / dayMs)} days`;
}
