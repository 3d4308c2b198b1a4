import { isHashOf } from '../../../server/image-files/plain-picture.ts';
import type { MediaReference } from '../../archive/records.ts';
import type { ArchivedFile } from '../../archive/source-and-target.ts';
import { addressFinder, withAddresses } from '../../archive/text-addresses.ts';
import type { HostCalls } from './calls.ts';
import { fetchedHash } from './fetched-hash.ts';
import type { FetchMedia } from './host-source.ts';
import type { Journal } from './journal.ts';
import { type FileOf, type PushedRecord, partOf } from './outgoing.ts';

/**
 * Sends the pictures in texts to the host before the texts themselves, if the host has a call that adds single
 * pictures.
 */
export interface TextPictures {
  /**
   * Sends the pictures of a row's text. Returns the row with a text that has the pictures' URLs at the host. A
   * picture that the host does not accept keeps its URL.
   */
  bring(record: PushedRecord, fileOf: FileOf): Promise<PushedRecord>;
  /** Returns the host's message if it has refused this picture during this push. */
  refusal(file: ArchivedFile): string | undefined;
  /** True if the host has a call that adds single pictures. */
  areTaken(): boolean;
}

export function createTextPictures(calls: HostCalls, journal: Journal, fetch: FetchMedia): TextPictures {
  /**
   * Both maps have the hash of the bytes as key. `there` has the URLs of pictures that are known to be at the host;
   * `refused` has the messages for pictures that the host has refused.
   */
  const there = new Map<string, string>();
  const refused = new Map<string, string>();

  async function placeOf(reference: MediaReference, file: ArchivedFile): Promise<string | undefined> {
    const known = there.get(file.sha256) ?? (await fromBefore(file));
    if (known !== undefined || refused.has(file.sha256) || !calls.has('addPicture')) return known;
    // If the host has a library, the alternative text is set there later, unless the library already has one.
    const values = reference.alt && !calls.has('updatePicture') ? [['alt', reference.alt] as const] : [];
    const answer = await calls.send('addPicture', { values, files: [partOf('image', reference, file)] });
    if ('refused' in answer) {
      if (calls.has('addPicture')) refused.set(file.sha256, answer.refused);
      return undefined;
    }
    const address = (answer.data as { image?: unknown } | undefined)?.image;
    if (typeof address !== 'string' || address === '') {
      refused.set(file.sha256, 'the host does not return its address');
      return undefined;
    }
    // Recorded before the text is sent, since the push may be interrupted in between.
    await journal.addPicture(file.sha256, address);
    there.set(file.sha256, address);
    return address;
  }

  /**
   * Returns the URL of a picture that an earlier push has sent. Checks that the picture is still there, since it may
   * have been deleted or replaced at the host; otherwise returns undefined.
   */
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
