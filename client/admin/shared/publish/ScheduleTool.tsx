import { lazy, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../../ui/Button.tsx';
import { useMay } from '../rights.ts';
import type { ScheduleDialogProps } from './ScheduleDialog.tsx';
import { ScheduleNote } from './ScheduleNote.tsx';
import { useHostSchedules, useSchedules } from './schedule-calls.ts';

const LazyDialog = lazy(() => import('./ScheduleDialog.tsx'));

interface ScheduleProps extends Omit<ScheduleDialogProps, 'onClose'> {
  busy: boolean;
}

/**
 * Shows and changes when a stored post or job is published and taken offline (docs/product.md §18.4). Renders nothing
 * if the host does not support schedules.
 */
export function ScheduleTool({ busy, ...of }: ScheduleProps) {
  const [open, setOpen] = useState(false);
  const mayWrite = useMay()(of.resource === 'job' ? 'scheduleJob' : 'scheduleBlog');
  const takes = useHostSchedules();
  const { data } = useSchedules(of.resource, of.refresh);
  if (!takes) return null;
  return (
    <>
      {mayWrite && (
        <Button variant="quiet" disabled={busy} onClick={() => setOpen(true)}>
          Schedule
        </Button>
      )}
      <ScheduleNote schedule={data?.find(({ row_id: id }) => id === of.id)} />
      {open &&
        // Rendered in a portal outside the form, so that Enter does not submit the form.
        createPortal(
          <Suspense>
            <LazyDialog {...of} onClose={() => setOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  );
}
