import type { Logger } from 'pino';
import type { Living } from './bff/activity/ageing.ts';
import { type Capabilities, createCapabilities, everyCall } from './bff/capabilities.ts';
import { type AdminReads, askByReads } from './bff/host-admins/admin-reads.ts';
import { type AdminGuard, guardedRows } from './bff/host-admins/admit.ts';
import type { AdaptedHost, Fills, HostPlugin, HostTools, OpenedFills } from './bff/host-plugin.ts';
import type { OpenIntakeOptions } from './bff/intake/intake.ts';
import type { createUpstream } from './bff/upstream/client.ts';
import type { Upstream } from './bff/upstream/upstream.ts';
import type { Config } from './config.ts';
import type { ContentApi, EngineOptions } from './content-api/content-api.ts';
import { engineUpstream } from './engine-upstream.ts';
import { openMediaHost } from './foreign-media/media-host.ts';
import type { FormTokens } from './forms/form-tokens.ts';

interface TargetOptions {
  config: Config;
  /** Undefined for a host that speaks the contract, and where there is none. */
  plugin: HostPlugin | undefined;
  fills: Fills | undefined;
  formTokens: FormTokens;
  startEngine: (beside?: Pick<EngineOptions, 'behind' | 'formTokens'>) => Promise<ContentApi>;
  /** What the adapter of a host keeps things by. */
  tools: Omit<NonNullable<HostTools['keep']>, 'media'>;
  log: Logger;
  now: (() => number) | undefined;
  /** What is to be closed in the end, the last first. */
  opened: (() => Promise<void> | void)[];
  watch: (upstream: Upstream) => Upstream;
}

/** Who answers calls. */
interface Target extends Awaited<ReturnType<typeof openMediaHost>> {
  /** The embedded engine, where it answers all of them or some. */
  engine: ContentApi | undefined;
  /** True when the engine answers all of them, and there is no host. */
  isEngine: boolean;
  /** What visitors are told of mails. */
  mail: { noMail?: true };
  upstream: Upstream;
  capabilities: Capabilities;
  /** The engine beside a host. */
  filled: OpenedFills | undefined;
  /** Where there is a host. */
  adminGuard: AdminGuard | undefined;
  beside: OpenIntakeOptions['beside'];
  /** Of an engine that can say who is still there. */
  living: Living | undefined;
}

/** The one place that knows whether a host answers calls, or the embedded engine, or both (docs/architecture.md §1). */
export async function openTarget(options: TargetOptions): Promise<Target> {
  const { config, plugin, fills, formTokens, startEngine, tools, log, now, opened, watch } = options;
  const isEngine = config.UPSTREAM_URL === undefined;
  const takesApplications = isEngine || fills?.answers({ name: 'applyJob' }) === true;
  const hasEngine = isEngine || fills !== undefined;
  const engine = hasEngine ? await startEngine(fills && { behind: fills.rows, formTokens }) : undefined;
  if (engine) opened.push(engine.close);
  const inProcess = engine && engineUpstream(engine, config.UPSTREAM_TIMEOUT_MS);
  const host = config.UPSTREAM_URL
    ? await openHost(config.UPSTREAM_URL, config.UPSTREAM_TIMEOUT_MS, { log, now })
    : (inProcess as Upstream);
  opened.push(host.close);
  const adapted = plugin?.adapt(host, {
    ...{ log, mediaPaths: config.UPSTREAM_MEDIA_PATHS },
    keep: { ...tools, media: (wanted) => media.mediaHost.request(wanted) },
  });
  const filled = inProcess && adapted && fills?.open({ host: adapted, engine: inProcess, log, now });
  const mapped = filled ?? adapted;
  const watched = watch(mapped?.upstream ?? host);
  const capabilities = isEngine ? everyCall : (mapped?.capabilities ?? createCapabilities(watched));
  const reads = isEngine || filled ? undefined : askByReads(watched, capabilities, now);
  const upstream = reads?.upstream ?? watched;
  const media = await openMediaHost(upstream, { origins: plugin?.origins ?? {}, config, log });
  if (media.foreignMedia) opened.push(media.foreignMedia.close);
  return {
    ...{ engine, isEngine, upstream, filled, ...media },
    mail: config.SMTP_URL === undefined && takesApplications ? { noMail: true } : {},
    capabilities,
    adminGuard: filled?.guard ?? (reads && guardBy(reads, adapted, plugin, { log, now })),
    beside: fills && adapted && { engineTakes: fills.answers, host: adapted },
    living: fills ? fills.living(engine?.living) : engine?.living,
  };
}

/** Loads the client with undici, which costs a start 50 ms and 13 MiB, only where there is a host. */
async function openHost(...given: Parameters<typeof createUpstream>): Promise<Upstream> {
  const client = await import('./bff/upstream/client.ts');
  return client.createUpstream(...given);
}

/** Who comes to what the site answers without the host. */
function guardBy(
  reads: AdminReads,
  adapted: AdaptedHost | undefined,
  plugin: HostPlugin | undefined,
  tools: Pick<TargetOptions, 'log' | 'now'>,
): AdminGuard {
  return {
    judge: plugin?.judge(adapted?.checkToken, reads.judge, tools) ?? reads.judge,
    guards: ({ name }) => guardedRows.has(name) || adapted?.ownRows.has(name) === true,
  };
}
