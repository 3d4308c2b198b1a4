import { useEffect, useEffectEvent, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  get,
  type Path,
  type RegisterOptions,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { useBlocker } from 'react-router-dom';
import type { z } from 'zod';
import { messages } from '#shared/messages.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { translateError } from '../api/api-error.ts';
import { isMarkedSignedIn } from '../api/session.ts';
import { type Conflict, conflictOf, type MetConflict, meetConflict, type Stored } from './conflict.ts';
import { changedValues, sameValues, useDraft } from './draft.ts';
import { listOfFields } from './field-labels.ts';
import { problemsByName, resolverOf } from './form-rules.ts';
import { mergeValues } from './nested-values.ts';
import { formParamOf, takeIntendedNavigation } from './open-form.ts';
import { type FieldsOf, placeErrors, type Sending, useSending } from './use-sending.ts';

/** Context that `save` is given in addition to the values. */
export interface SaveContext extends Sending {
  /**
   * Version to send as `updated_at`, so that the save does not overwrite a newer version. Undefined for a new record,
   * and if a newer version cannot be read.
   */
  version: string | undefined;
}

/** `fields` are all values by default; the first invalid one gets the focus. */
export interface ResourceFormOptions<Values extends FieldValues> extends Partial<FieldsOf<Values>> {
  /** Name of the draft, such as 'project:12'; undefined for a form without a draft. */
  draftKey: string | undefined;
  /**
   * The stored values, without those of a draft. Read only once, so that an open form is not compared with values
   * that are stored later.
   */
  stored: Values;
  version?: string;
  /**
   * Stored values that the form can replace but does not show, such as the URL of a picture. At a conflict the latest
   * value of this property counts, not the one from when the form was opened: otherwise a picture that this form has
   * removed immediately, without a save, would count as another person's change.
   */
  beside?: Record<string, unknown>;
  /** The rules of the contract for the values, by their names. Without rules, only the server checks the values. */
  rules?: Readonly<Record<string, z.ZodType>>;
  /** Replaces the check by the rules. */
  resolver?: Resolver<Values>;
  /**
   * Returns a warning about values that are valid but probably not meant. It is shown before the save; a second submit
   * goes past it.
   */
  warn?: (values: Values) => string | undefined;
  save: (values: Values, context: SaveContext) => Promise<Envelope>;
  /** Called when the answer has the status 1 and the draft has been deleted. The form may close. */
  onSaved: (answer: Envelope) => void;
  /**
   * Called when the answer is 2xx but its envelope has the status 0. By default the form stays open and shows the
   * answer's message.
   */
  onRefused?: (answer: Envelope) => void;
  /** Called when a save fails, before the form shows the error. */
  onFailed?: (error: unknown) => void;
  /** Fetches the newest stored version after a conflict. */
  reload?: () => Promise<Stored<Values>>;
  /** Returns the labels of fields as a text. By default, the labels of the entities (shared/entities). */
  listOf?: (fields: readonly string[]) => string;
}

export type ResourceFormState<Values extends FieldValues> = ReturnType<typeof useResourceForm<Values>>;

/**
 * State and actions of the form of one record: validation, draft, saving with progress, server errors at their
 * fields, and ways to resolve a conflict. Input is lost only if a person discards it.
 */
export function useResourceForm<Values extends FieldValues>(options: ResourceFormOptions<Values>) {
  const { draftKey } = options;
  const { run, busy, ...upload } = useSending();
  const [failure, setFailure] = useState<string>();
  const [warning, setWarning] = useState<string>();
  const edited = useEditedValues(options, () => {
    setFailure(undefined);
    setWarning(undefined);
  });
  const conflict = useConflict(options, edited);
  const { form, base, dirty, draft, show } = edited;

  /** Runs a task. If it fails, the form shows the error. */
  const attempt = (task: (sending: Sending) => Promise<unknown>) => () =>
    run((sending) => task(sending).catch((error: unknown) => setFailure(translateError(error).message)));

  /** Sends the form, and shows why a save failed. `from` is the version on which the save is based. */
  async function save(from: Stored<Values>, sending: Sending) {
    setFailure(undefined);
    conflict.clear();
    try {
      const answer = await options.save(form.getValues(), { ...sending, version: from.version });
      if (answer.status === 1) {
        await edited.saved();
        options.onSaved(answer);
      } else if (options.onRefused) options.onRefused(answer);
      else setFailure(answer.message || messages['request.failed']);
    } catch (error) {
      options.onFailed?.(error);
      if (sending.signal.aborted) return setFailure(messages['upload.cancelled']);
      const found = conflictOf(error);
      const { message, fieldErrors } = translateError(error);
      if (found) await conflict.meet(found, from);
      else setFailure(message);
      const { first } = placeErrors(form, fieldErrors, {
        fieldOf: options.fieldOf,
        fields: options.fields ?? (Object.keys(options.stored) as Path<Values>[]),
      });
      if (first) form.setFocus(first);
    }
  }

  /**
   * Saves the form on top of the newest version. Fields that were not changed in this form keep the values of that
   * version.
   */
  const overwrite = attempt(async (sending) => {
    const from = await conflict.takeNewest();
    await form.handleSubmit(() => save(from, sending))();
  });

  const submit = async () => {
    const found = options.warn?.(form.getValues());
    setWarning(found);
    if (found === undefined || found === warning) await run((sending) => save(base, sending));
  };

  /** Shows the stored values again. The returned function brings the discarded input back. */
  const discardChanges = async () => {
    const typed = form.getValues();
    await draft.deleteDraft();
    setFailure(undefined);
    conflict.dismiss();
    show(base.stored);
    return () => show(typed);
  };

  const { pending, outcome } = draft.state;
  const unsafe =
    dirty && (draftKey === undefined || pending || (outcome !== undefined && outcome !== 'kept'));
  return {
    form,
    ...upload,
    submit: form.handleSubmit(submit),
    /** Notice to read before the save; another submit goes past it. */
    warning,
    busy,
    dirty,
    /** The `updated_at` on which the edit is based. */
    version: base.version,
    failure,
    /** True if the draft can be found again after the form is closed. */
    canKeepDraft: draftKey !== undefined && outcome !== 'failed',
    draft: draft.state,
    discardChanges,
    /** Stores input that has not been stored yet, so that closing the form loses nothing. */
    flushDraft: draft.flush,
    acceptDraft: () => {
      const { offered } = draft.state;
      if (!offered) return;
      show(mergeValues(base.stored, offered.values));
      draft.accept();
    },
    conflict: conflict.met,
    canReload: options.reload !== undefined,
    listOf: options.listOf ?? listOfFields,
    /** Shows a version that was stored just now, and bases the form on it. Input is not kept. */
    startFrom: (newest: Stored<Values>) => edited.continueFrom(newest, {}),
    overwrite,
    /** Shows the newest version in the form. The changes that it replaces are set aside. */
    loadNewerVersion: attempt(conflict.loadNewerVersion),
    setAside: conflict.setAside,
    restoreMyChanges: conflict.restoreMyChanges,
    leaving: useLeaveGuard(dirty && !busy, unsafe),
  };
}

type Edited<Values extends FieldValues> = ReturnType<typeof useEditedValues<Values>>;

/** The values of the form, the version on which they are based, and the draft of the changes. */
function useEditedValues<Values extends FieldValues>(
  options: ResourceFormOptions<Values>,
  onTyped: () => void,
) {
  const { draftKey, stored, version, beside, rules = {} } = options;
  const [begun, setBase] = useState<Stored<Values>>({ stored, version });
  const base = begun.beside ? begun : { ...begun, beside };
  const [dirty, setDirty] = useState(false);
  const form = useForm<Values>({
    defaultValues: base.stored as DefaultValues<Values>,
    resolver: options.resolver ?? resolverOf((values) => problemsByName(rules, values)),
    // An error is cleared when its field is edited, and the field is validated again only at the next submit
    // (docs/product.md §5).
    reValidateMode: 'onSubmit',
  });
  const show = (values: Values, from = base) => {
    form.reset(values);
    setDirty(!sameValues(values, from.stored));
  };
  const changes = () => changedValues(form.getValues(), base.stored);
  const draft = useDraft({
    form: draftKey,
    version: base.version,
    untouched: () => sameValues(form.getValues(), base.stored),
    onRestore: (values) => show(mergeValues(base.stored, values)),
  });

  const onEdit = useEffectEvent((name: string | undefined) => {
    // Without a name, the values were changed by a reset and not by input.
    if (!name) return;
    form.clearErrors(name as Path<Values>);
    onTyped();
    const changed = changes();
    const isDirty = Object.keys(changed).length > 0;
    setDirty(isDirty);
    // The draft contains only the changed fields, so that an unchanged field does not later replace a newer stored
    // value.
    if (isDirty) draft.saveDraft(changed, base.version);
    else void draft.deleteDraft();
  });
  useEffect(() => {
    const { unsubscribe } = form.watch((_values, { name }) => onEdit(name));
    return unsubscribe;
  }, [form]);

  return {
    form,
    base,
    dirty,
    draft,
    /** Shows values in the form. They must be based on the current base version. */
    show,
    changes,
    /** Bases the form on another version, and shows that version with these changes. */
    continueFrom: (newest: Stored<Values>, mine: Partial<Values>) => {
      setBase(newest);
      show(mergeValues(newest.stored, mine), newest);
    },
    /** Called when the values are saved. */
    saved: () => {
      setDirty(false);
      return draft.deleteDraft();
    },
  };
}

/** A save that found a newer version, and the ways to resolve the conflict. */
function useConflict<Values extends FieldValues>(
  { reload }: ResourceFormOptions<Values>,
  { form, base, draft, show, changes, continueFrom }: Edited<Values>,
) {
  const [met, setMet] = useState<MetConflict<Values>>();
  /** The changes of this form that were replaced by the newer version. They can be restored. */
  const [setAside, setSetAside] = useState<Partial<Values>>();

  return {
    met,
    setAside,
    clear: () => setMet(undefined),
    dismiss: () => {
      setMet(undefined);
      setSetAside(undefined);
    },
    /**
     * Shows a conflict. `from` is the version on which the save was based. The newest version is fetched for the
     * comparison.
     */
    meet: async (found: Conflict, from: Stored<Values>) => {
      const newest = await reload?.().catch(() => undefined);
      setMet(meetConflict(found, from, newest, form.getValues()));
    },
    /** The draft still contains the changes that are set aside. */
    loadNewerVersion: async () => {
      if (!reload) return;
      const newest = await reload();
      const mine = changes();
      if (Object.keys(mine).length > 0) setSetAside(mine);
      continueFrom(newest, {});
      setMet(undefined);
    },
    /** Shows the newest version with the changes of this form, and returns that version. */
    takeNewest: async (): Promise<Stored<Values>> => {
      // If the newest version cannot be fetched, the save is sent without a version, so that it overwrites the stored
      // record.
      if (!reload) return { ...base, version: undefined };
      const newest = met?.newest ?? (await reload());
      const mine = changes();
      continueFrom(newest, mine);
      setMet(undefined);
      draft.saveDraft(mine, newest.version);
      return newest;
    },
    restoreMyChanges: () => {
      if (!setAside) return;
      show(mergeValues(base.stored, setAside));
      draft.saveDraft(setAside, base.version);
      setSetAside(undefined);
    },
  };
}

/**
 * Asks before a person leaves a form with unsaved changes. The returned blocker asks before another page of this site
 * is opened. Before another site or a reload, the browser asks, but only if leaving would lose input (`unsafe`).
 */
function useLeaveGuard(dirty: boolean, unsafe: boolean) {
  useEffect(() => {
    if (!unsafe) return;
    const ask = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsafe]);
  // Blocks only a navigation that closes the form, i.e. changes the path or the form in the URL. Going to another
  // page of the list leaves the form open, so it is not blocked. After sign-out nothing is blocked.
  return useBlocker(
    ({ currentLocation, nextLocation }) =>
      !takeIntendedNavigation() &&
      dirty &&
      (currentLocation.pathname !== nextLocation.pathname ||
        formParamOf(currentLocation.search) !== formParamOf(nextLocation.search)) &&
      isMarkedSignedIn(),
  );
}

/**
 * Returns a function that creates the props of a control: value, error, and `readOnly` while the form is busy. The
 * controls are not disabled: the form library does not read the value of a disabled field, and a disabled field loses
 * the focus.
 */
export function bindFields<Values extends FieldValues>(form: UseFormReturn<Values>, busy: boolean) {
  const { errors } = form.formState;
  return <Name extends Path<Values>>(name: Name, options?: RegisterOptions<Values, Name>) => ({
    readOnly: busy,
    error: (get(errors, name) as { message?: string } | undefined)?.message,
    ...form.register(name, options),
  });
}
