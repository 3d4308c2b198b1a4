/** What the editor could not take is told by an event of the editing area: formats and modules know no component. */
const problemEvent = 'rich-text-problem';

export function reportProblem(area: Element, text: string): void {
  area.dispatchEvent(new CustomEvent<string>(problemEvent, { detail: text, bubbles: true }));
}

/** Calls `listener` with each problem in words; returns what stops it. */
export function onProblem(area: Element, listener: (text: string) => void): () => void {
  const listen = (event: Event) => listener((event as CustomEvent<string>).detail);
  area.addEventListener(problemEvent, listen);
  return () => area.removeEventListener(problemEvent, listen);
}
