import { useEffect, useState } from 'react';
import type { Quill } from 'react-quill';

/** What happens to the text is told by events of the editing area: formats and modules know no component. */
interface AreaEvents {
  /** What the editor could not take, in words. */
  'rich-text-problem': string;
  /** How many images are being read; 0 when the last one stands in the text. */
  'rich-text-adding': number;
}

export function sendAreaEvent<Name extends keyof AreaEvents>(
  area: Element,
  name: Name,
  detail: AreaEvents[Name],
): void {
  area.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
}

/** Calls `listener` with what is told; returns what stops it. */
function onAreaEvent<Name extends keyof AreaEvents>(
  area: Element,
  name: Name,
  listener: (detail: AreaEvents[Name]) => void,
): () => void {
  const listen = (event: Event) => listener((event as CustomEvent<AreaEvents[Name]>).detail);
  area.addEventListener(name, listen);
  return () => area.removeEventListener(name, listen);
}

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
    const stopListening = onAreaEvent(quill.container, 'rich-text-problem', (text) => {
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
    let waiting: { by: HTMLElement | null } | undefined;
    const hold = (event: SubmitEvent) => {
      if (count === 0) return;
      event.preventDefault();
      event.stopPropagation();
      waiting = { by: event.submitter };
    };
    const stopListening = onAreaEvent(quill.container, 'rich-text-adding', (now) => {
      count = now;
      setAdding(now);
      if (now > 0 || !waiting) return;
      const { by } = waiting;
      waiting = undefined;
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
