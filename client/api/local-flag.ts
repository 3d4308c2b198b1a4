/**
 * docs/product.md §6: this local flag shows that an admin is signed in. It grants no rights; only the session cookie
 * does.
 */
export const localFlagKey = 'isAuthenticated';

/** Sets the flag. If the storage is blocked or full, the flag is missing, but the session works without it. */
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
