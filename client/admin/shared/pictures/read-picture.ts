interface Named {
  /** The last part of its address, unless told. */
  name?: string;
  /** When it was changed, ISO text; so that the same picture is known again in a field. */
  changed?: string;
}

/** The bytes of an image under our origin, as a file; undefined when they cannot be had. */
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
