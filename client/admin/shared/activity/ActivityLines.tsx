import { Link } from 'react-router-dom';
import { logWords } from '#shared/contract/log-words.ts';
import { type ActivityLine, type ActivityResource, activityResources } from '#shared/schemas/activity.ts';
import { trashKinds } from '#shared/schemas/trash.ts';
import { languageOf } from '#shared/text-direction.ts';
import { isLabelled, listOfFields } from '../../../forms/field-labels.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { formatAge, formatFullMoment } from '../../../ui/dates.ts';
import { recordAddress } from '../../screens.tsx';
import { type May, useMay } from '../access.tsx';
import rows from '../rows.module.css';
import styles from './ActivityLines.module.css';

/**
 * One action: the person, the action, the record, the time, and the IP address. With `ofOneThing`, all lines are about
 * one record, which the screen names.
 */
export function Activity({ line, ofOneThing }: { line: ActivityLine; ofOneThing?: boolean }) {
  // Names that no form shows, such as the version of a record, say nothing to a person.
  const fields = line.fields.filter(isLabelled);
  return (
    <div className={rows.what}>
      <p className={styles.what}>
        <bdi className={rows.name}>{whoOf(line)}</bdi> {whatOf(line)}
        {!ofOneThing && <Thing line={line} />}
        {line.outcome === 'refused' && <Badge tone="danger">Refused</Badge>}
        {line.outcome === 'unknown' && <Badge tone="signal">Unknown</Badge>}
      </p>
      <p className={rows.facts}>
        <time dateTime={line.at}>
          {formatAge(line.at)} ({formatFullMoment(line.at)})
        </time>
        {fields.length > 0 && <span>Fields: {listOfFields(fields)}</span>}
        {line.address && <span>From {line.address}</span>}
      </p>
      {line.request && (
        <details className={classNames(rows.facts, styles.details)}>
          <summary>Details</summary>
          <span>Request {line.request}</span>
        </details>
      )}
    </div>
  );
}

/**
 * The record of an action, as a link to its screen. If the record has been deleted since then, that screen says so.
 */
function Thing({ line }: { line: ActivityLine }) {
  const may = useMay();
  const kind = resourceOf(line.resource);
  if (!kind) return null;
  if (line.id === null) return null;
  const name = line.title || `${resourceLabels[kind]} ${line.id}`;
  const to = linkTo(line, may);
  return to ? (
    <Link to={to} dir="auto" lang={languageOf(name)}>
      {name}
    </Link>
  ) : (
    <bdi lang={languageOf(name)}>{name}</bdi>
  );
}

/** Display names of the kinds of records. */
export const resourceLabels = {
  ...Object.fromEntries(trashKinds.map(({ resource, label }) => [resource, label])),
  admin: 'Account',
  intake_item: 'Waiting form',
  picture: 'Picture',
  redirect: 'Redirect',
} as Record<ActivityResource, string>;

/** Returns the text as a kind of record; undefined if there is no such kind. */
function resourceOf(text: string | null | undefined) {
  return activityResources.find((each) => each === text);
}

/** Returns the person who acted: by name or email address, or by a general text if the person is no longer known. */
export function whoOf({ who }: Pick<ActivityLine, 'who'>) {
  if (!who) return 'Unknown person';
  return who.name || who.email || 'A former colleague';
}

const wrongProofs: Record<string, string> = { secondStep: 'second step', passkeyLogin: 'passkey' };

/** Describes the action in words that follow the person's name. */
export function whatOf({ action, outcome }: Pick<ActivityLine, 'action' | 'outcome'>) {
  const words = logWords(action);
  if (outcome === 'refused') return `tried to sign in with a wrong ${wrongProofs[action] ?? 'password'}`;
  return outcome === 'unknown' ? `${words}, or tried to (no answer)` : words;
}

/** Returns the URL of the record's screen; undefined for a record without a screen. */
export function linkTo({ resource, id }: Pick<ActivityLine, 'resource' | 'id'>, may: May) {
  const kind = resourceOf(resource);
  if (!kind || id === null || !may('getHistory', kind)) return undefined;
  return recordAddress(kind, id);
}
