const subjects = [
  'Light',
  'Paper',
  'Ink & type',
  'A quiet grid',
  'Slow film',
  'Salt',
  'Übergänge',
  'Clay',
  'The long room',
];
const turns = [
  'on a wall',
  'in twelve frames',
  'for a bank',
  'after hours',
  '“as found”',
  'by the river',
  'in motion',
];

/** Returns a different title for each number. */
export function titleOf(number: number): string {
  return `${subjects[number % subjects.length]} ${turns[number % turns.length]}, no. ${number}`;
}

/** Returns a text as people write it in such a host's editor, with an optional picture. */
export function textOf(number: number, pictureUrl?: string): string {
  return [
    `<p>We began with <strong>${subjects[(number + 2) % subjects.length]?.replace('&', '&amp;')}</strong> and kept <em>what held</em>.</p>`,
    ...(pictureUrl ? [`<p><img src="${pictureUrl}" alt="Sketch ${number}"></p>`] : []),
    `<h2>What we learned</h2><ul><li>One thing at a time</li><li>Grüße, naïve façade, اردو</li></ul>`,
    `<p>More of it <a href="https://www.example.com/work/${number}">elsewhere</a>.</p>`,
  ].join('\n');
}

/** Returns a time for each number: higher numbers are newer, and the times fall in winter and in summer. */
export function momentOf(number: number): number {
  return Date.UTC(2024, 0, 3, 9, 30) + number * 5 * 86_400_000 + number * 61_000;
}
