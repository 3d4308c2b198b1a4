import { type KeyboardEvent, useRef } from 'react';

/** Letters typed within this time form one word, in milliseconds. */
const pauseMs = 600;

/**
 * Finds an item by its first letters. Repeating the same letter moves to the next item that begins with it.
 *
 * @returns a function that takes a key and the index of the focus, and returns the index to move to
 */
export function useTypeahead(labels: readonly string[]) {
  const typed = useRef({ text: '', at: 0 });
  return ({ key, ctrlKey, metaKey, altKey, timeStamp }: KeyboardEvent, from: number): number | undefined => {
    if (key.length !== 1 || ctrlKey || metaKey || altKey) return undefined;
    const goesOn = timeStamp - typed.current.at < pauseMs;
    // Space selects, unless it is part of a typed word.
    if (key === ' ' && !(goesOn && typed.current.text)) return undefined;
    const text = (goesOn ? typed.current.text : '') + key.toLowerCase();
    typed.current = { text, at: timeStamp };
    return findLabel(labels, text, from);
  };
}

/** Returns the next label from `from` on that begins with the text, wrapping around. */
export function findLabel(labels: readonly string[], text: string, from: number): number | undefined {
  const first = text[0] ?? '';
  const repeats = text.length > 1 && [...text].every((letter) => letter === first);
  const wanted = repeats ? first : text;
  // A longer word may match the focused item; a single letter searches from the next one.
  const start = wanted.length > 1 ? Math.max(from, 0) : from + 1;
  for (let step = 0; step < labels.length; step += 1) {
    const index = (start + step) % labels.length;
    if (labels[index]?.toLowerCase().startsWith(wanted)) return index;
  }
  return undefined;
}
