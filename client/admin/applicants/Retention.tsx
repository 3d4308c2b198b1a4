import { Badge } from '../../ui/Badge.tsx';
import { ClockIcon } from '../../ui/icons.tsx';
import { retentionInWords } from './retention.ts';

/** Until when an applicant is kept; marked when that is soon. */
export function Retention({ until }: { until: string }) {
  const { text, soon } = retentionInWords(until);
  if (!soon) return <span>{text}</span>;
  return (
    <Badge tone="danger" Icon={ClockIcon}>
      {text}
    </Badge>
  );
}
