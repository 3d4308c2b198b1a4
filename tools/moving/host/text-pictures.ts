import { isHashOf } from '../../../server/image-files/plain-picture.ts';
import type { ArchivedFile } from '../../archive/ends.ts';
import type { MediaReference } from '../../archive/records.ts';
import { addressFinder, withAddresses } from '../../archive/text-addresses.ts';
import type { HostCalls } from './calls.ts';
import { fetchedHash } from './fetched-hash.ts';
import type { FetchMedia } from './host-source.ts';
import type { Journal } from './journal.ts';
import { type FileOf, type PushedRecord, partOf } from './outgoing.ts';

/** Pictures that texts name by their addresses. They go to the host first, where it has a call for pictures alone. */
export interface TextPictures {
  /** The row with a text that names the host's addresses of its pictures; one that the host does not take keeps its address. */
  bring(record: PushedRecord, fileOf: FileOf): Promise<PushedRecord>;
  /** The host's words where it did not take a picture now. */
  refusal(file: ArchivedFile): string | undefined;
  /** True where the host takes pictures alone. */
  areTaken(): boolean;
}

export function createTextPictures(calls: HostCalls, journal: Journal, fetch: FetchMedia): TextPictures {
  /** By the hashes of their bytes: known in this push to be at the host, and refused in it. */
  const there = new Map<string, string>();
  const refused = new Map<string, string>();

  async function placeOf(reference: MediaReference, file: ArchivedFile): Promise<string | undefined> {
    const known = there.get(file.sha256) ?? (await fromBefore(file));
    if (known !== undefined || refused.has(file.sha256) || !calls.has('addPicture')) return known;
    // A host that has a library is told afterwards, where nobody has said anything there.
    const values = reference.alt && !calls.has('updatePicture') ? [['alt', reference.alt] as const] : [];
    const answer = await calls.send('addPicture', { values, files: [partOf('image', reference, file)] });
    if ('refused' in answer) {
      if (calls.has('addPicture')) refused.set(file.sha256, answer.refused);
      return undefined;
    }
    const address = (answer.data as { image?: unknown } | undefined)?.image;
    if (typeof address !== 'string' || address === '') {
      refused.set(file.sha256, 'the host does not say where it is');
      return undefined;
    }
    // Before the text that names it: what comes after may be cut off.
    await journal.addPicture(file.sha256, address);
    there.set(file.sha256, address);
    return address;
  }

  /** An earlier push has sent it. Who looks after the host's pictures may have deleted or replaced it since. */
  async function fromBefore(file: ArchivedFile): Promise<string | undefined> {
    const { sha256 } = file;
    const address = journal.picture(sha256);
    if (address === undefined) return undefined;
    const { hash = sha256, isGone } = await fetchedHash(address, fetch);
    if (isGone || !(await isHashOf(hash, file))) return undefined;
    there.set(sha256, address);
    return address;
  }

  return {
    async bring(record, fileOf) {
      if (!('text_media' in record) || !record.text_media?.length) return record;
      const moved = new Map<string, string>();
      for (const reference of record.text_media) {
        const file = addressFinder([reference.address]).test(record.description) && fileOf(reference);
        const address = file ? await placeOf(reference, file) : undefined;
        if (address !== undefined) moved.set(reference.address, address);
      }
      return { ...record, description: withAddresses(record.description, moved) };
    },
    refusal: ({ sha256 }) => refused.get(sha256),
    areTaken: () => calls.has('addPicture'),
  };
}
