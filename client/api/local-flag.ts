/** docs/product.md §6: a local flag marks a signed-in admin. It grants nothing; only the session cookie does. */
export const localFlagKey = 'isAuthenticated';

/** Storage may be blocked or full; the flag is only a hint, so the session works without it. */
export function markSignedIn(): void {
  try {
    localStorage.setItem(localFlagKey, 'true');
  } catch {}
}

export function unmarkSignedIn(): void {
  try {
    localStorage.removeItem(localFlagKey);
  } catch {}
}

export function isMarkedSignedIn(): boolean {
  try {
    return localStorage.getItem(localFlagKey) === 'true';
  } catch {
    return false;
  }
}
