import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pino from 'pino';
import { csvLine } from '#shared/csv.ts';
import { addRedirects } from '../../server/bff/redirects/add-redirects.ts';
import { deleteRedirectsTo } from '../../server/bff/redirects/store.ts';
import type { Config } from '../../server/config.ts';
import { openDatabases } from '../../server/database/databases.ts';
import type { SiteDb } from '../../server/database/site-types.ts';
import { type ImportResult, importArchive } from '../archive/import-archive.ts';
import type { ArchiveKind } from '../archive/manifest.ts';
import type { Archive } from '../archive/read-archive.ts';
import type { ArchiveRecords } from '../archive/records.ts';
import type { ArchiveProgress } from '../archive/source-and-target.ts';
import type { Arrived } from './host/earlier-rows.ts';
import { createHostTarget } from './host/host-target.ts';
import { openJournal } from './host/journal.ts';
import { inShownOrder } from './host/visitor-order.ts';
import type { OpenedMovingHost } from './host.ts';
import {
  type MovedAddresses,
  movedAddresses,
  redirectTargetOf,
  removedAddresses,
} from './moved-addresses.ts';
import { targetWithRedirects } from './redirects.ts';

export interface PushOptions {
  dryRun: boolean;
  only?: readonly ArchiveKind[] | undefined;
  say(text: string): void;
  progress?: ArchiveProgress;
  wait?(ms: number): Promise<void>;
}

/** Result of a push. */
export interface PushedArchive {
  taken: ImportResult;
  /** All rows that are at the host, from this push or an earlier one. */
  arrived: Arrived[];
  addresses: MovedAddresses;
  /**
   * Redirects that the site in this data folder has refused, one sentence each; undefined if there is no site in this
   * data folder.
   */
  refused: string[] | undefined;
  /** Folder that contains the journal and the reports. */
  place: string;
}

/**
 * Adds the content of an archive to an API host, and redirects from the old paths of pages to the new ones. Rejects
 * with StartError if it is interrupted; running it again then continues it.
 */
export async function pushArchive(
  host: OpenedMovingHost,
  archive: Archive,
  { dryRun, only, say, progress, wait = (ms) => pause(ms) }: PushOptions,
): Promise<PushedArchive> {
  const { config, calls, things, map, fetch } = host;
  const place = join(config.DATA_DIR, 'push', nameOf(calls.name, archive));
  const mediaPaths = config.UPSTREAM_MEDIA_PATHS;
  if (archive.manifest.source === null)
    say(
      'The archive does not name its site: a later export of that site counts as another site. Set PUBLIC_URL for exports.',
    );
  const journal = await openJournal(place, { readOnly: dryRun });
  const site = await openSite(config);
  try {
    const shown = inShownOrder(archive);
    const target = createHostTarget(calls, things, {
      archive: shown,
      journal,
      dryRun,
      fetch,
      wait,
      say,
      bodyOf(call) {
        const answerer = map?.answererOf({ name: call });
        return answerer && 'call' in answerer ? answerer.call.body : undefined;
      },
      onRow: (entity, done) => progress?.(entity, done, archive.manifest.counts[entity]),
    });
    let gone: Set<string> | undefined;
    const whole = site
      ? targetWithRedirects(target, {
          db: site.db,
          mediaPaths,
          dryRun,
          replace: false,
          refusal(to) {
            // Redirects are imported after all rows, so it is known by now which rows are missing at the host.
            gone ??= new Set(removedAddresses(target.gone()).before);
            const isGone = gone.has(/^[^?#]*/.exec(to)?.[0] ?? to);
            return isGone ? `to: ${to} no longer exists at the host` : undefined;
          },
        })
      : target;
    const taken = await importArchive(withMovedRedirects(shown, target.arrived), whole, { only });
    const arrived = target.arrived();
    const addresses = await movedAddresses(arrived, things);
    if (dryRun) return { taken, arrived, addresses, refused: undefined, place };
    await report(place, { arrived, addresses });
    if (site) await deleteRedirectsTo(site.db, removedAddresses(target.gone()).there, ownSources);
    const added = site && (await addRedirects(site.db, addresses.redirects, { source: 'push', mediaPaths }));
    const refused = added?.refused.map(({ from, reason }) => `${from}: ${reason}`);
    return { taken, arrived, addresses, refused, place };
  } finally {
    await site?.close();
    await journal.close();
  }
}

/**
 * Sources of redirects that a push may delete: earlier pushes and imported archives, but not redirects that people
 * made.
 */
const ownSources = ['push', 'import'];

/**
 * Returns the name of the folder for a push. It depends on the host and on the source site, so that a later archive
 * of the same site continues with the same journal.
 */
function nameOf(host: string, { manifest }: Archive): string {
  const from = manifest.source ?? JSON.stringify(manifest);
  const hash = createHash('sha256').update(`${host}\n${from}`).digest('hex').slice(0, 12);
  return `${new URL(host).host.replace(/[^\w.-]/g, '-')}-${hash}`;
}

/** Opens the site in this DATA_DIR, which gets the redirects; undefined if there is none. */
async function openSite(config: Config): Promise<{ db: SiteDb; close(): Promise<void> } | undefined> {
  if (!config.DATABASE_URL && !existsSync(join(config.DATA_DIR, 'bff.sqlite'))) return undefined;
  const databases = await openDatabases(config, pino({ level: 'warn' }, process.stderr));
  return { db: await databases.openSessions(), close: databases.close };
}

/**
 * Returns the archive with redirects that lead to the current paths of pages. These paths are known because redirects
 * come after all rows.
 */
function withMovedRedirects(archive: Archive, arrived: () => Arrived[]): Archive {
  return {
    ...archive,
    async *records(entity) {
      for await (const record of archive.records(entity)) {
        if (entity !== 'redirects') yield record;
        else {
          const { from, to } = record as ArchiveRecords['redirects'];
          yield { from, to: redirectTargetOf(to, arrived()) } as typeof record;
        }
      }
    },
  };
}

/**
 * Writes the reports next to the journal: redirects for `npm run studio -- redirects import`, and differences for
 * people.
 */
async function report(
  place: string,
  { arrived, addresses }: Pick<PushedArchive, 'arrived' | 'addresses'>,
): Promise<void> {
  const rows = [['from', 'to'], ...addresses.redirects.map(({ from, to }) => [from, to])];
  await writeFile(join(place, 'redirects.csv'), rows.map(csvLine).join(''), { mode: 0o600 });
  const lines = [...differencesIn(arrived), ...addresses.taken];
  await writeFile(join(place, 'differences.txt'), lines.map((line) => `${line}\n`).join(''), { mode: 0o600 });
}

/** Returns the differences between the host and the archive, one line for each. */
export function differencesIn(arrived: readonly Arrived[]): string[] {
  return arrived.flatMap(({ entity, from, to, differences }) => [
    ...(from === to ? [] : [`${entity} ${from}: id is ${to} there`]),
    ...differences.map((words) => `${entity} ${from}: ${words}`),
  ]);
}
