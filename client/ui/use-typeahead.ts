import { type KeyboardEvent, useRef } from 'react';

/** Milliseconds. Letters typed within this time belong to the same word. */
const pauseMs = 600;

/**
 * Returns a function that finds an item by its first letters. The function takes a key press and the index of the
 * focused item, and returns the index to move to. Pressing the same letter again moves to the next item that begins
 * with it.
 */
export function useTypeahead(labels: readonly string[]) {
  const typed = useRef({ text: '', at: 0 });
  return ({ key, ctrlKey, metaKey, altKey, timeStamp }: KeyboardEvent, from: number): number | undefined => {
    if (key.length !== 1 || ctrlKey || metaKey || altKey) return undefined;
    const goesOn = timeStamp - typed.current.at < pauseMs;
    // The space bar selects an item, unless it is a part of a word that is being typed.
    if (key === ' ' && !(goesOn && typed.current.text)) return undefined;
    const text = (goesOn ? typed.current.text : '') + key.toLowerCase();
    typed.current = { text, at: timeStamp };
    return findLabel(labels, text, from);
  };
}

/**
 * Returns the index of the first label at or after `from` that begins with the text; after the last label, the search
 * continues at the first.
 */
function findLabel(labels: readonly string[], text: string, from: number): number | undefined {
  const first = text[0] ?? '';
  const repeats = text.length > 1 && [...text].every((letter) => letter === first);
  const wanted = repeats ? first : text;
  // A word of several letters may match the focused item itself; a single letter starts the search at the next item.
  const start = wanted.length > 1 ? Math.max(from, 0) : from + 1;
  for (let step = 0; step < labels.length; step += 1) {
    const index = (start + step) % labels.length;
    if (labels[index]?.toLowerCase().startsWith(wanted)) return index;
  }
  return undefined;
}
