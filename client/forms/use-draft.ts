import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Draft, type DraftOutcome, deleteDraft, readDraft, writeDraft } from './draft-store.ts';

interface DraftOptions {
  /** Name of the form's draft; undefined for a form without a draft. */
  form: string | undefined;
  /** Version of the record that is stored now. */
  version: string | undefined;
  /** Returns false once a person has typed. The draft then does not replace the input, but is offered. */
  untouched: () => boolean;
  onRestore: (values: Record<string, unknown>) => void;
}

export interface DraftState {
  /** Time at which the draft was last stored, in milliseconds since 1970; undefined if there is no draft. */
  savedAt: number | undefined;
  outcome: DraftOutcome | undefined;
  /** True if the form shows the values of a draft. */
  restored: boolean;
  /**
   * A draft that is not shown in the form, because a newer version than the draft's is stored, or because a person
   * has already typed. The person can choose to use it.
   */
  offered: Draft | undefined;
  /** True if there is input that has not been stored yet. */
  pending: boolean;
}

const none: DraftState = {
  savedAt: undefined,
  outcome: undefined,
  restored: false,
  offered: undefined,
  pending: false,
};

/**
 * A draft is stored after a pause in typing of `restMs` milliseconds, or of `largeRestMs` milliseconds if its texts and
 * files have more than `largeBytes` bytes.
 */
const restMs = 600;
const largeRestMs = 3000;
const largeBytes = 1_000_000;

/**
 * Manages the draft of one form. Reads it when the form opens, stores it while a person types, and deletes it when
 * the form is saved.
 */
export function useDraft({ form, version, untouched, onRestore }: DraftOptions) {
  const [state, setState] = useState(none);
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; write: () => Promise<void> }>(undefined);

  const takeOver = useEffectEvent((draft: Draft) => {
    // A draft must not replace newer input: neither a version that another person has saved, nor what was typed just
    // now.
    const fits = draft.basedOn === version && untouched();
    setState({ ...none, savedAt: draft.savedAt, restored: fits, offered: fits ? undefined : draft });
    if (fits) onRestore(draft.values);
  });
  useEffect(() => {
    if (form === undefined) return;
    let left = false;
    void readDraft(form).then((draft) => {
      if (draft && !left) takeOver(draft);
    });
    return () => {
      left = true;
    };
  }, [form]);

  const flush = () => {
    const { timer, write } = waiting.current ?? {};
    clearTimeout(timer);
    waiting.current = undefined;
    return write?.();
  };

  const saveDraft = (values: Record<string, unknown>, basedOn: string | undefined) => {
    if (form === undefined) return;
    clearTimeout(waiting.current?.timer);
    setState((before) => (before.pending ? before : { ...before, pending: true }));
    const write = async () => {
      const savedAt = Date.now();
      const outcome = await writeDraft(form, { values, basedOn, savedAt });
      setState((before) => ({ ...before, outcome, savedAt, pending: waiting.current !== undefined }));
    };
    const rest = sizeOf(values) > largeBytes ? largeRestMs : restMs;
    waiting.current = { write, timer: setTimeout(() => void flush(), rest) };
  };

  const deleteOwnDraft = async () => {
    clearTimeout(waiting.current?.timer);
    waiting.current = undefined;
    setState(none);
    if (form !== undefined) await deleteDraft(form);
  };

  /** Called when the person has chosen to use the offered draft and the form shows it. */
  const accept = () => setState((before) => ({ ...before, offered: undefined, restored: true }));

  const flushNow = useEffectEvent(() => void flush());
  useEffect(() => {
    const onHide = () => flushNow();
    window.addEventListener('pagehide', onHide);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      window.removeEventListener('pagehide', onHide);
      document.removeEventListener('visibilitychange', onHide);
      flushNow();
    };
  }, []);

  return { state, saveDraft, deleteDraft: deleteOwnDraft, accept, flush };
}

function sizeOf(values: Record<string, unknown>): number {
  const sizes = Object.values(values)
    .flat()
    .map((value) => (value instanceof File ? value.size : typeof value === 'string' ? value.length : 0));
  return sizes.reduce((sum, size) => sum + size, 0);
}
