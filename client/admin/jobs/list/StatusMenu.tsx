import { jobStatusLabels } from '#shared/job-labels.ts';
import { type JobStatus, jobStatuses, type ListedJob } from '#shared/schemas/job.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { ChevronDownIcon } from '../../../ui/icons.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import styles from './JobTable.module.css';
import { statusTones } from './status-tones.ts';

/** What each change is called as something to do. */
const changes: Record<JobStatus, string> = {
  draft: 'Make it a draft',
  open: 'Open',
  closed: 'Close',
  filled: 'Mark as filled',
};

interface StatusMenuProps {
  job: ListedJob;
  onStatus: (status: JobStatus) => void;
}

/** The status of a job, which is also where it is changed. */
export function StatusMenu({ job, onStatus }: StatusMenuProps) {
  const others = jobStatuses.filter((status) => status !== job.status);
  return (
    <Menu
      label={`Status of ${job.title}: ${jobStatusLabels[job.status]}`}
      trigger={
        <span className={styles.statusTrigger}>
          <Badge tone={statusTones[job.status]}>{jobStatusLabels[job.status]}</Badge>
          <ChevronDownIcon size={16} />
        </span>
      }
      className={styles.statusButton}
      items={others.map((status) => ({
        label: changes[status],
        onSelect: () => onStatus(status),
      }))}
    />
  );
}
