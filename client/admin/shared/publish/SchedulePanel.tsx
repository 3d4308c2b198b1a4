import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import type { Schedule, ScheduledResource } from '#shared/schemas/schedule.ts';
import { readApi } from '../../../api/call.ts';
import { PromptForm, usePrompt } from '../../../forms/PromptDialog.tsx';
import { Button } from '../../../ui/Button.tsx';
import { DateField } from '../../../ui/fields/TextField.tsx';
import { Loader } from '../../../ui/Loader.tsx';
import { notify } from '../../../ui/toast.ts';
import { FailedNote } from '../PagedList.tsx';
import { isoOf, localOf, timeZoneInWords } from './local-moment.ts';
import { schedulesQuery } from './ScheduleNote.tsx';

interface SchedulePanelProps {
  resource: ScheduledResource;
  id: Id;
  /** True if the form has unsaved changes. */
  dirty: boolean;
  /** Invalidates the queries that show the record. */
  refresh: () => void;
  onClose: () => void;
}

const fields = ['publish_at', 'unpublish_at'] as const;
type Field = (typeof fields)[number];

const labels: Record<ScheduledResource, Record<Field, string>> = {
  blog: { publish_at: 'Publish at (optional)', unpublish_at: 'Unpublish at (optional)' },
  job: { publish_at: 'Open at (optional)', unpublish_at: 'Close at (optional)' },
};

const empty = { publish_at: '', unpublish_at: '' };

/** Schedules when a post or a job is published and taken offline. */
export default function SchedulePanel(props: SchedulePanelProps) {
  const query = useQuery(schedulesQuery(props.resource));
  const { data, error } = query;
  if (data) return <ScheduleForm {...props} stored={data.find(({ row_id: id }) => id === props.id)} />;
  return error ? <FailedNote what="schedule" query={query} /> : <Loader label="Loading the schedule" />;
}

function ScheduleForm(props: SchedulePanelProps & { stored: Schedule | undefined }) {
  const { resource, id, dirty, refresh, onClose } = props;
  const queries = useQueryClient();
  // The schedule when the tab was opened. The input is compared with this value, which does not change.
  const [stored] = useState(props.stored);
  const { form, bind } = usePrompt({
    publish_at: localOf(stored?.publish_at),
    unpublish_at: localOf(stored?.unpublish_at),
  });
  const [zone] = useState(timeZoneInWords);
  const { isSubmitting: busy } = form.formState;

  async function save(typed: typeof empty) {
    const problem = (field: Field, message: string) =>
      form.setError(field, { message }, { shouldFocus: true });
    const inputs = (field: Field) => [...document.querySelectorAll<HTMLInputElement>(`[name="${field}"]`)];
    const bad = fields.filter((field) => inputs(field).some(({ validity }) => validity.badInput));
    const isEmpty = fields.every((field) => typed[field] === '');
    for (const field of bad) problem(field, deskMessages['schedule.incomplete']);
    if (bad.length > 0) return;
    if (isEmpty && !stored) return problem('publish_at', deskMessages['schedule.nothing']);
    const body = {
      publish_at: isoOf(typed.publish_at, stored?.publish_at),
      unpublish_at: isoOf(typed.unpublish_at, stored?.unpublish_at),
    };
    await readApi(resource === 'blog' ? 'scheduleBlog' : 'scheduleJob', { params: { id }, body });
    notify.success(deskMessages[isEmpty ? 'schedule.removed' : 'schedule.saved']);
    await queries.invalidateQueries({ queryKey: schedulesQuery(resource).queryKey });
    refresh();
    onClose();
  }

  return (
    <PromptForm title="Schedule" form={form} onSubmit={save}>
      {fields.map((field) => (
        <DateField key={field} withTime label={labels[resource][field]} {...bind(field)} />
      ))}
      <p className="note">Times are in your time zone: {zone}.</p>
      {dirty && <p className="note">{deskMessages['schedule.savedOnly']}</p>}
      <p className="row3">
        <Button type="submit" busy={busy} busyLabel="Saving...">
          Save schedule
        </Button>
        {stored && (
          <Button
            type="submit"
            variant="quiet"
            disabled={busy}
            onClick={() => form.reset(empty, { keepDefaultValues: true })}
          >
            Remove
          </Button>
        )}
      </p>
    </PromptForm>
  );
}
