import { Link } from 'react-router-dom';
import type { ActivityLine } from '#shared/schemas/activity.ts';
import { languageOf } from '#shared/text-direction.ts';
import { isLabelled, listOfFields } from '../../../forms/field-labels.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { formatAge, formatFullMoment } from '../../../ui/dates.ts';
import { useMay } from '../access.tsx';
import rows from '../rows.module.css';
import styles from './ActivityLines.module.css';
import { linkTo, resourceLabels, resourceOf, whatOf, whoOf } from './labels.ts';

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
