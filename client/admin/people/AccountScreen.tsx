import { useQuery } from '@tanstack/react-query';
import { deskMessages } from '#shared/desk-messages.ts';
import type { AccountSession } from '#shared/schemas/account.ts';
import { callQuery } from '../../api/call-query.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { formatAge, formatMoment } from '../../ui/dates.ts';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { AccountSection, AccountSecurity, Entry } from '../shared/account-security/AccountSecurity.tsx';
import { useCall, useQuestion } from '../shared/calls.tsx';
import { FactList } from '../shared/FactList.tsx';
import { Placeholders, QueryFailed } from '../shared/PagedList.tsx';
import rows from '../shared/rows.module.css';
import styles from './AccountScreen.module.css';
import { roleLabels } from './labels.ts';

/** The admin's own account: identity, role and sessions. */
export function Component() {
  const query = useQuery(callQuery('getAccount'));
  const { data: account, error } = query;
  return (
    <>
      <ScreenHeader title="Your account" />
      {account ? (
        <div className={styles.sections}>
          <FactList
            className={styles.facts}
            facts={{
              Name: <span dir="auto">{account.name}</span>,
              Email: account.email,
              Role: (
                <>
                  {roleLabels[account.role].label}
                  <span className={styles.may}>{roleLabels[account.role].may}</span>
                </>
              ),
            }}
          />
          <AccountSecurity email={account.email} />
          <OwnSessions sessions={account.sessions} />
        </div>
      ) : error ? (
        <QueryFailed what="account details" query={query} />
      ) : (
        <Placeholders what="your account" className={styles.sections} heights={['9rem', '14rem']} />
      )}
    </>
  );
}

/**
 * The first matching expression counts, so the order matters: the User-Agent of most browsers also names the older
 * browsers from which they descend.
 */
const browsers: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * Describes a User-Agent header: "Firefox on Windows". The header may contain anything, so unknown parts are not
 * repeated.
 */
function browserName(agent: string | null) {
  const browser = browsers.find(([mark]) => mark.test(agent ?? ''))?.[1];
  const system = systems.find(([mark]) => mark.test(agent ?? ''))?.[1];
  if (!browser && !system) return 'An unknown browser';
  return `${browser ?? 'A browser'}${system ? ` on ${system}` : ''}`;
}

/**
 * List of the admin's own sessions. Each can be ended except the current one, which has a sign-out button instead.
 */
function OwnSessions({ sessions }: { sessions: readonly AccountSession[] }) {
  const ordered = [...sessions].sort((one, other) => Number(other.current) - Number(one.current));
  const others = sessions.filter(({ current }) => !current).length;
  const end = useCall('endSession', { refresh: 'getAccount', done: deskMessages['session.ended'] });
  const endOthers = useCall('endOtherSessions', {
    refresh: 'getAccount',
    done: deskMessages['session.othersEnded'],
  });
  const [ask, question] = useQuestion((count: number) => ({
    title: 'End all other sessions?',
    text: `You will be signed out of ${count === 1 ? 'one other browser' : `${count} other browsers`}. Drafts there stay on that device.`,
    confirmLabel: 'End sessions',
    busyLabel: 'Ending...',
    onConfirm: () => endOthers.make({}),
  }));

  return (
    <AccountSection title="Where you are signed in">
      <ul className={rows.ruled}>
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
                  onClick={() => void end.make({ body: { id: session.id } })}
                  busy={(end.pending?.body as { id: string } | undefined)?.id === session.id}
                  busyLabel="Ending..."
                >
                  End
                </Button>
              )
            }
          />
        ))}
      </ul>
      {others > 0 && (
        <div>
          <Button variant="quiet" onClick={() => ask(others)}>
            End all other sessions
          </Button>
        </div>
      )}
      {question}
    </AccountSection>
  );
}

function factsOf({ address, created_at, last_used_at, current }: AccountSession) {
  const used = current || !last_used_at ? [] : [`last used ${formatAge(last_used_at)}`];
  return [...(address ? [`From ${address}`] : []), `signed in ${formatMoment(created_at)}`, ...used].join(
    ', ',
  );
}
