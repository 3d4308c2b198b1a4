import { useRef, useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { UploadListener, UploadSent } from '../api/upload.ts';

/** The means of a task that sends something: to be cancelled, and to tell its progress. */
export interface Sending {
  /** Aborted when the person presses "Cancel upload". */
  signal: AbortSignal;
  onUpload: UploadListener;
}

/**
 * Runs the tasks of a form, during which the form is busy. One at a time: the busy state is set only after a moment, so
 * that two quick presses would save twice.
 */
export function useSending() {
  const [busy, setBusy] = useState(false);
  const [progress, setProgress] = useState<UploadSent>();
  const running = useRef<AbortController>(undefined);
  return {
    busy,
    /** Progress of the form's upload; undefined if there is none. */
    progress,
    cancelUpload: () => running.current?.abort(),
    run: async (task: (sending: Sending) => Promise<unknown>) => {
      if (running.current) return;
      running.current = new AbortController();
      setBusy(true);
      try {
        await task({ signal: running.current.signal, onUpload: setProgress });
      } finally {
        running.current = undefined;
        setProgress(undefined);
        setBusy(false);
      }
    },
  };
}

export interface FieldsOf<Values extends FieldValues> {
  /** Fields in the order in which the form shows them. */
  fields: readonly Path<Values>[];
  /**
   * Returns the form field that shows a server error about a field of the contract. By default, the field with the
   * same name.
   */
  fieldOf?: (wireName: string) => Path<Values> | undefined;
}

/** Shows the server's errors at their fields. Returns the first of these fields, and the errors that no field shows. */
export function placeErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  fieldErrors: Record<string, string>,
  { fields, fieldOf = (name) => name as Path<Values> }: FieldsOf<Values>,
) {
  const texts = new Map<Path<Values>, string>();
  const others: string[] = [];
  for (const [name, text] of Object.entries(fieldErrors)) {
    const field = fieldOf(name);
    if (field && fields.includes(field)) texts.set(field, [texts.get(field), text].filter(Boolean).join(' '));
    else others.push(text);
  }
  for (const [field, message] of texts) form.setError(field, { type: 'server', message });
  return { first: fields.find((field) => texts.has(field)), others };
}
