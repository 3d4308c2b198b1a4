import type { ApplicantStatus } from '#shared/schemas/applicant.ts';
import { Badge } from '../../ui/Badge.tsx';
import { statusTones, statusWords } from './status-words.ts';

export function StatusBadge({ status }: { status: ApplicantStatus }) {
  return <Badge tone={statusTones[status]}>{statusWords[status]}</Badge>;
}
