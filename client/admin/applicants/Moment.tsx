import { formatAge, formatMoment } from '../../ui/dates.ts';

/** How long ago something was; the exact time as a tooltip. */
export function Moment({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={formatMoment(iso)}>
      {formatAge(iso)}
    </time>
  );
}
