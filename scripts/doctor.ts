import { parseArgs } from 'node:util';
import { createUpstream } from '../server/bff/upstream/client.ts';
import { ConfigError, loadConfig } from '../server/config.ts';
import { assertReadable } from '../server/data-dir.ts';
import { StartError } from '../server/errors.ts';
import { openHost } from '../server/open-host.ts';
import { waitingForms } from '../tools/backup/waiting-forms.ts';
import { adaptedHost } from '../tools/doctor/adapted-host.ts';
import { checkBucket } from '../tools/doctor/bucket.ts';
import { checkUpstream } from '../tools/doctor/checks.ts';
import { checkDatabase, type Waiting } from '../tools/doctor/database.ts';
import type { Finding } from '../tools/doctor/finding.ts';
import { checkInstallation } from '../tools/doctor/installation.ts';
import { proposeHostFile, proposeOptions } from '../tools/doctor/propose/command.ts';
import { isHealthy, reportText } from '../tools/doctor/report.ts';

/**
 * `npm run doctor [-- --json]`: examines the data folder, the address and the mail server of an installation without an API host, the
 * database of DATABASE_URL, the bucket of MEDIA_URL, and the API host of UPSTREAM_URL or of DATA_DIR/host.json, through that file, whichever
 * are set. On the host it only reads; with ADMIN_EMAIL and ADMIN_PASSWORD set it also signs in and out again. It connects to the mail
 * server and sends nothing. In the bucket it writes one tiny object and deletes it. Exit code 0 when the site can run, 1 when not.
 *
 * `npm run doctor -- URL`: proposes host.json for an unknown host (doctor/propose/command.ts).
 */
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      ...proposeOptions,
    },
  });
  const [url, ...more] = positionals;
  const [ofUrl] = Object.keys(values).filter((name) => name !== 'json');
  if (more.length > 0) throw new ConfigError(['  one address at most']);
  if (url !== undefined) {
    process.exitCode = await proposeHostFile(url, values);
  } else if (ofUrl) throw new ConfigError([`  --${ofUrl}: is for npm run doctor -- URL`]);
  else await checkWhatIsSet(values.json);
} catch (error) {
  const isForPeople =
    error instanceof StartError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  console.error(isForPeople ? (error as Error).message : error);
  process.exitCode = 1;
}

async function checkWhatIsSet(isJson: boolean): Promise<void> {
  const say = (text: string) => console.error(text);
  const { ADMIN_EMAIL: who, ...others } = process.env;
  // At a host of other habits people may sign in by a user name.
  const isName = who !== undefined && !who.includes('@');
  const asked = loadConfig(isName ? others : process.env);
  // Before host.json is looked for: in a folder that this user may not look into, every file seems broken.
  await assertReadable(asked.DATA_DIR);
  const opened = await openHost(asked, say);
  const config = { ...(opened?.config ?? asked), ...(isName && opened && { ADMIN_EMAIL: who }) };
  const { UPSTREAM_URL: host, DATABASE_URL: database, DATA_DIR: dataDir } = config;
  const findings: Finding[] = [];
  if (!host) for await (const finding of checkInstallation(config)) findings.push(finding);
  // With a database nobody looks into the file any more, which a move has left as it was.
  const waiting = { forms: database ? 0 : waitingForms(dataDir), mails: 0 };
  if (database) {
    const onWaiting = (there: Waiting) => Object.assign(waiting, there);
    for await (const finding of checkDatabase(database, onWaiting)) findings.push(finding);
  }
  for await (const finding of checkBucket(config)) findings.push(finding);
  if (host) {
    const way = opened ? `through ${dataDir}/host.json` : 'against the contract';
    if (!isJson) say(`Checking ${host.origin} ${way}; nothing is changed on it.`);
    const upstream = createUpstream(host, config.UPSTREAM_TIMEOUT_MS);
    const options = {
      config,
      say,
      ...(opened && { adapted: adaptedHost(upstream, opened.file, config.UPSTREAM_MEDIA_PATHS) }),
    };
    for await (const finding of checkUpstream(upstream, options)) findings.push(finding);
    await upstream.close();
  }
  const ok = isHealthy(findings);
  if (isJson) {
    const counts = { waiting: waiting.forms, mails: waiting.mails };
    console.log(JSON.stringify({ host: host?.origin ?? null, ok, ...counts, findings }, null, 2));
  } else {
    console.log(reportText(findings, Boolean(process.stdout.isTTY) && !process.env.NO_COLOR));
    const where = database ? 'the database' : dataDir;
    if (waiting.forms > 0) console.log(`${formsText(waiting.forms)} in ${where} for the API host.`);
    if (waiting.mails > 0) console.log(`${mailsText(waiting.mails)} in ${where} to be sent.`);
  }
  process.exitCode = ok ? 0 : 1;
}

function formsText(count: number): string {
  return count === 1 ? 'One form of a visitor waits' : `${count} forms of visitors wait`;
}

function mailsText(count: number): string {
  return count === 1 ? 'One mail waits' : `${count} mails wait`;
}
