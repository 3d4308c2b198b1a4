/** docs/product.md §6: a local flag marks an authenticated admin. It grants nothing; the session in the cookie does. */
export const localFlagKey = 'isAuthenticated';

/** Storage may be blocked or full; the flag is only a hint, so the session goes on without it. */
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
