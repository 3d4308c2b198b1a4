/** A sign that can be seen. The blank of Braille and fillers of Korean are letters by name, and look like nothing. */
const visible = /[^\s\u2800\p{Default_Ignorable_Code_Point}]/u;

/** True if there is anything to be seen in a text. Pages load it without the rules of plain-text.ts. */
export function isVisible(text: string): boolean {
  return visible.test(text);
}
