/** Returns HTML that shows a plain text as it is: in an element, and in an attribute with either kind of quote. */
export function escapeHtml(text: string) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
