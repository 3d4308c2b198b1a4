/** How Word says that a paragraph is an item of a list. */
export interface ListItemStyle {
  /** 0 is the outermost. */
  level: number;
}

/** Reads `mso-list:l0 level2 lfo1` of a style attribute; undefined when the paragraph is no item. */
export function listItemStyle(style: string): ListItemStyle | undefined {
  const level = /\bmso-list\s*:\s*(?:\S+\s+)?level(\d+)/i.exec(style)?.[1];
  return level ? { level: Math.min(8, Math.max(0, Number(level) - 1)) } : undefined;
}

/**
 * Word writes the marker of an item as text: "1.", "b)", "(iv)", "۲." count, while dots, squares and a bare "o" of another
 * font do not.
 */
export function isCounted(marker: string): boolean {
  const text = marker.replaceAll('\u00a0', ' ').trim();
  return /[\p{L}\p{N}][.)\]:\u06d4-]/u.test(text) || /^\p{N}+$/u.test(text);
}
