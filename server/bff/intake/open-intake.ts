import type { Logger } from 'pino';
import { contract } from '#shared/contract/index.ts';
import type { Site } from '#shared/schemas/site.ts';
import type { Config } from '../../config.ts';
import type { Counts } from '../../database/site/counts.ts';
import type { Databases } from '../../database/state.ts';
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
  databases: Databases;
  site: Pick<Site, 'name'>;
  publicUrl: URL;
  upstream: Upstream;
  /** Reads of the host as they are. */
  askHost: ReadHost;
  capabilities: Capabilities;
  /** As in `createIntake`. */
  assertion: string | undefined;
  log: Logger;
  counts: Counts;
}

/**
 * The intake with its keys and its mail, and the reads of the host with tokens of ours where it gives none. Rejects with StartError when
 * no secret opens what waits.
 */
export async function openIntake(
  options: OpenIntakeOptions,
): Promise<{ intake: Intake; readHost: ReadHost }> {
  const { config, databases, site, publicUrl, upstream, askHost, capabilities, assertion, log, counts } =
    options;
  const { SMTP_URL: url, MAIL_FROM: from, MAIL_TO: to } = config;
  const formTokens = createFormTokens(await purposeKeys(config, 'studio form token'));
  const intake = await createIntake({
    databases,
    keys: await purposeKeys(config, 'studio intake'),
    upstream,
    formTokens,
    readHost: tokensOf(askHost, upstream, publicUrl),
    hostJudges: () => capabilities.has(contract.formToken),
    assertion,
    publicUrl,
    transport: url && from ? createMailTransport({ url, from, to }, site) : undefined,
    log,
    counts,
  });
  return { intake, readHost: withOwnTokens(askHost, formTokens) };
}
