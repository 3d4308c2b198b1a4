import { mayDo, type Role } from '../roles.ts';
import type { ContractRow } from './row.ts';

type Needs = Pick<ContractRow, 'access' | 'needs' | 'needsOf'>;

/**
 * True when the role may make the call: the one check for the screens, the BFF and the engine. For a call about
 * several kinds of records, `kind` names one of them; without `kind`, a right to any of them is enough. If a row
 * names no right, only owners may make the call.
 */
export function mayCall(role: Role | undefined, row: Needs, kind?: string): boolean {
  const { access, needs = 'people', needsOf } = row;
  if (access === 'public') return true;
  if (!mayDo(role, needs)) return false;
  if (!needsOf) return true;
  const ofKind = kind === undefined ? Object.values(needsOf) : [needsOf[kind] ?? 'people'];
  return ofKind.some((right) => mayDo(role, right));
}

/** Returns the answer of a call without the fields that the role may not see. */
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
