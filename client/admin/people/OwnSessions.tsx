import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import type { AccountSession } from '#shared/schemas/account.ts';
import { callApi } from '../../api/call.ts';
import { outcomeOf } from '../../api/outcome.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { formatAge, formatMoment } from '../../ui/dates.ts';
import { notify } from '../../ui/toast.ts';
import { AccountSection, Entries, Entry } from '../shared/account-security/AccountSection.tsx';
import { refreshAccount } from './account-queries.ts';
import { browserName } from './browser-name.ts';

/**
 * List of the admin's own sessions. Each can be ended except the current one, which has a sign-out button instead.
 */
export function OwnSessions({ sessions }: { sessions: readonly AccountSession[] }) {
  const queries = useQueryClient();
  const title = useRef<HTMLHeadingElement>(null);
  const [ending, setEnding] = useState<string>();
  const [askForOthers, setAskForOthers] = useState(false);
  const ordered = [...sessions].sort((one, other) => Number(other.current) - Number(one.current));
  const others = sessions.filter(({ current }) => !current).length;

  async function end(id: string) {
    setEnding(id);
    const result = await outcomeOf(callApi('endSession', { body: { id } }));
    setEnding(undefined);
    if (result.done) {
      notify.success(deskMessages['session.ended']);
      // The button with the focus disappears with its session, so the focus moves to the heading.
      title.current?.focus();
    } else notify.error(result.reason);
    refreshAccount(queries);
  }

  async function endOthers() {
    const result = await outcomeOf(callApi('endOtherSessions'));
    setAskForOthers(false);
    if (result.done) {
      notify.success(deskMessages['session.othersEnded']);
      title.current?.focus();
    } else notify.error(result.reason);
    refreshAccount(queries);
  }

  return (
    <AccountSection title="Where you are signed in" ref={title}>
      <Entries>
        {ordered.map((session) => (
          <Entry
            key={session.id}
            name={
              <>
                {browserName(session.agent)}
                {session.current && <Badge tone="success">This browser</Badge>}
              </>
            }
            facts={factsOf(session)}
            action={
              !session.current && (
                <Button
                  variant="quiet"
                  aria-label={`End the session of ${browserName(session.agent)}, signed in ${formatMoment(session.created_at)}`}
                  onClick={() => void end(session.id)}
                  busy={ending === session.id}
                  busyLabel="Ending..."
                >
                  End
                </Button>
              )
            }
          />
        ))}
      </Entries>
      {others > 0 && (
        <div>
          <Button variant="quiet" onClick={() => setAskForOthers(true)}>
            End all other sessions
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={askForOthers}
        title="End all other sessions?"
        text={`You will be signed out of ${others === 1 ? 'one other browser' : `${others} other browsers`}. Drafts there stay on that device.`}
        confirmLabel="End sessions"
        busyLabel="Ending..."
        onConfirm={endOthers}
        onCancel={() => setAskForOthers(false)}
      />
    </AccountSection>
  );
}

function factsOf({ address, created_at, last_used_at, current }: AccountSession): string {
  const used = current || !last_used_at ? [] : [`last used ${formatAge(last_used_at)}`];
  return [...(address ? [`From ${address}`] : []), `signed in ${formatMoment(created_at)}`, ...used].join(
    ', ',
  );
}
