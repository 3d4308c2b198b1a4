import { useQueryClient } from '@tanstack/react-query';
import { lazy } from 'react';
import type { FieldValues } from 'react-hook-form';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Trait } from '#shared/entities/entity.ts';
import type { Id } from '#shared/id.ts';
import type { ActivityResource } from '#shared/schemas/activity.ts';
import type { PreviewResource } from '#shared/schemas/preview.ts';
import type { ScheduledResource } from '#shared/schemas/schedule.ts';
import type { KeptResource } from '#shared/schemas/versions.ts';
import { refresh } from '../../../api/call-query.ts';
import { useHostSupports } from '../../../api/host-support.ts';
import type { FormTool } from '../../../forms/FormDialog.tsx';
import { useMay } from '../access.tsx';
import { type useEntityForm, useOwnForm } from '../EntityForm.tsx';
import { FailedNote } from '../PagedList.tsx';
import { useSupportsVersions } from '../version-support.ts';
import { ScheduleNote, useHostSchedules, useSchedules } from './ScheduleNote.tsx';

const Preview = lazy(() => import('./PreviewPanel.tsx'));
const Schedule = lazy(() => import('./SchedulePanel.tsx'));
const Versions = lazy(() => import('../versions/Versions.tsx'));
const History = lazy(() => import('../activity/HistoryDialog.tsx').then((all) => ({ default: all.History })));

/**
 * Returns the tabs beside a form that its noun's descriptor names and host and role allow, and the sentence that the
 * form shows if the host offers no previews. `draftOf` returns the values of which a preview is made.
 */
export function useFormTools(
  { noun, resource, row, form, dirty, version, loadNewerVersion }: ReturnType<typeof useEntityForm>,
  draftOf: (values: FieldValues) => FieldValues = (values) => values,
) {
  const queries = useQueryClient();
  const may = useMay();
  const hasVersions = useSupportsVersions(noun.resource as KeptResource);
  const previews = useHostSupports('contentPreviews');
  const schedules = useHostSchedules();
  const isJob = noun.resource === 'job';
  const offers = (trait: Trait) => noun.traits?.includes(trait) ?? false;
  const mayPreview = offers('preview') && may(isJob ? 'saveJobPreview' : 'saveContentPreview');
  const of = { id: row?.id as Id, refresh: () => refresh(queries, resource) };
  const tools: (FormTool & { isOffered: boolean | undefined })[] = [
    {
      key: 'preview',
      label: 'Preview and share',
      isOffered: mayPreview && previews,
      content: () => (
        <Preview
          of={{ resource: noun.resource as PreviewResource, id: row?.id }}
          values={() => draftOf(form.getValues())}
        />
      ),
    },
    {
      key: 'schedule',
      label: 'Schedule',
      isOffered: row && offers('schedule') && schedules && may(isJob ? 'scheduleJob' : 'scheduleBlog'),
      content: (close) => (
        <Schedule {...of} resource={noun.resource as ScheduledResource} dirty={dirty} onClose={close} />
      ),
    },
    {
      key: 'versions',
      label: 'Versions',
      isOffered: row && hasVersions,
      content: (close) => (
        <Versions
          {...of}
          resource={noun.resource as KeptResource}
          state={{ dirty, version, loadNewerVersion }}
          onClose={close}
        />
      ),
    },
    {
      key: 'history',
      label: 'History',
      isOffered: row && offers('history'),
      content: () => (
        <History resource={noun.resource as ActivityResource} id={of.id} name={String(row?.[noun.title])} />
      ),
    },
  ];
  return {
    tools: tools.filter(({ isOffered }) => isOffered),
    note: mayPreview && previews === false && <p className="note">{deskMessages['preview.notOffered']}</p>,
  };
}

/** Says in a form when the stored record is published and taken offline (docs/product.md §18.4), if the host does so. */
export function StoredSchedule() {
  const { noun, resource, row } = useOwnForm();
  const queries = useQueryClient();
  const takes = useHostSchedules();
  const query = useSchedules(noun.resource as ScheduledResource, () => refresh(queries, resource));
  const { data, error } = query;
  if (!takes || !row) return null;
  if (error && !data) return <FailedNote what="schedule" query={query} />;
  return <ScheduleNote schedule={data?.find(({ row_id: id }) => id === row.id)} />;
}
