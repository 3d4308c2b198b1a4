import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { type CallName, callsOf } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { codeWord } from '#shared/entities/entity.ts';
import type { ContentName } from '#shared/entities/index.ts';
import type { Id } from '#shared/id.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import type { TrashResource } from '#shared/schemas/trash.ts';
import { type CallOptions, callApi } from '../../api/call.ts';
import { type Changed, refresh } from '../../api/call-query.ts';
import { hostCallsQuery, useHostSupports } from '../../api/host-support.ts';
import { outcomeOf } from '../../api/outcome.ts';
import {
  DraftStatus,
  FormDialogBody,
  FormDialogFrame,
  FormNotices,
  LeaveDialog,
} from '../../forms/FormDialog.tsx';
import {
  bindFields,
  type ResourceFormOptions,
  type ResourceFormState,
  useResourceForm,
} from '../../forms/use-resource-form.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { notify } from '../../ui/toast.ts';
import styles from './TextForm.module.css';

/*
 * Calls that a person makes in the admin area: by a button, by a dialog with a few fields, and deletions.
 */

interface UseCallOptions {
  /** Text of the toast after success; undefined for none. */
  done: string | undefined;
  /** Text of the toast after a failure; by default its reason. */
  failed?: string;
  /**
   * Kind of record whose queries are fetched again afterwards, even after a failure; or a function that does so, which
   * is told whether the call has succeeded.
   */
  refresh: Changed | ((done: boolean) => void);
  /** Called after success, before anything is fetched again. */
  onDone?: (answer: Envelope) => void;
  /** Takes the change back. If given, the toast offers to undo it for 8 s. */
  undo?: (options: CallOptions) => void;
}

/** Makes a call that changes something, and reports the outcome in a toast. */
export function useCall(call: CallName, how: UseCallOptions) {
  const queries = useQueryClient();
  const [pending, setPending] = useState<CallOptions>();

  /** Returns true if the call has succeeded. `done` replaces the text of the toast. */
  async function make(options: CallOptions, done = how.done) {
    const { failed, onDone, undo } = how;
    setPending(options);
    const outcome = await outcomeOf(callApi(call, options));
    setPending(undefined);
    if (!outcome.done) notify.error(failed ?? outcome.reason);
    else {
      onDone?.(outcome.answer);
      if (done && undo) notify.undo(done, () => undo(options));
      else if (done) notify.success(done);
    }
    if (typeof how.refresh === 'string') refresh(queries, how.refresh);
    else how.refresh(outcome.done);
    return outcome.done;
  }

  return { make, pending };
}

interface CallFormProps<Values extends FieldValues>
  extends Omit<ResourceFormOptions<Values>, 'save' | 'onSaved'> {
  submitLabel?: string;
  busyLabel?: string;
  /** The call that saves the values. */
  call: CallName;
  params?: CallOptions['params'];
  /** Fields of the body besides the values and the version. */
  also?: object;
  /** Text of the toast after success; by default the answer's message. */
  done?: string;
  /** Kind of record whose queries are fetched again. */
  kind: Changed;
  actions?: (state: ResourceFormState<Values>) => ReactNode;
  onClose: () => void;
  children: (bind: ReturnType<typeof bindFields<Values>>, state: ResourceFormState<Values>) => ReactNode;
}

/** A dialog with the few fields of one call, for records that have no descriptor in `shared/entities`. */
export function CallForm<Values extends FieldValues>({
  title,
  size,
  ...body
}: CallFormProps<Values> & Pick<ComponentProps<typeof FormDialogFrame>, 'title' | 'size'>) {
  return (
    <FormDialogFrame title={title} size={size} onClose={body.onClose}>
      <CallFormBody {...body} />
    </FormDialogFrame>
  );
}

/** As `CallForm`, in a dialog that has read the record first. */
export function CallFormBody<Values extends FieldValues>(props: CallFormProps<Values>) {
  const { call, params, also, done, kind, onClose, actions, children } = props;
  const { submitLabel = 'Save', busyLabel = deskMessages['busy.editing'] } = props;
  const queries = useQueryClient();
  const state = useResourceForm<Values>({
    ...props,
    save: (values, { signal, version }) =>
      callApi(call, { params, body: { ...also, ...values, updated_at: version }, signal }),
    onSaved: ({ message = '' }) => {
      notify.success(done ?? message);
      refresh(queries, kind);
      onClose();
    },
  });
  return (
    <FormDialogBody {...{ submitLabel, busyLabel, state }} actions={actions?.(state)}>
      {children(bindFields(state.form, state.busy), state)}
    </FormDialogBody>
  );
}

type Words = Partial<ComponentProps<typeof ConfirmDialog>> &
  Pick<ComponentProps<typeof ConfirmDialog>, 'text' | 'onConfirm'>;

/**
 * Asks before an action on a subject that cannot be undone; the words are those of a deletion unless others are given.
 * Returns a function that asks, and the question, which the caller must render.
 */
export function useQuestion<Subject>(
  wordsOf: (subject: Subject) => Words,
): [ask: (subject: Subject) => void, question: ReactNode] {
  const [asked, setAsked] = useState<{ subject: Subject }>();
  const close = () => setAsked(undefined);
  if (!asked) return [(subject) => setAsked({ subject }), null];
  const words = wordsOf(asked.subject);
  const question = (
    <ConfirmDialog
      title={deskMessages['dialog.confirmDelete']}
      confirmLabel="Delete"
      busyLabel={deskMessages['busy.deleting']}
      {...words}
      onConfirm={async () => {
        await words.onConfirm();
        close();
      }}
      onCancel={() => {
        words.onCancel?.();
        close();
      }}
    />
  );
  return [(subject) => setAsked({ subject }), question];
}

/** How a deletion is reported, and what is fetched again afterwards, also after an undo. */
export interface DeletionOptions extends Omit<UseCallOptions, 'undo'> {
  resource: TrashResource;
  /** The call that deletes the record; its path has the parameter `{id}`. */
  call: CallName;
}

/** Returns how the deletion of a record of content is reported. */
export function deletionOf(resource: ContentName) {
  const done = deskMessages[`${codeWord(resource)}.deleted`];
  return { resource, call: callsOf(resource).remove, done, refresh: resource };
}

/** Restores a deleted record. */
export function restoreDeleted(resource: TrashResource, id: Id) {
  return outcomeOf(callApi('restoreDeleted', { body: { resource, id } }));
}

/** Says what came back, as the answer says it: a host may have no place for all that was deleted. */
export function tellRestored({ message }: Envelope) {
  notify.success(message || deskMessages['trash.restored']);
}

/** Returns whether the host is known to be able to restore deleted records of this kind. */
export function useCanRestore(resource: TrashResource) {
  const { restores } = useQuery(hostCallsQuery).data ?? {};
  return useHostSupports('restoreDeleted') === true && (restores?.includes(resource) ?? true);
}

/** Deletes without asking. A toast offers undo for 8 s; after that, the record stays in the trash for 30 days. */
export function useDeleteWithUndo({ resource, call, ...how }: DeletionOptions) {
  const restore = useCall('restoreDeleted', { done: undefined, onDone: tellRestored, refresh: how.refresh });
  const undo = ({ params }: CallOptions) => void restore.make({ body: { resource, id: params?.id } });
  const canRestore = useCanRestore(resource);
  const { make, pending } = useCall(call, { ...how, undo: canRestore ? undo : undefined });
  return {
    canRestore,
    /** Returns true when the record was deleted. */
    remove: (id: Id) => make({ params: { id } }),
    deleting: pending?.params?.id,
  };
}

/**
 * Deletes a record without asking if that can be undone. If it cannot, asks for confirmation first. The caller must
 * render `question`.
 */
export function useDeleteAsking(options: DeletionOptions) {
  const { canRestore, remove, deleting } = useDeleteWithUndo(options);
  const answered = useRef<(removed: boolean) => void>(undefined);
  const [ask, question] = useQuestion(({ id, name }: { id: Id; name: string }) => ({
    text: `Delete ${name}? This cannot be undone.`,
    onConfirm: async () => answered.current?.(await remove(id)),
    onCancel: () => answered.current?.(false),
  }));
  return {
    /** Resolves to true if the record was deleted; to false after a failure or if the admin cancelled. */
    remove: (id: Id, name: string) => {
      if (canRestore) return remove(id);
      ask({ id, name });
      return new Promise<boolean>((settle) => {
        answered.current = settle;
      });
    },
    deleting,
    question,
  };
}

type Texts = Record<string, string>;

interface TextFormProps {
  /** Each record has its own draft, which is retained when another record is opened. */
  draftKey: string;
  /** Name of the field in the contract, and its rule. */
  name: string;
  rule: z.ZodType;
  stored?: string;
  save: (body: Texts, signal: AbortSignal) => Promise<Envelope>;
  onSaved: (answer: Envelope) => void;
  /** Closes a form that is open only for a while. Other forms are emptied when they are saved. */
  onDone?: () => void;
  field: Pick<ComponentProps<typeof TextField>, 'label' | 'hint' | 'rows' | 'maxLength' | 'id'>;
  submit: Pick<ComponentProps<typeof Button>, 'children' | 'busyLabel' | 'variant'>;
  above?: (form: UseFormReturn<Texts>) => ReactNode;
}

/** A text that is written in place, with a draft. Ctrl+Enter sends it. */
export function TextForm(props: TextFormProps) {
  const { draftKey, name, rule, stored = '', save, onSaved, onDone, field, submit, above } = props;
  const state = useResourceForm<Texts>({
    draftKey,
    stored: { [name]: stored },
    rules: { [name]: rule },
    save: (texts, { signal }) => save(texts, signal),
    onSaved: (answer) => {
      onSaved(answer);
      if (onDone) onDone();
      else form.reset({ [name]: '' });
    },
  });
  const { form, busy } = state;
  const isOpened = onDone !== undefined;
  useEffect(() => {
    if (isOpened) form.setFocus(name);
  }, [isOpened, form, name]);
  return (
    <form className={styles.form} onSubmit={(event) => void state.submit(event)} noValidate>
      <FormNotices state={state} />
      {above?.(form)}
      <TextField
        {...field}
        multiline
        dir="auto"
        counter
        {...bindFields(form, busy)(name)}
        id={field.id}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void state.submit();
        }}
      />
      <div className={styles.actions}>
        <DraftStatus draft={state.draft} dirty={state.dirty} />
        {onDone && (
          <Button variant="quiet" onClick={() => void state.discardChanges().then(onDone)} disabled={busy}>
            Cancel
          </Button>
        )}
        <Button {...submit} type="submit" busy={busy} />
      </div>
      <LeaveDialog state={state} />
    </form>
  );
}

/** An action that was carried out, in words, and how to take it back where that is possible. */
export interface Done {
  text: string;
  undo?: () => Promise<void>;
}

let withdrawOffer: (() => void) | undefined;

/**
 * Reports actions that belong together in one toast, whose undo takes all of them back, the last one first. Undo is
 * offered for the newest toast only: the toasts of many moves in a row would cover the list.
 */
export function announce(...actions: readonly (Done | undefined)[]) {
  const done = actions.filter((action) => action !== undefined);
  if (done.length === 0) return;
  const text = done.map((action) => action.text).join('. ');
  withdrawOffer?.();
  withdrawOffer = undefined;
  if (!done.some((action) => action.undo)) notify.success(text);
  else
    withdrawOffer = notify.undo(text, async () => {
      for (const { undo } of done.reverse()) await undo?.();
    });
}
