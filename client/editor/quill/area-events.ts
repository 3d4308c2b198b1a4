/** What happens to the text is told by events of the editing area: formats and modules know no component. */
interface AreaEvents {
  /** What the editor could not take, in words. */
  'rich-text-problem': string;
  /** How many images are being read; 0 when the last one stands in the text. */
  'rich-text-adding': number;
}

export function tell<Name extends keyof AreaEvents>(
  area: Element,
  name: Name,
  detail: AreaEvents[Name],
): void {
  area.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
}

/** Calls `listener` with what is told; returns what stops it. */
export function onTold<Name extends keyof AreaEvents>(
  area: Element,
  name: Name,
  listener: (detail: AreaEvents[Name]) => void,
): () => void {
  const listen = (event: Event) => listener((event as CustomEvent<AreaEvents[Name]>).detail);
  area.addEventListener(name, listen);
  return () => area.removeEventListener(name, listen);
}
