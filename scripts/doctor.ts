import { createUpstream } from '../server/bff/upstream/client.ts';
import { ConfigError, loadConfig } from '../server/config.ts';
import { checkUpstream, type Finding } from './doctor/checks.ts';

/**
 * `npm run doctor`: checks the API host of UPSTREAM_URL against the contract. It only reads; with ADMIN_EMAIL and
 * ADMIN_PASSWORD set it also signs in and out again. Exit code 1 when something that the site needs does not hold.
 */
const marks: Record<Finding['result'], string> = { pass: '✓', fail: '✗', skip: '–' };

try {
  const config = loadConfig();
  if (!config.UPSTREAM_URL)
    throw new ConfigError(['  UPSTREAM_URL: set it to the API host that should be checked']);
  const upstream = createUpstream(config.UPSTREAM_URL, config.UPSTREAM_TIMEOUT_MS);
  console.log(`Checking ${config.UPSTREAM_URL.origin} against the contract`);
  let failed = 0;
  for await (const finding of checkUpstream(upstream, config)) {
    console.log(`${marks[finding.result]} ${finding.subject}: ${finding.text}`);
    if (finding.result === 'fail') failed += 1;
  }
  await upstream.close();
  console.log(
    failed ? `${failed} of these must be mended before this host can stand behind the site.` : 'All is well.',
  );
  process.exitCode = failed ? 1 : 0;
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
}
