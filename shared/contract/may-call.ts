import { mayDo, type Role } from '../roles.ts';
import type { ContractRow } from './row.ts';

type Needs = Pick<ContractRow, 'access' | 'needs' | 'needsOf'>;

/**
 * True when the role may make the call: the one answer for the screens, the BFF and the engine. Of a call about things of several kinds:
 * for a thing of this kind, or without one for any. A row that does not say what it needs is for owners.
 */
export function mayCall(role: Role | undefined, row: Needs, kind?: string): boolean {
  const { access, needs = 'people', needsOf } = row;
  if (access === 'public') return true;
  if (!mayDo(role, needs)) return false;
  if (!needsOf) return true;
  const ofKind = kind === undefined ? Object.values(needsOf) : [needsOf[kind] ?? 'people'];
  return ofKind.some((right) => mayDo(role, right));
}

/** The answer to a call as the role may see it. */
export function withoutWithheld(
  data: unknown,
  { withheld }: Pick<ContractRow, 'withheld'>,
  role: Role | undefined,
): unknown {
  if (!withheld || mayDo(role, withheld.needs)) return data;
  return without(data, new Set(withheld.fields));
}

function without(value: unknown, fields: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => without(item, fields));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => (fields.has(key) ? [] : [[key, without(item, fields)]])),
  );
}
