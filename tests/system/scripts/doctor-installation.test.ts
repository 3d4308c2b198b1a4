// @module-tag deep/process: starts a mail server
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { loadConfig } from '../../../server/config.ts';
import { recordBackup } from '../../../server/process/last-backup.ts';
import { checkInstallation } from '../../../tools/doctor/installation.ts';
import { startMailServer } from '../../support/mail/mail-server.ts';
import { folderForEach } from '../../support/temp-folder.ts';

let folder: string;
let dataDir: string;
folderForEach((made) => (folder = made));
beforeEach(async () => {
  dataDir = join(folder, 'data');
  await mkdir(dataDir, { mode: 0o700 });
});

/** Returns the findings by subject: result, text, and what to do. */
async function examine(environment: Record<string, string>, now?: number) {
  const config = loadConfig({ DATA_DIR: dataDir, ...environment });
  const found = new Map<string, string>();
  for await (const { subject, result, text, mend = '', fatal } of checkInstallation(config, now))
    found.set(subject, [fatal ? 'fatal' : result, text, mend].join(' | '));
  return found;
}

it('the data folder: who may look into it, the room of its disk, the age of the backup', async () => {
  await writeFile(join(dataDir, 'content.sqlite'), '');
  await chmod(dataDir, 0o755);
  const never = await examine({}, Date.now() + 3 * 86_400_000);
  expect(never.get(dataDir)).toMatch(/^wrong \| other users .* \(mode 755\) \| chmod 700 /);
  expect(never.get('disk space')).toMatch(/^(there|wrong) \| [\d.]+ GB are free, \d+ %/);
  expect(never.get('the last backup')).toMatch(/^wrong \| there is none yet \| "npm run studio -- backup/);
  await chmod(dataDir, 0o750);
  expect((await examine({})).get(dataDir)).toMatch(/^wrong .* \(mode 750\)/);
  await chmod(dataDir, 0o700);
  await recordBackup(dataDir, { path: '/srv/backups/x', size: 1 });
  const good = await examine({});
  expect(good.get(dataDir)).toMatch(/^there \| /);
  expect(good.get('the last backup')).toMatch(/^there \| is of 20/);
  const old = await examine({}, Date.now() + 3 * 86_400_000);
  expect(old.get('the last backup')).toMatch(/^wrong \| is of 20.* \| "npm run studio -- backup/);
});

it.each([
  [{}, 'PUBLIC_URL', /^absent/],
  [{ PUBLIC_URL: 'http://www.studio.example' }, 'PUBLIC_URL', /^wrong .*unencrypted/],
  [{ PUBLIC_URL: 'http://localhost:3000' }, 'PUBLIC_URL', /^there/],
  [{ PUBLIC_URL: 'https://www.studio.example' }, 'TRUST_PROXY', /^wrong .*count as one.*TRUST_PROXY=1/],
  [{ PUBLIC_URL: 'https://www.studio.example', TRUST_PROXY: '1' }, 'TRUST_PROXY', /^there/],
  [{ PUBLIC_URL: 'https://x.example', TRUST_PROXY: 'on', HOST: '0.0.0.0' }, 'TRUST_PROXY', /^wrong .*forge/],
  [{ TRUST_PROXY: '1' }, 'TRUST_PROXY', /^wrong .*PUBLIC_URL is not/],
  [{}, 'TRUST_PROXY', /^there/],
])('the address, and who stands in front: %j', async (environment, subject, words) => {
  expect((await examine(environment)).get(subject)).toMatch(words);
});

it('the mail server is connected to and signed in at; nothing is sent, and no password is said', async () => {
  const server = await startMailServer({
    authOptional: false,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) =>
      password === 'right' ? done(null, { user: 'x' }) : done(new Error('Invalid user or password')),
  });
  try {
    const at = `127.0.0.1:${server.port}`;
    const environment = (password: string) => ({
      SMTP_URL: `smtp://someone:${password}@${at}`,
      MAIL_FROM: 'site@studio.org',
    });
    expect((await examine(environment('right'))).get(at)).toMatch(/^there \| answers, and accepts the user/);
    const wrong = await examine(environment('no-secret-to-say'));
    expect(wrong.get(at)).toMatch(/^wrong \| does not accept the user or the password \(535\) \| /);
    expect([...wrong.values()].join()).not.toContain('no-secret-to-say');
    expect(server.mails).toEqual([]);
  } finally {
    await server.close();
  }
});
