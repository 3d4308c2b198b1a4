import { createHash } from 'node:crypto';
import type { Id } from '#shared/id.ts';
import { readJsonId } from '#shared/schemas/id.ts';
import { archivedNouns } from '../../archive/records.ts';
import type { Difference } from './compare.ts';
import { withoutBlanks } from './compare-text.ts';
import type { Listed } from './host-things.ts';
import type { Pushed, PushedRecord } from './outgoing.ts';

/** A field that the host has, and that says something else: what changes by itself does not count, nor what it never keeps. */
export function isOfContent({ field, isMeant }: Difference, found: PushedRecord): boolean {
  const value = (found as Record<string, unknown>)[field];
  return isMeant && value !== undefined && value !== null;
}

/**
 * Hashes of the texts that are otherwise at the host, by their fields: by these it is known later whether somebody has changed one there, or
 * the host has made it so from the beginning. A host may sign the addresses in a text anew each time.
 */
export function printsOf(differing: readonly Difference[], found: PushedRecord): Record<string, string> {
  return Object.fromEntries(
    differing.flatMap(({ field, isMeant }) => {
      const value = (found as Record<string, unknown>)[field];
      if (!isMeant || typeof value !== 'string') return [];
      const plain = withoutBlanks(value.replace(/\b(src|poster|href)\s*=\s*("[^"]*"|'[^']*')/gi, ''));
      return [[field, createHash('sha256').update(plain).digest('base64url').slice(0, 16)]];
    }),
  );
}

/** By what people call it. */
export function nameOf(entity: Pushed, thing: object): unknown {
  return (thing as Record<string, unknown>)[archivedNouns[entity].title];
}

export function plain(name: unknown): string {
  return String(name ?? '')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The id in an answer to a call that adds: of the thing, or of the one thing in it. */
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
