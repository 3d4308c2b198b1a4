import { Link } from 'react-router-dom';
import type { ActivityLine } from '#shared/schemas/activity.ts';
import { languageOf } from '#shared/text-direction.ts';
import { isLabelled, listOfFields } from '../../../forms/field-labels.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { formatAge, formatFullMoment } from '../../../ui/dates.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { useMay } from '../rights.ts';
import rows from '../rows.module.css';
import styles from './ActivityLines.module.css';
import { linkTo, resourceLabels, resourceOf, whatOf, whoOf } from './labels.ts';

interface ActivityLinesProps {
  lines: readonly ActivityLine[];
  label: string;
  /** True while the rows of the previous page stay on the screen because another page is loading. */
  stale?: boolean;
  /** True if all lines are about one record. The screen names it, so the lines do not. */
  ofOneThing?: boolean;
}

/** One row per action: the person, the action, the record, the time, and the IP address. */
export function ActivityLines({ lines, label, stale = false, ofOneThing = false }: ActivityLinesProps) {
  return (
    <ol className={rows.boxed} aria-label={label} aria-busy={stale || undefined}>
      {lines.map((line) => (
        <Line key={line.key} line={line} ofOneThing={ofOneThing} />
      ))}
    </ol>
  );
}

function Line({ line, ofOneThing }: { line: ActivityLine; ofOneThing: boolean }) {
  // Names that no form shows, such as the version of a record, say nothing to a person.
  const fields = line.fields.filter(isLabelled);
  return (
    <li className={styles.line}>
      <p className={styles.what}>
        <bdi className={styles.who}>{whoOf(line)}</bdi> {whatOf(line)}
        {!ofOneThing && <Thing line={line} />}
        {line.outcome === 'refused' && <Badge tone="danger">Refused</Badge>}
        {line.outcome === 'unknown' && <Badge tone="signal">Unknown</Badge>}
      </p>
      <p className={styles.facts}>
        <time dateTime={line.at}>
          {formatAge(line.at)} <span className={styles.exact}>({formatFullMoment(line.at)})</span>
        </time>
        {fields.length > 0 && <span>Fields: {listOfFields(fields)}</span>}
        {line.address && <span>From {line.address}</span>}
      </p>
      {line.request && (
        <details className={styles.facts}>
          <summary>Details</summary>
          <span className={styles.request}>Request {line.request}</span>
        </details>
      )}
    </li>
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

/** Placeholder rows, as high as real ones. */
export function ActivitySkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading the activity…</VisuallyHidden>
      <ol className={rows.boxed} aria-hidden="true">
        {['52%', '38%', '61%', '44%', '57%'].map((width) => (
          <li key={width} className={styles.line}>
            <Skeleton width={width} height="1.5em" />
            <Skeleton width="70%" height="1.5em" />
          </li>
        ))}
      </ol>
    </>
  );
}
