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

/** Says when a stored post or job is published and taken back, and plans it (docs/product.md §18.4); nothing where the host cannot. */
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
        // Outside of the form: Enter in here is not to send it.
        createPortal(
          <Suspense>
            <LazyDialog {...of} onClose={() => setOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  );
}
