import { useState } from 'react';
import { isOpen } from '#shared/job-labels.ts';
import { pathTo } from '#shared/paths.ts';
import type { ListedJob } from '#shared/schemas/job.ts';
import { CopyIcon, EditIcon, ExternalIcon, MoreIcon, TrashIcon } from '../../../ui/icons.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import type { JobActions } from './job-actions.ts';

interface JobMenuProps extends Omit<JobActions, 'onStatus'> {
  job: ListedJob;
}

/** What can be done to a job besides changing its status. */
export function JobMenu({ job, onEdit, onDuplicate, onDelete }: JobMenuProps) {
  const [now] = useState(() => new Date());
  const open = isOpen({ ...job, closes_at: job.closes_at ?? null }, now);
  return (
    <Menu
      label={`Actions for ${job.title}`}
      trigger={<MoreIcon />}
      items={[
        { label: 'Edit', Icon: EditIcon, onSelect: () => onEdit(job) },
        { label: 'Duplicate', Icon: CopyIcon, onSelect: () => onDuplicate(job) },
        {
          label: 'View on the site',
          Icon: ExternalIcon,
          ...(!open && { hint: 'Only admins can see this page: the job is not open' }),
          onSelect: () =>
            void window.open(pathTo('careersApplyJob', { jobId: job.id }), '_blank', 'noopener'),
        },
        { label: 'Delete', Icon: TrashIcon, danger: true, onSelect: () => onDelete(job) },
      ]}
    />
  );
}
