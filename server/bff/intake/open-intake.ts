import type { Logger } from 'pino';
import { contract } from '#shared/contract/index.ts';
import type { Site } from '#shared/schemas/site.ts';
import type { Config } from '../../config.ts';
import { createFormTokens } from '../../forms/form-tokens.ts';
import { createMailTransport } from '../../mail/transport.ts';
import type { Capabilities } from '../hosts/capabilities.ts';
import type { ReadHost } from '../reads/host-reads.ts';
import { purposeKeys } from '../session/secrets.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { createIntake, type Intake } from './intake.ts';
import { tokensOf, withOwnTokens } from './own-tokens.ts';

export interface OpenIntakeOptions {
  config: Config;
  site: Pick<Site, 'name'>;
  publicUrl: URL;
  upstream: Upstream;
  /** Reads of the host as they are. */
  askHost: ReadHost;
  capabilities: Capabilities;
  /** As in `createIntake`. */
  assertion: string | undefined;
  log: Logger;
}

/**
 * The intake with its keys and its mail, and the reads of the host with tokens of ours where it gives none. Rejects with StartError when
 * no secret opens what waits.
 */
export async function openIntake(
  options: OpenIntakeOptions,
): Promise<{ intake: Intake; readHost: ReadHost }> {
  const { config, site, publicUrl, upstream, askHost, capabilities, assertion, log } = options;
  const { SMTP_URL: url, MAIL_FROM: from, MAIL_TO: to } = config;
  const formTokens = createFormTokens(await purposeKeys(config, 'studio form token'));
  const intake = createIntake({
    dataDir: config.DATA_DIR,
    keys: await purposeKeys(config, 'studio intake'),
    upstream,
    formTokens,
    readHost: tokensOf(askHost, upstream, publicUrl),
    hostJudges: () => capabilities.has(contract.formToken),
    assertion,
    publicUrl,
    transport: url && from ? createMailTransport({ url, from, to }, site) : undefined,
    log,
  });
  return { intake, readHost: withOwnTokens(askHost, formTokens) };
}
