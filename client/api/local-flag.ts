import { readStored, writeStored } from '../stored.ts';

/**
 * docs/product.md §6: this local flag shows that an admin is signed in. It grants no rights; only the session cookie
 * does.
 */
export const localFlagKey = 'isAuthenticated';

/** Sets the flag. If the storage is blocked or full, the flag is missing, but the session works without it. */
export const markSignedIn = () => writeStored(localFlagKey, 'true');

export const unmarkSignedIn = () => writeStored(localFlagKey, null);

export const isMarkedSignedIn = () => readStored(localFlagKey) === 'true';
