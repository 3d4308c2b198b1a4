import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Draft, type DraftOutcome, deleteDraft, readDraft, writeDraft } from './draft-store.ts';

interface DraftOptions {
  /** The form's name; undefined for a form without a draft. */
  form: string | undefined;
  /** Version that is stored now. */
  version: string | undefined;
  /** Returns false once a person has typed: the draft is then offered, and does not replace the input. */
  untouched: () => boolean;
  onRestore: (values: Record<string, unknown>) => void;
}

export interface DraftState {
  /** Time of the last write of the draft, milliseconds since 1970; undefined while there is none. */
  savedAt: number | undefined;
  outcome: DraftOutcome | undefined;
  /** True if the form shows the values of a draft. */
  restored: boolean;
  /**
   * A draft that was not put into the form: the stored version is newer than the draft's base, or a person has
   * already typed.
   */
  offered: Draft | undefined;
  /** True if there is input that is not written yet. */
  pending: boolean;
}

const none: DraftState = {
  savedAt: undefined,
  outcome: undefined,
  restored: false,
  offered: undefined,
  pending: false,
};

/** Pause in typing before a draft is written, in milliseconds; longer when the texts are megabytes. */
const restMs = 600;
const longTextRestMs = 3000;
const longText = 1_000_000;

/**
 * Manages the draft of one form: reads it when the form opens, writes it during typing, and deletes it when the form
 * is saved.
 */
export function useDraft({ form, version, untouched, onRestore }: DraftOptions) {
  const [state, setState] = useState(none);
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; write: () => Promise<void> }>(undefined);

  /** Time when this form last read or wrote the draft, so that it does not overwrite another tab's newer draft. */
  const seenAt = useRef(0);

  const takeOver = useEffectEvent((draft: Draft) => {
    seenAt.current = draft.savedAt;
    // A draft never replaces newer text, whether another person saved it or it was typed just now.
    const fits = draft.basedOn === version && untouched();
    setState({ ...none, savedAt: draft.savedAt, restored: fits, offered: fits ? undefined : draft });
    if (fits) onRestore(draft.values);
  });
  useEffect(() => {
    if (form === undefined) return;
    let left = false;
    seenAt.current = Date.now();
    readDraft(form).then(
      (draft) => {
        if (draft && !left) takeOver(draft);
      },
      () => {
        // An unreadable draft counts as no draft.
      },
    );
    return () => {
      left = true;
    };
  }, [form]);

  const flush = useCallback(() => {
    const { timer, write } = waiting.current ?? {};
    clearTimeout(timer);
    waiting.current = undefined;
    return write?.();
  }, []);

  const saveDraft = useCallback(
    (values: Record<string, unknown>, basedOn: string | undefined) => {
      if (form === undefined) return;
      clearTimeout(waiting.current?.timer);
      setState((before) => (before.pending ? before : { ...before, pending: true }));
      const write = async () => {
        const savedAt = Date.now();
        const outcome = await writeDraft(form, { values, basedOn, savedAt }, seenAt.current);
        if (outcome !== 'elsewhere') seenAt.current = savedAt;
        setState((before) => ({
          ...before,
          outcome,
          pending: waiting.current !== undefined,
          ...(outcome !== 'elsewhere' && { savedAt }),
        }));
      };
      const rest = sizeOf(values) > longText ? longTextRestMs : restMs;
      waiting.current = { write, timer: setTimeout(() => void flush(), rest) };
    },
    [form, flush],
  );

  const deleteOwnDraft = useCallback(async () => {
    clearTimeout(waiting.current?.timer);
    waiting.current = undefined;
    setState(none);
    if (form !== undefined) await deleteDraft(form);
  }, [form]);

  /** Records that the form shows the offered draft now, on request. */
  const accept = useCallback(
    () => setState((before) => ({ ...before, offered: undefined, restored: true })),
    [],
  );

  useEffect(() => {
    const onHide = () => void flush();
    window.addEventListener('pagehide', onHide);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      window.removeEventListener('pagehide', onHide);
      document.removeEventListener('visibilitychange', onHide);
      void flush();
    };
  }, [flush]);

  return { state, saveDraft, deleteDraft: deleteOwnDraft, accept, flush };
}

function sizeOf(values: Record<string, unknown>): number {
  return Object.values(values).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
    0,
  );
}
