import { createHash } from 'node:crypto';
import type { Id } from '#shared/id.ts';
import { readJsonId } from '#shared/schemas/id.ts';
import { archivedNouns } from '../../archive/records.ts';
import type { Difference } from './compare.ts';
import { withoutBlanks } from './compare-text.ts';
import type { Listed } from './host-things.ts';
import type { Pushed, PushedRecord } from './outgoing.ts';

/**
 * True if the difference is in the content of a field that the host stores. Differences in fields that change
 * automatically, and in fields that the host never stores, do not count.
 */
export function isOfContent({ field, isMeant }: Difference, found: PushedRecord): boolean {
  const value = (found as Record<string, unknown>)[field];
  return isMeant && value !== undefined && value !== null;
}

/**
 * Returns a hash of each text that the host returns differently from how it was pushed. If a later push finds the same
 * hash, the difference comes from the host itself; otherwise a person has changed the text since. URLs are left out of
 * the hash, since a host may sign them anew each time.
 */
export function fingerprintsOf(
  differing: readonly Difference[],
  found: PushedRecord,
): Record<string, string> {
  return Object.fromEntries(
    differing.flatMap(({ field, isMeant }) => {
      const value = (found as Record<string, unknown>)[field];
      if (!isMeant || typeof value !== 'string') return [];
      const plain = withoutBlanks(value.replace(/\b(src|poster|href)\s*=\s*("[^"]*"|'[^']*')/gi, ''));
      return [[field, createHash('sha256').update(plain).digest('base64url').slice(0, 16)]];
    }),
  );
}

/** Returns the value of a record's title field. */
export function nameOf(entity: Pushed, thing: object): unknown {
  return (thing as Record<string, unknown>)[archivedNouns[entity].title];
}

export function plain(name: unknown): string {
  return String(name ?? '')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Returns the id in the answer to a call that adds a record. The id is that of the data or, if the data contains only
 * one record, of that record.
 */
export function idIn(data: unknown): Id | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const own = readJsonId((data as { id?: unknown }).id);
  if (own !== undefined) return own;
  const inner = Object.values(data).filter((each) => typeof each === 'object' && each !== null);
  return inner.length === 1 ? readJsonId((inner[0] as { id?: unknown }).id) : undefined;
}

export function listedAs(entity: Pushed, id: Id, sent: PushedRecord): Listed {
  const group = 'category_id' in sent && entity === 'projects' ? sent.category_id : undefined;
  return { id, group, thing: { id, [archivedNouns[entity].title]: nameOf(entity, sent) } };
}
