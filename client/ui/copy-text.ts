/** Copies a text. Returns false if copying is not supported or not allowed, so that the person is asked to select it. */
export async function copyText(text: string) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
