import { deskMessages } from '#shared/desk-messages.ts';
import type { Account } from '#shared/schemas/account.ts';
import { useHostSupports } from '../../api/host-support.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { AccountSecurity } from '../shared/account-security/AccountSecurity.tsx';
import { guardedLoader } from '../shared/guarded-loader.ts';
import { ListFailed } from '../shared/ListFailed.tsx';
import styles from './AccountScreen.module.css';
import { useAccount } from './account-queries.ts';
import { roleLabels } from './labels.ts';
import { OwnSessions } from './OwnSessions.tsx';

export const loader = guardedLoader(() => {});

/** The admin's own account: identity, role and sessions. */
export function Component() {
  const isOffered = useHostSupports('getAccount');
  // Fetches the account only if the host is known to support the call.
  const { data: account, error, isFetching, refetch } = useAccount(isOffered === true);
  return (
    <>
      <PageTitle>Your account</PageTitle>
      <ScreenHeader title="Your account" />
      {isOffered === false ? (
        <EmptyState title="Your API host manages your account" text={deskMessages['account.notOffered']} />
      ) : account ? (
        <div className={styles.sections}>
          <Facts account={account} />
          <AccountSecurity email={account.email} />
          <OwnSessions sessions={account.sessions} />
        </div>
      ) : error ? (
        <ListFailed what="account details" error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Waiting />
      )}
    </>
  );
}

function Facts({ account: { name, email, role } }: { account: Account }) {
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Name</dt>
        <dd dir="auto">{name}</dd>
      </div>
      <div>
        <dt>Email</dt>
        <dd>{email}</dd>
      </div>
      <div>
        <dt>Role</dt>
        <dd>
          {roleLabels[role].label}
          <span className={styles.may}>{roleLabels[role].may}</span>
        </dd>
      </div>
    </dl>
  );
}

function Waiting() {
  return (
    <>
      <VisuallyHidden role="status">Loading your account…</VisuallyHidden>
      <div className={styles.sections} aria-hidden="true">
        <Skeleton width="100%" height="9rem" />
        <Skeleton width="100%" height="14rem" />
      </div>
    </>
  );
}
