import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, type Resolver, useForm } from 'react-hook-form';
import { type Blocker, useBlocker } from 'react-router-dom';
import { messages } from '#shared/messages.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { translateError } from '../api/api-error.ts';
import { isMarkedSignedIn } from '../api/session.ts';
import type { UploadListener, UploadSent } from '../api/upload.ts';
import { conflictOf, type MetConflict, meetConflict, type Stored } from './conflict.ts';
import { changedValues, sameValues } from './draft-store.ts';
import { takeLeaveOnPurpose } from './leave-on-purpose.ts';
import { formParamOf } from './open-form.ts';
import { useDraft } from './use-draft.ts';

/** What a save needs besides the values. */
export interface SaveContext {
  /** Ended by "Cancel upload". */
  signal: AbortSignal;
  onUpload: UploadListener;
  /** Sent as `updated_at`, so that nobody's newer text is overwritten; undefined for something new, or where nothing newer can be read. */
  version: string | undefined;
}

export interface ResourceFormOptions<Values extends FieldValues> {
  /** Names the draft, such as 'project:12'; undefined keeps none. */
  draftKey: string | undefined;
  /** What the form shows without a draft. Read once: an open form is not measured against a moving text. */
  stored: Values;
  version?: string | undefined;
  /** As it is now: a picture that this form takes away at once is nobody else's change. */
  beside?: Record<string, unknown> | undefined;
  resolver: Resolver<Values>;
  /** The fields in the order in which the form shows them: the first bad one gets the focus. */
  fields: readonly Path<Values>[];
  /** The field that shows the server's error of this name; the one of the same name unless told. */
  fieldOf?: (wireName: string) => Path<Values> | undefined;
  save: (values: Values, context: SaveContext) => Promise<Envelope>;
  /** Status 1: the draft is gone, the form may close. */
  onSaved: (answer: Envelope) => void;
  /** A 2xx answer with status 0. Unless told, the form stays open and says what the answer says. */
  onRefused?: ((answer: Envelope) => void) | undefined;
  /** Told of a save that failed, before the form shows it. */
  onFailed?: ((error: unknown) => void) | undefined;
  /** Fetches what is stored now, for a conflict. */
  reload?: (() => Promise<Stored<Values>>) | undefined;
}

export type ResourceFormState<Values extends FieldValues> = ReturnType<typeof useResourceForm<Values>>;

/**
 * State and actions of a form on one thing of the contract: validation, draft, save with progress, the server's errors at
 * their fields, and what to do when somebody else was faster. What was typed survives everything but discarding it.
 */
export function useResourceForm<Values extends FieldValues>(options: ResourceFormOptions<Values>) {
  const { draftKey, resolver, fields, fieldOf } = options;
  const [begun, setBase] = useState<Stored<Values>>({ stored: options.stored, version: options.version });
  const base = begun.beside ? begun : { ...begun, beside: options.beside };
  const [dirty, setDirty] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [conflict, setConflict] = useState<MetConflict<Values>>();
  /** What was changed before the newer version took its place. */
  const [setAside, setSetAside] = useState<Partial<Values>>();
  const [busy, setBusy] = useState(false);
  const [progress, setProgress] = useState<UploadSent>();
  const upload = useRef<AbortController>(undefined);

  const form = useForm<Values>({
    defaultValues: base.stored as DefaultValues<Values>,
    resolver,
    // docs/product.md §5: an error clears when its field is edited, and is looked for again at the next submit.
    reValidateMode: 'onSubmit',
  });
  const show = (values: Values) => {
    form.reset(values);
    setDirty(!sameValues(values, base.stored));
  };
  const draft = useDraft({
    form: draftKey,
    version: base.version,
    untouched: () => sameValues(form.getValues(), base.stored),
    onRestore: (values) => show({ ...base.stored, ...values } as Values),
  });

  const onEdit = useEffectEvent((name: string | undefined) => {
    // A reset tells no name: nobody has typed.
    if (!name) return;
    form.clearErrors(name as Path<Values>);
    setFailure(undefined);
    const changes = changedValues(form.getValues(), base.stored);
    const changed = Object.keys(changes).length > 0;
    setDirty(changed);
    // What was not touched is no part of a draft: it must not go over what is stored by then.
    if (changed) draft.saveDraft(changes, base.version);
    else void draft.deleteDraft();
  });
  useEffect(() => {
    const { unsubscribe } = form.watch((_values, { name }) => onEdit(name));
    return unsubscribe;
  }, [form]);

  async function save(from: Stored<Values>) {
    upload.current = new AbortController();
    const { signal } = upload.current;
    setBusy(true);
    setFailure(undefined);
    setConflict(undefined);
    try {
      const answer = await options.save(form.getValues(), {
        signal,
        onUpload: setProgress,
        version: from.version,
      });
      if (answer.status === 1) {
        setDirty(false);
        await draft.deleteDraft();
        options.onSaved(answer);
      } else if (options.onRefused) options.onRefused(answer);
      else setFailure(answer.message || messages['request.failed']);
    } catch (error) {
      options.onFailed?.(error);
      if (signal.aborted) setFailure(messages['upload.cancelled']);
      else await showError(error, from);
    } finally {
      upload.current = undefined;
      setProgress(undefined);
      setBusy(false);
    }
  }

  async function showError(error: unknown, from: Stored<Values>) {
    const newer = conflictOf(error);
    const newest = newer && (await options.reload?.().catch(() => undefined));
    setConflict(newer && meetConflict(newer, from, newest, form.getValues()));
    const { message, fieldErrors } = translateError(error);
    if (!newer) setFailure(message);
    const byField = new Map<string, string>();
    for (const [name, text] of Object.entries(fieldErrors)) {
      const field = fieldOf ? fieldOf(name) : (name as Path<Values>);
      if (field && fields.includes(field))
        byField.set(field, [byField.get(field), text].filter(Boolean).join(' '));
    }
    const bad = fields.filter((name) => byField.has(name));
    for (const name of bad) {
      const text = byField.get(name) ?? '';
      form.setError(name, { type: 'server', message: text }, { shouldFocus: name === bad[0] });
    }
  }

  // Two presses within one tick would save twice; the busy state comes a tick later.
  const running = useRef(false);
  const once = (work: () => Promise<void>) => async () => {
    if (running.current) return;
    running.current = true;
    try {
      await work();
    } finally {
      running.current = false;
    }
  };
  const submit = form.handleSubmit(once(() => save(base)));

  /** The form goes on from another version, with these changes of it. */
  const goOnFrom = (newest: Stored<Values>, changes: Partial<Values>) => {
    const values = { ...newest.stored, ...changes };
    setBase(newest);
    form.reset(values);
    setDirty(!sameValues(values, newest.stored));
    setConflict(undefined);
  };
  const changesNow = () => changedValues(form.getValues(), base.stored);

  /** The newest version takes the form; what was typed waits, and stays the draft. */
  const loadNewerVersion = once(async () => {
    if (!options.reload) return;
    setBusy(true);
    try {
      const newest = await options.reload();
      const changes = changesNow();
      if (Object.keys(changes).length > 0) setSetAside(changes);
      goOnFrom(newest, {} as Partial<Values>);
    } catch (error) {
      setFailure(translateError(error).message);
    } finally {
      setBusy(false);
    }
  });

  /** Saves what was changed here over the newest version, and leaves what somebody else changed. */
  const overwrite = once(async () => {
    let from: Stored<Values> = { ...base, version: undefined };
    if (options.reload) {
      setBusy(true);
      try {
        from = conflict?.newest ?? (await options.reload());
      } catch (error) {
        setFailure(translateError(error).message);
        return setBusy(false);
      }
      const changes = changesNow();
      goOnFrom(from, changes);
      draft.saveDraft(changes, from.version);
    }
    setBusy(false);
    await form.handleSubmit(() => save(from))();
  });

  const discardChanges = async () => {
    await draft.deleteDraft();
    setFailure(undefined);
    setConflict(undefined);
    setSetAside(undefined);
    setDirty(false);
    form.reset(base.stored);
  };

  const { pending, outcome } = draft.state;
  const unsafe =
    dirty && (draftKey === undefined || pending || (outcome !== undefined && outcome !== 'kept'));
  return {
    form,
    submit,
    busy,
    dirty,
    /** The `updated_at` that the edit began with. */
    version: base.version,
    failure,
    /** What is typed can be found again after the form is closed. */
    canKeepDraft: draftKey !== undefined && outcome !== 'elsewhere',
    draft: draft.state,
    discardChanges,
    /** Closing the form now loses nothing: writes what is still waiting. */
    flushDraft: draft.flush,
    acceptDraft: () => {
      const { offered } = draft.state;
      if (!offered) return;
      show({ ...base.stored, ...offered.values } as Values);
      draft.accept();
    },
    conflict,
    canReload: options.reload !== undefined,
    overwrite,
    loadNewerVersion,
    setAside,
    restoreMyChanges: () => {
      if (!setAside) return;
      show({ ...base.stored, ...setAside });
      draft.saveDraft(setAside, base.version);
      setSetAside(undefined);
    },
    /** How much of the form is sent; undefined while nothing is on its way. */
    progress,
    cancelUpload: () => upload.current?.abort(),
    leaving: useLeaveGuard(dirty && !busy, unsafe),
  };
}

/**
 * Asks before a form with unsaved changes is left: for another page of ours through the returned blocker, for another site or a
 * reload through the browser's own question, and that only while the draft is not safe on this device (`unsafe`).
 */
function useLeaveGuard(dirty: boolean, unsafe: boolean): Blocker {
  useEffect(() => {
    if (!unsafe) return;
    const ask = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsafe]);
  // Another page of the list keeps the form, a change of path or of the form in the address does not. After sign-out there is nothing
  // left to guard.
  return useBlocker(
    ({ currentLocation, nextLocation }) =>
      !takeLeaveOnPurpose() &&
      dirty &&
      (currentLocation.pathname !== nextLocation.pathname ||
        formParamOf(currentLocation.search) !== formParamOf(nextLocation.search)) &&
      isMarkedSignedIn(),
  );
}
