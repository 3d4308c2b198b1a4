/** A text of this length is shown whole: about three lines below a photo. */
const whole = 130;
/** The part of a longer text that is shown at once: about two lines below a photo. */
const lead = { least: 40, most: 100 };

const ends = /[.!?۔؟…]["”’)\]]*(?=\s)|(?=\n)/gu;

/**
 * Splits the text about a person into the part that is shown at once and the rest, at the end of a line or of a
 * sentence, else between two words. `rest` is '' for a short text.
 */
export function bioParts(bio: string): { shown: string; rest: string } {
  if (bio.length <= whole && bio.split('\n').length <= 2) return { shown: bio, rest: '' };
  const sentences = [...bio.matchAll(ends)]
    .map(({ index, 0: mark }) => index + mark.length)
    .filter((end) => end >= lead.least && end <= lead.most);
  const sentence = sentences.at(-1);
  if (sentence !== undefined) {
    return { shown: bio.slice(0, sentence).trim(), rest: bio.slice(sentence).trim() };
  }
  const word = bio.slice(0, lead.most).search(/\s\S*$/);
  if (word < lead.least) return { shown: bio, rest: '' };
  return { shown: `${bio.slice(0, word).trim()}…`, rest: `…${bio.slice(word).trim()}` };
}
