import { Badge } from '../../ui/Badge.tsx';
import { formatAge, formatMoment } from '../../ui/dates.ts';
import { ClockIcon } from '../../ui/icons.tsx';
import { formatRetention } from './labels.ts';

/** Shows how long ago a time was; the exact time is a tooltip. */
export function TimeAgo({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={formatMoment(iso)}>
      {formatAge(iso)}
    </time>
  );
}

/** Shows until when an applicant is stored, and highlights the date when it is near. */
export function Retention({ until }: { until: string }) {
  const { text, soon } = formatRetention(until);
  // Some hosts do not send the retention date.
  if (!until) return null;
  if (!soon) return <span>{text}</span>;
  return (
    <Badge tone="danger" Icon={ClockIcon}>
      {text}
    </Badge>
  );
}
