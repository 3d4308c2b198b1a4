import { useEffect, useState } from 'react';
import type { Quill } from 'react-quill';
import { onTold } from './quill/area-events.ts';

/** With these something new comes in; what was said of the input before is over. */
const inputEvents = ['beforeinput', 'paste', 'drop'] as const;

/** What the editor could not take of the last input, in words. */
export function useProblem(quill: Quill | undefined) {
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    if (!quill) return;
    // Not at every change: what a paste leaves out is told in the moment in which the rest of it comes in.
    const clear = () => setProblem(undefined);
    for (const event of inputEvents) quill.root.addEventListener(event, clear, { capture: true });
    const stopListening = onTold(quill.container, 'rich-text-problem', (text) => {
      setProblem((before) => (before && before !== text ? `${before} ${text}` : text));
    });
    return () => {
      stopListening();
      for (const event of inputEvents) quill.root.removeEventListener(event, clear, { capture: true });
    };
  }, [quill]);
  return [problem, setProblem] as const;
}

/**
 * How many images are being read. A form that is sent meanwhile is held until they stand in the text, and then sent: the
 * images would be missing without a word.
 */
export function useImagesBeingAdded(quill: Quill | undefined): number {
  const [adding, setAdding] = useState(0);
  useEffect(() => {
    if (!quill) return;
    const form = quill.root.closest('form');
    let count = 0;
    let held: { by: HTMLElement | null } | undefined;
    const hold = (event: SubmitEvent) => {
      if (count === 0) return;
      event.preventDefault();
      event.stopPropagation();
      held = { by: event.submitter };
    };
    const stopListening = onTold(quill.container, 'rich-text-adding', (now) => {
      count = now;
      setAdding(now);
      if (now > 0 || !held) return;
      const { by } = held;
      held = undefined;
      form?.requestSubmit(by);
    });
    form?.addEventListener('submit', hold, { capture: true });
    return () => {
      stopListening();
      form?.removeEventListener('submit', hold, { capture: true });
    };
  }, [quill]);
  return adding;
}
