import { withAddresses } from '../../../archive/text-addresses.ts';
import type { HostCalls } from './calls.ts';
import { type FileOf, type PushedRecord, partOf } from './outgoing.ts';

/**
 * Pictures that a text names by their addresses go to the host first, where it has a call for pictures alone; the text then names those. Elsewhere
 * the text stays as it is, and it is told how many pictures stay behind.
 */
export async function bringTextPictures(
  calls: HostCalls,
  record: PushedRecord,
  fileOf: FileOf,
): Promise<{ record: PushedRecord; said: string[] }> {
  if (!('text_media' in record) || !record.text_media?.length) return { record, said: [] };
  const moved = new Map<string, string>();
  const said: string[] = [];
  for (const reference of record.text_media) {
    const file = fileOf(reference);
    const where = file && calls.has('addPicture') ? await added(partOf('image', reference, file)) : undefined;
    if (where === undefined) said.push(`the picture ${reference.address} in its text stays at that address`);
    else moved.set(reference.address, where);
  }
  return { record: { ...record, description: withAddresses(record.description, moved) }, said };

  async function added(part: ReturnType<typeof partOf>): Promise<string | undefined> {
    const answer = await calls.send('addPicture', { values: [], files: [part] });
    const image = 'data' in answer ? (answer.data as { image?: unknown } | undefined)?.image : undefined;
    return typeof image === 'string' && image !== '' ? image : undefined;
  }
}
