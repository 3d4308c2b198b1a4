import type { SecondStep } from '#shared/schemas/second-step.ts';
import type { RowId } from '../../../database/row-id.ts';
import type { Db } from '../../../database/types.ts';
import { AppError, assertThat } from '../../../errors.ts';
import type { SecondStepKeys } from './keys.ts';
import type { Passkeys } from './passkeys.ts';
import { recoveryCodeHash } from './recovery-codes.ts';
import {
  factorsOf,
  findAccount,
  findTotp,
  resealTotp,
  spend,
  spendRecoveryCode,
  spendTotpStep,
} from './repository.ts';
import { passwordMark, type Tickets } from './tickets.ts';
import { stepOfCode } from './totp.ts';

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/** The functions for second steps that sign-in uses; `Account` is a row of `admins`. */
export interface SecondSteps {
  /**
   * Throws 401 `login.secondStep` when the account has a second step. The error contains a ticket, i.e. a signed
   * statement that the password was right, and the kinds of second steps that the account has.
   */
  ask(account: Pick<Account, 'id' | 'password_hash'>): Promise<void>;
  /**
   * Returns the account of a ticket: its password was right within the last five minutes, and has not changed. Throws
   * 401 `secondStep.expired`.
   */
  accountOfTicket(
    ticket: string | undefined,
  ): Promise<{ account: Account; spendTicket: (tx: Db) => Promise<void> }>;
  /** Accepts the six digits of an authenticator app, once. Throws 401 `secondStep.wrong` or `secondStep.used`. */
  proveCode(tx: Db, adminId: RowId, code: string): Promise<void>;
  /** Accepts a recovery code, once. Throws 401 `secondStep.recoveryWrong`. */
  proveRecovery(tx: Db, adminId: RowId, code: string): Promise<void>;
}

interface SecondStepParts {
  db: Db;
  keys: SecondStepKeys;
  tickets: Tickets;
  passkeys: Passkeys;
  /** Milliseconds since 1970. */
  now: () => number;
}

export function createSecondSteps({ db, keys, tickets, passkeys, now }: SecondStepParts): SecondSteps {
  return {
    async ask({ id, password_hash }) {
      const { totp, passkeys: own, codes } = await factorsOf(db, id);
      if (!totp && own.length === 0) return;
      const methods: SecondStep[] = [
        ...(totp ? (['totp'] as const) : []),
        ...(own.length > 0 && !passkeys.refused ? (['passkey'] as const) : []),
        ...(codes > 0 ? (['recovery'] as const) : []),
      ];
      const ticket = tickets.issue('password', id, passwordMark(password_hash));
      throw new AppError('login.secondStep', 401, { data: { methods, ticket } });
    },

    async accountOfTicket(text) {
      const ticket = text === undefined ? undefined : tickets.read('password', text);
      const account = ticket && (await findAccount(db, ticket.admin));
      const isGood = account && ticket.of === passwordMark(account.password_hash);
      assertThat(isGood, 'secondStep.expired', 401, { data: null });
      return {
        account,
        async spendTicket(tx) {
          assertThat(await spend(tx, ticket.id, ticket.until), 'secondStep.expired', 401, { data: null });
        },
      };
    },

    async proveCode(tx, adminId, code) {
      const row = await findTotp(tx, adminId);
      const key = row?.confirmed_at ? keys.open(adminId, row.sealed_key) : undefined;
      const step = key && stepOfCode(key.text, code, now());
      assertThat(row && key && step !== undefined, 'secondStep.wrong', 401, { data: null });
      assertThat(await spendTotpStep(tx, adminId, step), 'secondStep.used', 401, { data: null });
      if (key.isOld) await resealTotp(tx, adminId, row.sealed_key, keys.seal(adminId, key.text));
    },

    async proveRecovery(tx, adminId, code) {
      const isGood = await spendRecoveryCode(tx, adminId, recoveryCodeHash(adminId, code));
      assertThat(isGood, 'secondStep.recoveryWrong', 401, { data: null });
    },
  };
}
