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
  const waits = waitingText(intake);
  const notes: (StatusNote | false)[] = [
    host.state === 'down' && {
      kind: 'host',
      tone: 'signal',
      text: downText(host.since, now),
      aside: host.oldest_page_at
        ? `Visitors get pages up to ${ageOf(host.oldest_page_at, now)} old.`
        : undefined,
    },
    (waits !== '' || intake.is_full) && {
      kind: 'intake',
      tone: intake.is_full || intake.needs_person > 0 ? 'signal' : 'neutral',
      text: intake.is_full ? `No room for more forms${waits && `: ${waits}`}.` : `${waits}.`,
      link: { label: 'Waiting forms', to: pathTo('adminIntake') },
      // Visitors are being turned away, so the note cannot be dismissed.
      weight: intake.is_full ? undefined : intake.needs_person,
    },
    backup?.is_old === true && {
      kind: 'backup',
      tone: 'signal',
      text: backupText(backup, now),
      weight: 0,
    },
  ];
  return notes.filter((note) => note !== false);
}

function downText(since: string | null, now: number) {
  const at = since === null ? undefined : momentOf(since);
  return at ? `API host down since ${formatDayAndTime(at.getTime(), now)}.` : 'The API host is down.';
}

function waitingText({ waiting, needs_person: stuck }: SiteStatus['intake']) {
  const texts = [];
  if (waiting > 0)
    texts.push(
      waiting === 1 ? '1 form is waiting to be delivered' : `${waiting} forms are waiting to be delivered`,
    );
  if (stuck > 0) {
    const what = waiting > 0 ? '' : stuck === 1 ? ' form' : ' forms';
    texts.push(`${stuck}${what} ${stuck === 1 ? 'needs' : 'need'} a person`);
  }
  return texts.join(', ');
}

function backupText({ last_at: last }: { last_at: string | null }, now: number) {
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
function ageOf(iso: string, now: number) {
  const age = now - (momentOf(iso)?.getTime() ?? now);
  if (age < hourMs) return `${Math.max(1, Math.ceil(age / minuteMs))} min`;
  if (age < 2 * dayMs) return `${Math.ceil(age / hourMs)} h`;
  return `${Math.ceil(age / dayMs)} days`;
}
