import { useQuery } from '@tanstack/react-query';
import type { Account } from '#shared/schemas/account.ts';
import { callQuery } from '../../api/call-query.ts';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { AccountSecurity } from '../shared/account-security/AccountSecurity.tsx';
import { QueryFailed } from '../shared/ListFailed.tsx';
import { Placeholders } from '../shared/Placeholders.tsx';
import styles from './AccountScreen.module.css';
import { roleLabels } from './labels.ts';
import { OwnSessions } from './OwnSessions.tsx';

/** The admin's own account: identity, role and sessions. */
export function Component() {
  const query = useQuery(callQuery('getAccount'));
  const { data: account, error } = query;
  return (
    <>
      <ScreenHeader title="Your account" />
      {account ? (
        <div className={styles.sections}>
          <Facts account={account} />
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
