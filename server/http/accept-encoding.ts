export type Coding = 'br' | 'gzip' | 'identity';

/**
 * Chooses the coding of an answer: of those that the browser names, the one with the smaller file. Browsers name all
 * that they read; a wish between two of them (`q`) is not looked at, but one that is refused (`q=0`) is not sent. A
 * browser that refuses identity too gets it all the same, because a readable answer is more useful than 406.
 */
export function chooseCoding(header = ''): Coding {
  const accepted = header
    .toLowerCase()
    .split(',')
    .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
    .map((part) => part.split(';', 1)[0]?.trim());
  return (['br', 'gzip'] as const).find((coding) => accepted.includes(coding)) ?? 'identity';
}
