import { Badge } from '../../ui/Badge.tsx';
import { formatAge, formatMoment } from '../../ui/dates.ts';
import { ClockIcon } from '../../ui/icons.tsx';
import { formatRetention } from './labels.ts';

/** How long ago something was; the exact time as a tooltip. */
export function TimeAgo({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={formatMoment(iso)}>
      {formatAge(iso)}
    </time>
  );
}

/** How long an applicant is kept; marked when that ends soon. */
export function Retention({ until }: { until: string }) {
  const { text, soon } = formatRetention(until);
  // A host that does not say how long.
  if (!until) return null;
  if (!soon) return <span>{text}</span>;
  return (
    <Badge tone="danger" Icon={ClockIcon}>
      {text}
    </Badge>
  );
}
