import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Id } from '#shared/id.ts';
import type { ActivityResource } from '#shared/schemas/activity.ts';
import { listQuery } from '../../../api/call-query.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { firstPage, PagedList } from '../PagedList.tsx';
import rows from '../rows.module.css';
import { Activity } from './ActivityLines.tsx';

interface HistoryProps {
  resource: ActivityResource;
  id: Id;
  /** Name of the record. */
  name: string;
}

/** Dialog with the actions on one record, for every kind of record. */
export default function HistoryDialog({ onClose, ...record }: HistoryProps & { onClose: () => void }) {
  return (
    <Dialog
      open
      title={`History of ${record.name}`}
      onClose={onClose}
      size="large"
      footer={
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      }
    >
      <History {...record} />
    </Dialog>
  );
}

/** The actions on one record, the person and the time of each. */
export function History({ resource, id, name }: HistoryProps) {
  const [before, setBefore] = useState<string>();
  const list = useQuery(listQuery('getHistory', { resource, id, before }, { staleTime: 0 }));
  const { data, isPlaceholderData } = list;
  return (
    <PagedList
      list={list}
      params={firstPage}
      what="history"
      one="line"
      empty={{ title: 'No activity yet', text: 'Changes are recorded from now on, for 400 days.' }}
      steps={
        <>
          {before && (
            <Button variant="quiet" onClick={() => setBefore(undefined)}>
              Newest
            </Button>
          )}
          {data?.older && (
            <Button
              variant="quiet"
              onClick={() => setBefore(data.older ?? undefined)}
              busy={isPlaceholderData}
            >
              Older
            </Button>
          )}
        </>
      }
    >
      {(lines, stale) => (
        <ol className={rows.boxed} aria-label={`History of ${name}`} aria-busy={stale || undefined}>
          {lines.map((line) => (
            <li key={line.key} className={rows.row}>
              <Activity line={line} ofOneThing />
            </li>
          ))}
        </ol>
      )}
    </PagedList>
  );
}
