interface Named {
  /** Name of the file; by default the last part of the URL. */
  name?: string;
  /**
   * ISO time of the picture's last change. Set as the file's time, so that a field recognises a picture that was
   * chosen before.
   */
  changed?: string;
}

/** Reads an image of our origin as a file; undefined if the image cannot be read. */
export async function readPicture(address: string, { name, changed }: Named = {}): Promise<File | undefined> {
  try {
    const answer = await fetch(address);
    const blob = await answer.blob();
    if (!answer.ok || !blob.type.startsWith('image/') || blob.size === 0) return undefined;
    const called = name || new URL(address, location.href).pathname.split('/').at(-1) || 'image';
    const lastModified = changed === undefined ? Number.NaN : Date.parse(changed);
    return new File([blob], called, {
      type: blob.type,
      ...(Number.isNaN(lastModified) ? {} : { lastModified }),
    });
  } catch {
    return undefined;
  }
}
