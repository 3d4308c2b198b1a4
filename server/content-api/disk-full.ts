/** SQLite's result codes (https://www.sqlite.org/rescode.html): no room for a page, or for the index of the write-ahead log. */
const sqliteFull = new Set([13, 4874]);
const systemFull = new Set(['ENOSPC', 'EDQUOT']);

/** True when an error of the database or of a file says that there is no room left. What was begun is not done then. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { code?: string; errcode?: number };
  return systemFull.has(code ?? '') || (code === 'ERR_SQLITE_ERROR' && sqliteFull.has(errcode ?? 0));
}
