import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { messages } from '#shared/messages.ts';
import { loginPath } from '../../../admin/session/next-path.ts';
import { isMarkedSignedIn, localFlagKey, signOut } from '../../../api/session.ts';
import { countDrafts } from '../../../forms/draft-store.ts';
import { notify } from '../../../ui/toast.ts';

/**
 * Logout of docs/product.md §2: the flag goes, the login page comes, also when the server cannot be told. What this tab has
 * read as an admin goes too. Other tabs see the flag go and follow.
 */
export function useLogout() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [loggingOut, setLoggingOut] = useState(false);
  /** How many drafts the question is about; 0 while there is none. */
  const [drafts, setDrafts] = useState(0);

  /** Away first: a screen that is still there would fetch anew what is cleared. */
  const leave = useCallback(async () => {
    await navigate(loginPath());
    queries.clear();
  }, [navigate, queries]);

  /** Drafts go with the sign-out, so whoever has some is asked first. */
  async function askToLogout() {
    const found = await countDrafts();
    if (found > 0) setDrafts(found);
    else await logout();
  }

  async function logout() {
    setLoggingOut(true);
    try {
      await signOut();
    } catch {
      notify.error(messages['logout.notTold']);
    }
    await leave();
  }

  useEffect(() => {
    const follow = (event: StorageEvent) => {
      // `key` is null when the whole storage was cleared.
      if ((event.key !== null && event.key !== localFlagKey) || isMarkedSignedIn()) return;
      void leave();
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [leave]);

  return { askToLogout, logout, loggingOut, drafts, stay: () => setDrafts(0) };
}
