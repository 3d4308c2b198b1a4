import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Id } from '#shared/id.ts';
import type { ActivityResource } from '#shared/schemas/activity.ts';
import { Button } from '../../../ui/Button.tsx';
import { ListIcon } from '../../../ui/icons.tsx';
import type { MenuItem } from '../../../ui/Menu.tsx';

// Loaded lazily: it is rarely opened, and large, because it contains a text for every call.
const HistoryDialog = lazy(() => import('./HistoryDialog.tsx'));

/**
 * Returns the "History" item for a record's menu, and the dialog that it opens. Render the dialog next to the menu.
 */
export function useHistoryItem(
  resource: ActivityResource,
  id: Id,
  name: string,
): { item: MenuItem; dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  return {
    item: { label: 'History', Icon: ListIcon, onSelect: () => setOpen(true) },
    dialog: isOpen && (
      <Suspense fallback={null}>
        <HistoryDialog resource={resource} id={id} name={name} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  };
}

interface HistoryButtonProps {
  resource: ActivityResource;
  id: Id;
  /** Name of the record. */
  name: string;
}

/** Button that opens the history of a record, for a screen that has a History tab of its own. */
export function HistoryButton({ resource, id, name }: HistoryButtonProps) {
  const { item, dialog } = useHistoryItem(resource, id, name);
  return (
    <>
      <Button variant="quiet" onClick={item.onSelect}>
        Activity
      </Button>
      {dialog}
    </>
  );
}
