import { useEffect, useState } from 'react';
import type { Quill } from 'react-quill';

/** DOM events of the editing area, with which Quill's formats and modules inform the component. */
interface AreaEvents {
  /** Text about content that the editor refused or left out. */
  'rich-text-problem': string;
  /** Number of images that are being read; 0 once the last image is in the text. */
  'rich-text-adding': number;
}

export function sendAreaEvent<Name extends keyof AreaEvents>(
  area: Element,
  name: Name,
  detail: AreaEvents[Name],
): void {
  area.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
}

/** Calls `listener` with the detail of each event; returns a function that removes the listener. */
function onAreaEvent<Name extends keyof AreaEvents>(
  area: Element,
  name: Name,
  listener: (detail: AreaEvents[Name]) => void,
): () => void {
  const listen = (event: Event) => listener((event as CustomEvent<AreaEvents[Name]>).detail);
  area.addEventListener(name, listen);
  return () => area.removeEventListener(name, listen);
}

/** Events of new input, which clear the problem of the previous input. */
const inputEvents = ['beforeinput', 'paste', 'drop'] as const;

/** Returns a text about the content that the editor refused or left out of the last input. */
export function useProblem(quill: Quill | undefined) {
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    if (!quill) return;
    // Not cleared at every change: a paste reports omitted content while it inserts the rest.
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
 * Returns the number of images that are being read. A form that is submitted meanwhile waits until they are in the
 * text; otherwise they would silently be missing.
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
