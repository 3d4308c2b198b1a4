import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Draft, type DraftOutcome, deleteDraft, readDraft, writeDraft } from './draft-store.ts';

interface DraftOptions {
  /** The form's name; undefined for a form that keeps no draft. */
  form: string | undefined;
  /** The version that is stored now. */
  version: string | undefined;
  /** False once somebody has typed: what a draft holds is then offered, and not put over it. */
  untouched: () => boolean;
  onRestore: (values: Record<string, unknown>) => void;
}

export interface DraftState {
  /** When the draft was written last, milliseconds since 1970; undefined while there is none. */
  savedAt: number | undefined;
  outcome: DraftOutcome | undefined;
  /** The form shows what a draft held. */
  restored: boolean;
  /** A draft that was not put into the form: what is stored is newer than what it began with, or somebody types already. */
  offered: Draft | undefined;
  /** Something was typed and is not written yet. */
  pending: boolean;
}

const none: DraftState = {
  savedAt: undefined,
  outcome: undefined,
  restored: false,
  offered: undefined,
  pending: false,
};

/** Writing waits until typing rests for so long, in milliseconds; longer where a text is megabytes. */
const restMs = 600;
const longTextRestMs = 3000;
const longText = 1_000_000;

/** The draft of one form: read when the form opens, written while somebody types, dropped when it is saved. */
export function useDraft({ form, version, untouched, onRestore }: DraftOptions) {
  const [state, setState] = useState(none);
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; write: () => Promise<void> }>(undefined);

  /** When this form last saw what is kept, so that it does not write over another tab's newer draft. */
  const seenAt = useRef(0);

  const takeOver = useEffectEvent((draft: Draft) => {
    seenAt.current = draft.savedAt;
    // A draft never replaces newer text, whether somebody else saved it or it was typed just now.
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
        // A draft that cannot be read is no draft.
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

  /** The form shows the offered draft now, because somebody asked for it. */
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
