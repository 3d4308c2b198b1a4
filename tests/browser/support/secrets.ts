/**
 * Returns the token in every form in which it could appear: any long part of it, forwards and backwards, and encoded.
 * Base64 of a text looks different at each of three offsets, so each encoding is cut to the characters that depend on
 * the text alone.
 */
export function spellings(token: string): string[] {
  const inner = [0, 1, 2].map((offset) => {
    const encoded = Buffer.from('-'.repeat(offset) + token).toString('base64');
    return encoded.slice(offset === 0 ? 0 : 4, encoded.length - 4).replace(/=+$/, '');
  });
  return [
    ...parts(token),
    ...parts([...token].reverse().join('')),
    ...inner.flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')]),
    Buffer.from(token).toString('hex'),
  ];
}

/** Every stretch of 18 characters, at any offset, contains one of these parts completely. */
function parts(token: string): string[] {
  return Array.from({ length: Math.floor((token.length - 12) / 6) + 1 }, (_, at) =>
    token.slice(at * 6, at * 6 + 12),
  );
}

/** Returns the places, of `[place, text]` pairs, whose text contains any of the spellings. */
export function placesWith(texts: Iterable<readonly [place: string, text: string]>, of: string[]): string[] {
  const found: string[] = [];
  for (const [place, text] of texts) if (of.some((spelling) => text.includes(spelling))) found.push(place);
  return found;
}
