import type { Logger } from 'pino';
import { type ContractRow, contract } from '#shared/contract/index.ts';
import type { Site } from '#shared/schemas/site.ts';
import type { Config } from '../../config.ts';
import type { Counts } from '../../database/site/counts.ts';
import type { Databases } from '../../database/state.ts';
import type { FormTokens } from '../../forms/form-tokens.ts';
import { createMailTransport } from '../../mail/transport.ts';
import type { Capabilities } from '../capabilities.ts';
import { createHostReads, type ReadHost } from '../reads/host-reads.ts';
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
  formTokens: FormTokens;
  /** Where the engine takes some of the forms: which, and the host alone for the others. */
  beside?: { engineTakes: (row: Pick<ContractRow, 'name'>) => boolean; host: HostAlone } | undefined;
}

interface HostAlone {
  upstream: Upstream;
  capabilities: Capabilities;
}

/**
 * The intake with its keys and its mail, and the reads of the host with tokens of ours where it gives none. Rejects with StartError when
 * no secret opens what waits.
 */
export async function openIntake(
  options: OpenIntakeOptions,
): Promise<{ intake: Intake; readHost: ReadHost }> {
  const { config, databases, site, publicUrl, upstream, capabilities, assertion, log, counts } = options;
  const { formTokens, askHost, beside } = options;
  const { SMTP_URL: url, MAIL_FROM: from, MAIL_TO: to } = config;
  const host = beside?.host ?? { upstream, capabilities };
  const askForTokens = beside ? createHostReads(host.upstream, host.capabilities) : askHost;
  const hasTokens = (row: Pick<ContractRow, 'name'>) =>
    beside?.engineTakes(row) || host.capabilities.has(contract.formToken);
  const intake = await createIntake({
    databases,
    keys: await purposeKeys(config, 'studio intake'),
    upstream,
    formTokens,
    readHost: tokensOf(askForTokens, upstream, publicUrl),
    hostJudges: hasTokens,
    // What only an answer has told is asked for again: a host that is being deployed is without a call for a moment.
    isAbsent: (row) => capabilities.byFile !== undefined && !capabilities.has(row),
    assertion,
    engineTakes: beside?.engineTakes,
    publicUrl,
    transport: url && from ? createMailTransport({ url, from, to }, site) : undefined,
    log,
    counts,
  });
  return { intake, readHost: withOwnTokens(askHost, formTokens, { always: beside !== undefined }) };
}
