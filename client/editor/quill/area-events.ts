import { useEffect, useState } from 'react';
import type { Quill } from 'react-quill';

/** DOM events of the editing area. Quill's formats and modules send them to inform the React component. */
interface AreaEvents {
  /** The detail is a message about content that the editor did not accept. */
  'rich-text-problem': string;
  /** The detail is the number of images that are being read. It is 0 once the last image is in the text. */
  'rich-text-adding': number;
  /** Pictures that were inserted just now. The focus stays in the text after a paste, because people type on. */
  'rich-text-pictures': { pictures: HTMLElement[]; takesFocus: boolean };
  /** Asks for the focus in the tools of the selected picture. */
  'rich-text-picture-tools': undefined;
}

export function sendAreaEvent<Name extends keyof AreaEvents>(
  area: Element,
  name: Name,
  detail: AreaEvents[Name],
) {
  area.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
}

/** Calls `listener` with the detail of each event; returns a function that removes the listener. */
export function onAreaEvent<Name extends keyof AreaEvents>(
  area: Element,
  name: Name,
  listener: (detail: AreaEvents[Name]) => void,
) {
  const listen = (event: Event) => listener((event as CustomEvent<AreaEvents[Name]>).detail);
  area.addEventListener(name, listen);
  return () => area.removeEventListener(name, listen);
}

/** Events of new input. Each of them removes the message about refused content of earlier input. */
const inputEvents = ['beforeinput', 'paste', 'drop'] as const;

/** Returns the message about refused content of the last input, and a function that sets the message. */
export function useProblem(quill: Quill | undefined) {
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    if (!quill) return;
    // The message is cleared by new input, not by every change of the text: a paste first reports the content that it
    // left out, and then changes the text.
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
 * Returns the number of images that are being read. A form that is submitted during this time waits until they are in
 * the text, because they would otherwise be missing without notice.
 */
export function useImagesBeingAdded(quill: Quill | undefined) {
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
