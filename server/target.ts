import type { Logger } from 'pino';
import type { TitlesOf } from './bff/activity/activity.ts';
import type { ExistingRows } from './bff/activity/store.ts';
import { type Capabilities, createCapabilities, everyCall } from './bff/capabilities.ts';
import { type AdminGuard, type AdminReads, askByReads, guardedRows } from './bff/host-admins/admit.ts';
import type { AdaptedHost, HostPlugin, HostTools, Hybrid, OpenedHybrid } from './bff/host-plugin.ts';
import type { OpenIntakeOptions } from './bff/intake/intake.ts';
import type { MediaHost, Upstream } from './bff/upstream/upstream.ts';
import type { Config } from './config.ts';
import type { ContentApi } from './content-api/content-api.ts';
import { openMediaHost } from './foreign-media/media-host.ts';
import { openTogether } from './process/open-together.ts';
import { engineUpstream } from './product/engine-upstream.ts';

interface TargetOptions {
  config: Config;
  /**
   * The mapped API host. Undefined for a host that uses the contract without host.json, and if there is no API host.
   */
  plugin: HostPlugin | undefined;
  fills: Hybrid | undefined;
  /** The embedded engine, if it answers all or some of the calls. */
  engine: ContentApi | undefined;
  /** Storage for the adapter of a mapped host. */
  tools: Omit<NonNullable<HostTools['keep']>, 'media'>;
  log: Logger;
  now: (() => number) | undefined;
  watch: (upstream: Upstream) => Upstream;
}

/** The parts that answer calls, whether host or engine. */
export interface Target extends Awaited<ReturnType<typeof openMediaHost>> {
  /** True if the engine answers all calls because there is no API host. */
  isEngine: boolean;
  /** Facts that pages state about applications: whether a mail confirms them, and whether the engine erases them. */
  mail: { noMail?: true; applicationsAtHost?: true };
  upstream: Upstream;
  capabilities: Capabilities;
  /** The engine that answers some groups of calls in place of an API host. */
  filled: OpenedHybrid | undefined;
  /** Undefined if there is no API host. */
  adminGuard: AdminGuard | undefined;
  beside: OpenIntakeOptions['beside'];
  /** Function that returns which records still exist. Undefined without an engine. */
  living: ExistingRows | undefined;
  /** Function that returns titles of records, for the activity log. Undefined where an API host has the records. */
  titles: TitlesOf | undefined;
  close: () => Promise<void>;
}

/**
 * Opens the upstream. This is the only code that knows whether a host, the embedded engine or both answer calls
 * (docs/architecture.md §1).
 */
export function openTarget(options: TargetOptions): Promise<Target> {
  const { config, plugin, fills, engine, log, now, watch } = options;
  return openTogether(async (opened) => {
    const isEngine = config.UPSTREAM_URL === undefined;
    const inProcess = engine && engineUpstream(engine, config.UPSTREAM_TIMEOUT_MS);
    const host = opened.take(await hostOf(options, inProcess));
    // `media.host` is set later: the adapter fetches media through the media host, which in turn is created from the
    // adapted host.
    const media: { host?: MediaHost } = {};
    const adapted = plugin?.adapt(host, {
      log,
      mediaPaths: config.UPSTREAM_MEDIA_PATHS,
      keep: { ...options.tools, media: (wanted) => (media.host ?? host).request(wanted) },
    });
    const filled = inProcess && adapted && fills?.open({ host: adapted, engine: inProcess, log, now });
    const mapped = filled ?? adapted;
    const watched = watch(mapped?.upstream ?? host);
    const capabilities = isEngine ? everyCall : capabilitiesOf(mapped, watched);
    const reads = isEngine || filled ? undefined : askByReads(watched, capabilities, now);
    const upstream = reads?.upstream ?? watched;
    const opening = await openMediaHost(upstream, { origins: plugin?.origins ?? {}, config });
    opened.add(opening.close);
    media.host = opening.mediaHost;
    return {
      mediaHost: opening.mediaHost,
      isEngine,
      upstream,
      filled,
      capabilities,
      mail: mailOf(options),
      adminGuard: filled?.guard ?? (reads && guardBy(reads, adapted, plugin, { log, now })),
      beside: fills && adapted && { engineTakes: fills.answers, host: adapted },
      living: existingRowsOf(options),
      titles: isEngine ? engine?.titles : undefined,
    };
  });
}

/**
 * Returns the API host, or the engine if there is no API host. The client for API hosts is loaded only if there is
 * one, because undici adds 50 ms and 13 MiB to a start.
 */
async function hostOf(
  { config, log, now }: TargetOptions,
  inProcess: Upstream | undefined,
): Promise<Upstream> {
  if (config.UPSTREAM_URL) {
    const { createUpstream } = await import('./bff/upstream/client.ts');
    return createUpstream(config.UPSTREAM_URL, config.UPSTREAM_TIMEOUT_MS, { log, now });
  }
  if (!inProcess) throw new Error('openTarget: neither an API host nor an engine is configured');
  return inProcess;
}

function capabilitiesOf(mapped: Pick<AdaptedHost, 'capabilities'> | undefined, host: Upstream): Capabilities {
  return mapped?.capabilities ?? createCapabilities(host);
}

function existingRowsOf({ fills, engine }: TargetOptions) {
  return fills ? fills.living(engine?.living) : engine?.living;
}

/**
 * Returns `noMail` if no mail is known to confirm an application: the engine accepts it but has no mail server, or the
 * host of a host.json does, which says nothing about mails. Returns `applicationsAtHost` if the engine does not accept
 * them.
 */
function mailOf({ config, plugin, fills }: TargetOptions): Target['mail'] {
  const takesApplications =
    config.UPSTREAM_URL === undefined || fills?.answers({ name: 'applyJob' }) === true;
  if (!takesApplications) return { applicationsAtHost: true, ...(plugin && { noMail: true }) };
  return config.SMTP_URL === undefined ? { noMail: true } : {};
}

/** Creates the guard for the calls that the site answers without the host; it decides who may make them. */
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
