import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import type { FieldValues } from 'react-hook-form';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Trait } from '#shared/entities/entity.ts';
import type { Id } from '#shared/id.ts';
import type { PreviewResource } from '#shared/schemas/preview.ts';
import type { ScheduledResource } from '#shared/schemas/schedule.ts';
import type { KeptResource } from '#shared/schemas/versions.ts';
import { refresh } from '../../../api/call-query.ts';
import { useHostSupports } from '../../../api/host-support.ts';
import { Button } from '../../../ui/Button.tsx';
import { useMay } from '../access.tsx';
import { HistoryButton } from '../activity/use-history-item.tsx';
import { useOwnForm } from '../EntityForm.tsx';
import { FailedNote } from '../PagedList.tsx';
import { useSupportsVersions } from '../version-support.ts';
import styles from './Publish.module.css';
import { ScheduleNote, useHostSchedules, useSchedules } from './ScheduleNote.tsx';
import { ViewOnSite } from './ViewOnSite.tsx';

const PreviewDialog = lazy(() => import('./PreviewDialog.tsx'));
const ScheduleDialog = lazy(() => import('./ScheduleDialog.tsx'));
const VersionsDialog = lazy(() => import('../versions/VersionsDialog.tsx'));

interface FormToolsProps {
  /** Path of the public page; undefined if visitors cannot see the record. */
  path?: string;
  /** Returns the values from which a preview is made, if they are others than those of the form. */
  draftOf?: (values: FieldValues) => FieldValues;
}

/** The last row of a form: what its descriptor offers beside saving. */
export function FormTools({ path, draftOf = (values) => values }: FormToolsProps) {
  const { noun, resource, row, busy, form, ...state } = useOwnForm();
  const queries = useQueryClient();
  const refreshLists = () => refresh(queries, resource);
  const hasVersions = useSupportsVersions(noun.resource as KeptResource);
  const offers = (trait: Trait) => noun.traits?.includes(trait) ?? false;
  const of = { resource: noun.resource as ScheduledResource, id: row?.id as Id, refresh: refreshLists };
  return (
    <div className={styles.tools}>
      {offers('preview') && <Preview values={() => draftOf(form.getValues())} />}
      {row && hasVersions && (
        <ToolButton label="Versions" busy={busy}>
          {(onClose) => <VersionsDialog {...of} state={state} onClose={onClose} />}
        </ToolButton>
      )}
      {path && <ViewOnSite path={path} />}
      {row && offers('schedule') && <Schedule {...of} />}
      {row && offers('history') && (
        <HistoryButton resource={of.resource} id={row.id} name={String(row[noun.title])} />
      )}
    </div>
  );
}

interface ToolButtonProps {
  label: string;
  busy: boolean;
  /** Renders the dialog that the button opens. */
  children: (onClose: () => void) => ReactNode;
}

/** A button that opens a dialog, in a portal outside the form, so that Enter in it does not submit the form. */
export function ToolButton({ label, busy, children }: ToolButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" disabled={busy} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && createPortal(<Suspense>{children(() => setOpen(false))}</Suspense>, document.body)}
    </>
  );
}

/** Shows the form's content as the public page that it would become (docs/product.md §18.3), or why it cannot. */
function Preview({ values }: { values: () => FieldValues }) {
  const { noun, row, busy } = useOwnForm();
  const of = { resource: noun.resource as PreviewResource, id: row?.id };
  const mayWrite = useMay()(of.resource === 'job' ? 'saveJobPreview' : 'saveContentPreview');
  const takes = useHostSupports('contentPreviews');
  if (takes === undefined || !mayWrite) return null;
  if (!takes) return <p className="note">{deskMessages['preview.notOffered']}</p>;
  return (
    <ToolButton label="Preview and share" busy={busy}>
      {(onClose) => <PreviewDialog of={of} values={values} onClose={onClose} />}
    </ToolButton>
  );
}

/** Shows and changes when a record is published and taken offline (docs/product.md §18.4), if the host does so. */
function Schedule(of: { resource: ScheduledResource; id: Id; refresh: () => void }) {
  const { dirty, busy } = useOwnForm();
  const mayWrite = useMay()(of.resource === 'job' ? 'scheduleJob' : 'scheduleBlog');
  const takes = useHostSchedules();
  const query = useSchedules(of.resource, of.refresh);
  const { data, error } = query;
  if (!takes) return null;
  if (error && !data) return <FailedNote what="schedule" query={query} />;
  const stored = data?.find(({ row_id: id }) => id === of.id);
  return (
    <>
      {mayWrite && (
        <ToolButton label="Schedule" busy={busy || !data}>
          {(onClose) => <ScheduleDialog {...of} dirty={dirty} stored={stored} onClose={onClose} />}
        </ToolButton>
      )}
      <ScheduleNote schedule={stored} />
    </>
  );
}
