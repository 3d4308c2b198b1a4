// @module-tag deep/postgres: connections end in a transaction
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { isUnavailable } from '../../../../server/database/errors.ts';
import { type TwoProcesses, twoProcesses } from '../two-processes.ts';

let processes: TwoProcesses;
twoProcesses('postgres', (made) => (processes = made));

it('a connection that ends between two statements of a transaction fails the transaction, and not the process', async () => {
  const { one, other } = processes;
  const work = one.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(other.db);
    // The server's error has arrived by now; an unhandled error would fail this run.
    await one.probe();
    await sql`select 1`.execute(tx);
  });
  await expect(work).rejects.toSatisfy(isUnavailable);
  await one.probe();
});
