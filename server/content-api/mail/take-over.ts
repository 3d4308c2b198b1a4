import type { Db } from '../../database/types.ts';
import type { Tasks } from '../../tasks.ts';
import { taskOf } from './mails.ts';
import { noteOutcome } from './written-mails-repository.ts';

/**
 * Turns the mails that a process of release 0.1 has queued into tasks; it may run beside this one until it is
 * replaced. Mails that it may be sending are left until they are due again. The release after this one does without.
 */
export async function takeOverMails(db: Db, tasks: Tasks) {
  if (!(await db.selectFrom('outbox').select('id').limit(1).executeTakeFirst())) return;
  const now = new Date(await tasks.now()).toISOString();
  await db.transaction().execute(async (tx) => {
    const rows = await tx
      .deleteFrom('outbox')
      .where((eb) =>
        eb.or([eb('next_attempt_at', 'is', null), eb('next_attempt_at', '<=', now), eb('attempts', '=', 0)]),
      )
      .returningAll()
      .execute();
    for (const { kept_mail_id, next_attempt_at, ...row } of rows.sort((one, other) => one.id - other.id)) {
      const { sent_at, failed_at, last_error: problem } = row;
      if (next_attempt_at === null) {
        if (kept_mail_id !== null) await noteOutcome(tx, kept_mail_id, { sent_at, failed_at, problem });
        continue;
      }
      const { subject, text, html, recipient, reply_to: replyTo, message_key: messageKey, attempts } = row;
      const written = kept_mail_id ?? undefined;
      const mail = { subject, text, html, recipient, replyTo, messageKey, written };
      const task = taskOf(row.kind, mail, Date.parse(next_attempt_at));
      await tasks.add({ ...task, attempts, failures: attempts, created_at: Date.parse(row.created_at) }, tx);
    }
  });
}
