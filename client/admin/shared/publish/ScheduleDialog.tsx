import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import type { Schedule, ScheduledResource, ScheduleInput } from '#shared/schemas/schedule.ts';
import { translateError } from '../../../api/api-error.ts';
import { readApi } from '../../../api/call.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DateField } from '../../../ui/fields/TextField.tsx';
import { Loader } from '../../../ui/Loader.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { notify } from '../../../ui/toast.ts';
import { QueryFailed } from '../ListFailed.tsx';
import { isoOf, localOf, timeZoneInWords } from './local-moment.ts';
import styles from './Schedule.module.css';
import { schedulesQuery } from './schedule-calls.ts';

export interface ScheduleDialogProps {
  resource: ScheduledResource;
  id: Id;
  /** True if the form has unsaved changes. */
  dirty: boolean;
  /** Invalidates the queries that show the record. */
  refresh: () => void;
  onClose: () => void;
}

/** Schedules when a post or a job is published and taken offline. */
export default function ScheduleDialog(props: ScheduleDialogProps) {
  const query = useQuery(schedulesQuery(props.resource));
  const { data, error, isFetching } = query;
  if (data) return <ScheduleForm {...props} stored={data.find(({ row_id: id }) => id === props.id)} />;
  return (
    <Dialog open title="Schedule" onClose={props.onClose}>
      {error && !isFetching ? (
        <QueryFailed what="schedule" query={query} />
      ) : (
        <Loader label="Loading the schedule" />
      )}
    </Dialog>
  );
}

const fields = ['publish_at', 'unpublish_at'] as const;
type Field = (typeof fields)[number];

const labels: Record<ScheduledResource, Record<Field, string>> = {
  blog: { publish_at: 'Publish at (optional)', unpublish_at: 'Unpublish at (optional)' },
  job: { publish_at: 'Open at (optional)', unpublish_at: 'Close at (optional)' },
};

interface ScheduleFormProps extends ScheduleDialogProps {
  stored: Schedule | undefined;
}

function ScheduleForm({ stored: newest, ...props }: ScheduleFormProps) {
  const { resource, dirty, onClose } = props;
  const formId = useId();
  // The schedule when the dialog was opened. The input is compared with this value, which does not change.
  const [stored] = useState(newest);
  const [typed, setTyped] = useState({
    publish_at: localOf(stored?.publish_at),
    unpublish_at: localOf(stored?.unpublish_at),
  });
  const inputs = useRef<Partial<Record<Field, HTMLInputElement | HTMLTextAreaElement | null>>>({});
  const { send, busy, failure, errors, setErrors } = useSend(props, (field) =>
    inputs.current[field]?.focus(),
  );
  const [zone] = useState(timeZoneInWords);

  function save(event: FormEvent) {
    event.preventDefault();
    // Stops the submit event here, because React would pass it on to the record's form, which is an ancestor in
    // React's tree.
    event.stopPropagation();
    const bad = fields.filter((field) => inputs.current[field]?.validity.badInput);
    const isEmpty = fields.every((field) => typed[field] === '');
    if (bad.length > 0)
      return setErrors(Object.fromEntries(bad.map((field) => [field, deskMessages['schedule.incomplete']])));
    if (isEmpty && !stored) return setErrors({ publish_at: deskMessages['schedule.nothing'] });
    void send({
      publish_at: isoOf(typed.publish_at, stored?.publish_at),
      unpublish_at: isoOf(typed.unpublish_at, stored?.unpublish_at),
    });
  }

  return (
    <Dialog
      open
      title="Schedule"
      onClose={onClose}
      dismissable={!busy}
      footer={
        <>
          {stored && (
            <Button
              variant="quiet"
              disabled={busy}
              onClick={() => void send({ publish_at: null, unpublish_at: null })}
            >
              Remove
            </Button>
          )}
          <Button variant="quiet" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={busy} busyLabel="Saving...">
            Save schedule
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={save} noValidate aria-label="Schedule">
        {failure && <Notice>{failure}</Notice>}
        {fields.map((field, index) => (
          <DateField
            key={field}
            withTime
            label={labels[resource][field]}
            data-focus-first={index === 0 || undefined}
            readOnly={busy}
            value={typed[field]}
            onChange={({ target }) => {
              setTyped((before) => ({ ...before, [field]: target.value }));
              setErrors({});
            }}
            error={errors[field]}
            ref={(input) => {
              inputs.current[field] = input;
            }}
          />
        ))}
        <p className={styles.text}>Times are in your time zone: {zone}.</p>
        {dirty && <p className={styles.text}>{deskMessages['schedule.savedOnly']}</p>}
      </form>
    </Dialog>
  );
}

/** Returns functions that save or remove the schedule; errors are shown at the fields. */
function useSend({ resource, id, refresh, onClose }: ScheduleDialogProps, focus: (field: Field) => void) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [errors, showErrors] = useState<Partial<Record<Field, string>>>({});

  function setErrors(found: Partial<Record<Field, string>>): void {
    showErrors(found);
    const first = fields.find((field) => found[field]);
    if (first) focus(first);
  }

  async function send(body: ScheduleInput): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      await readApi(resource === 'blog' ? 'scheduleBlog' : 'scheduleJob', { params: { id }, body });
    } catch (error) {
      const { message, fieldErrors } = translateError(error);
      setErrors({ publish_at: fieldErrors.publish_at, unpublish_at: fieldErrors.unpublish_at });
      if (!fields.some((field) => fieldErrors[field])) setFailure(message);
      setBusy(false);
      return;
    }
    const isPlan = body.publish_at !== null || body.unpublish_at !== null;
    notify.success(deskMessages[isPlan ? 'schedule.saved' : 'schedule.removed']);
    await queries.invalidateQueries({ queryKey: schedulesQuery(resource).queryKey });
    refresh();
    onClose();
  }

  return { send, busy, failure, errors, setErrors };
}
