import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../api/call-query.ts';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { AccountSecurity } from '../shared/account-security/AccountSecurity.tsx';
import { FactList } from '../shared/FactList.tsx';
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
