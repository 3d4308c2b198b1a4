import { parseArgs } from 'node:util';
import { withoutCall } from '../server/bff/hosts/without-call.ts';
import { createUpstream } from '../server/bff/upstream/client.ts';
import { ConfigError, loadConfig } from '../server/config.ts';
import { StartError } from '../server/errors.ts';
import { waitingForms } from './backup/waiting-forms.ts';
import { checkUpstream } from './doctor/checks.ts';
import type { Finding } from './doctor/finding.ts';
import { isHealthy, reportText } from './doctor/report.ts';

/**
 * `npm run doctor [-- --json]`: examines the API host of UPSTREAM_URL against the contract. It only reads; with ADMIN_EMAIL and
 * ADMIN_PASSWORD set it also signs in and out again. Exit code 0 when the known calls work, 1 when not.
 */
try {
  const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
  const config = loadConfig();
  if (!config.UPSTREAM_URL) throw new ConfigError(['  UPSTREAM_URL: set it to the API host to check']);
  const upstream = createUpstream(config.UPSTREAM_URL, config.UPSTREAM_TIMEOUT_MS);
  const say = (text: string) => console.error(text);
  if (!values.json)
    say(`Checking ${config.UPSTREAM_URL.origin} against the contract; nothing is changed on it.`);
  const findings: Finding[] = [];
  for await (const finding of checkUpstream(upstream, { config, without: withoutCall, say }))
    findings.push(finding);
  await upstream.close();
  const ok = isHealthy(findings);
  const waiting = waitingForms(config.DATA_DIR);
  if (values.json)
    console.log(JSON.stringify({ host: config.UPSTREAM_URL.origin, ok, waiting, findings }, null, 2));
  else {
    console.log(reportText(findings, Boolean(process.stdout.isTTY) && !process.env.NO_COLOR));
    if (waiting > 0) console.log(`${waitingText(waiting)} in ${config.DATA_DIR} for this host.`);
  }
  process.exitCode = ok ? 0 : 1;
} catch (error) {
  const isForPeople =
    error instanceof StartError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  console.error(isForPeople ? (error as Error).message : error);
  process.exitCode = 1;
}

function waitingText(count: number): string {
  return count === 1 ? 'One form of a visitor waits' : `${count} forms of visitors wait`;
}
