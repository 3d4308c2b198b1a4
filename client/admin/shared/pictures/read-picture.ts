interface Named {
  /** Name of the file; by default the last part of its address. */
  name?: string;
  /** Time of the last change, ISO text, so that a field recognises the same picture again. */
  changed?: string;
}

/** Reads an image under our origin as a file; returns undefined if it cannot be read. */
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
