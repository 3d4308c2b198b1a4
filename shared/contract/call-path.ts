import type { ContractRow } from './row.ts';

/** Returns the path of a call with its params filled in. No other code builds paths of calls. */
export function callPath(
  row: Pick<ContractRow, 'path'>,
  params: Record<string, string | number> = {},
): string {
  return row.path.replace(/\{(\w+)\}/g, (_mark, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`callPath: ${row.path} needs ${name}`);
    return encodeURIComponent(value);
  });
}
