import { isAllowedImage } from '#shared/html-policy.ts';
import type { Id } from '#shared/id.ts';
import type { StoredFile } from '../../ui/fields/FilesField.tsx';

/** Stored images as their field shows them. They have no names, so each has its number: "Logo 2". */
export function asStoredFiles(
  images: readonly { id: Id; image: string }[] | undefined,
  noun: string,
): StoredFile[] {
  return (images ?? []).map(({ id, image }, index) => ({
    id,
    url: safeAddress(image) ?? '',
    name: `${noun} ${index + 1}`,
  }));
}

/** An address under our origin, or an inline image; any other is as if there were none. */
export function safeAddress(address: string | null | undefined): string | undefined {
  return address && isAllowedImage(address) ? address : undefined;
}
