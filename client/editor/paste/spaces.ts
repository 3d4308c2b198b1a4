import { proseTexts } from './dom.ts';

/** Non-breaking spaces are how programs write indentation and runs of spaces: each run of them is one space. */
export function plainSpaces(text: string): string {
  return text.replace(/[ \u00a0]+/g, (run) => (run.includes('\u00a0') ? ' ' : run));
}

/** Plain spaces in all prose; code keeps what it has. */
export function removeSpaceNoise(doc: Document): void {
  for (const node of proseTexts(doc.body)) {
    const plain = plainSpaces(node.data);
    if (plain !== node.data) node.data = plain;
  }
}
