/** The file behind a `data:` address of base64, or undefined when it is none. The CSP lets no script fetch one. */
export function dataFile(address: string): File | undefined {
  const parts = /^data:([\w/+.-]+);base64,(.*)$/s.exec(address);
  if (!parts) return undefined;
  const [, type = '', base64 = ''] = parts;
  try {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    return new File([bytes], '', { type });
  } catch {
    return undefined;
  }
}
