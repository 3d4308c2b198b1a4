// @module-tag deep/process: kills the engine while it sends
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { leaseMs } from '../../../../server/content-api/mail/retries.ts';
import { testAdmin } from '../../../support/engine/engine.ts';
import { startMailServer } from '../../../support/mail/mail-server.ts';
import { from, goodMails } from '../../../support/mail/mails.ts';
import { openPostOffice } from '../../../support/mail/post-office.ts';

it('loses no mail when the engine is killed while it sends', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'studio-mail-kill-'));
  const before = await openPostOffice(dataDir);
  before.now = Date.now();
  await before.enqueue(goodMails.confirmation, goodMails.newApplicant);
  await before.close({ keepData: true });

  // The server reads the whole first mail, and the engine dies before the answer.
  let tookIn = () => {};
  const taken = new Promise<void>((resolve) => {
    tookIn = resolve;
  });
  const server = await startMailServer({ onData: (stream) => void stream.resume().on('end', tookIn) });
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../../support/engine/engine-process.ts')],
    {
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        SAMPLE_CONTENT: 'off',
        ADMIN_EMAIL: testAdmin.email,
        ADMIN_PASSWORD: testAdmin.password,
        SMTP_URL: server.url,
        MAIL_FROM: from,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  // Does not wait forever if the engine fails to start.
  await Promise.race([taken, exited]);
  child.kill('SIGKILL');
  expect((await exited)[1]).toBe('SIGKILL');
  await server.close();

  const after = await openPostOffice(dataDir);
  after.now = Date.now();
  expect((await after.rows()).map((row) => [row.attempts, row.sent_at])).toEqual([
    [1, null],
    [0, null],
  ]);
  const back = await startMailServer();
  await after.deliver(back.url);
  after.pass(leaseMs);
  await after.deliver(back.url);
  expect(back.mails.map((mail) => mail.to[0])).toEqual([from, 'ana@applicant.example']);
  await back.close();
  await after.close();
});
