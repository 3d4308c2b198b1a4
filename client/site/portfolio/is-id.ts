/** Ids are positive whole numbers (shared/contract/match.ts); nothing else is worth a call. */
export function isId(text: string | undefined): text is string {
  return /^[1-9]\d{0,14}$/.test(text ?? '');
}
