import { momentOf } from '#shared/dates.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { AppError } from '../../../errors.ts';
import type { UpstreamRequest } from '../../upstream/upstream.ts';
import { readSaid } from '../adapt/forms.ts';
import type { Kind } from './kinds.ts';
import type { Taking } from './taking.ts';

/**
 * 409 `conflict.newer`, as the engine has it, when a form was opened before somebody else saved: the host would overwrite that without a
 * word. Asked only when the form says which version it has; a host that tells no `updated_at`, or cannot be read, has no such check.
 */
export async function assertNotNewer(
  taking: Taking,
  kind: Kind,
  wanted: UpstreamRequest,
  idInPath: string | undefined,
): Promise<void> {
  const json =
    Array.isArray(wanted.body) && !wanted.form
      ? Buffer.concat(wanted.body.filter((each) => Buffer.isBuffer(each)))
      : undefined;
  const said = new Map((await readSaid(wanted.form?.parts, json)).values);
  const yours = said.get('updated_at');
  const id = idInPath ?? said.get('blog_id');
  if (typeof yours !== 'string' || yours === '' || id === undefined) return;
  const thing = await taking.read(kind, String(id), wanted).catch(() => undefined);
  const current = thing?.updated_at;
  if (typeof current !== 'string' || isSame(yours, current)) return;
  const values = { who: deskMessages['conflict.somebody'], current, yours };
  throw new AppError('conflict.newer', 409, { values, data: { yours, current } });
}

/** A host may write the same moment in two ways. */
function isSame(one: string, other: string): boolean {
  return one === other || momentOf(one)?.getTime() === momentOf(other)?.getTime();
}
