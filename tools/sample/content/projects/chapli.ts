import type { SampleProject } from '../kinds.ts';

export const chapli: SampleProject = {
  name: 'chapli',
  title: 'Chapli: a typeface for signs',
  category: 'Brand and type',
  client: 'City Signs Office',
  year: 2026,
  services: ['Type design', 'Sign tests'],
  result: 'Read at 40 metres in both scripts',
  figures: [
    ['40 m', 'to read it from'],
    ['5', 'weights'],
    ['1,180', 'signs'],
  ],
  credits: [{ role: 'Type design', name: 'Mehreen Dar' }],
  description: `<p>Street signs in our city carry two scripts, and one of them always looks like a guest. Chapli is a family of two equal halves: Latin letters with the weight and the rhythm of Naskh, drawn side by side from the first day.</p>
<h2>Who was here first?</h2>
<p>The City Signs Office works with eleven sign makers. Each of them owned one good Latin typeface and set the Urdu in whatever his machine had, pulled to the same height. Seen from a bus, half of a sign shouted and the other half mumbled. Which half it was depended on the workshop.</p>
<p>The office did not want a handbook. It wanted letters with which one can hardly go wrong: a family that a sign maker can set on a Friday afternoon, in both scripts, without ringing anybody.</p>
[figure]
<h2>First the brush, then the screen</h2>
<p>Mehreen drew both halves in the same weeks, a Latin letter in the morning and its neighbour in the afternoon. Rafiq, who has painted shop signs for forty years, copied each draft onto tin. Where his brush did not want to go, the outline was wrong, and he wrote that on the sheet. Why the two scripts share a pen and not their shapes is told in <a href="/view-blog/[two-scripts]">a post about two scripts on one sign</a>.</p>
<p>Then we carried the boards to a car park and walked towards them. Somebody who had left her glasses at home had to say when she could read the first word, in each script. The two had to arrive within two steps of one another. It took five rounds.</p>
[figure]
<p>Half of a sign is numbers. Three sets of digits are in daily use here, so there are three in each weight, all of one width: a street can be numbered by three workshops and still look like one street.</p>
[figure]
<h2>One line instead of a handbook</h2>
<p>Chapli has five weights and 1,180 signs. The office gives it away with a rule of one line: same size, same weight, nothing is stretched. A board that used to go back and forth for two weeks is now agreed on in two days.</p>
<p>The sign makers have begun to send us what they make of it. There is a bakery in a weight that we had meant for motorways, and it looks wonderful.</p>`,
  illustrations: [
    {
      picture: 'project-chapli-3.webp',
      alt: 'A printed letter n and a noon between red guide lines, beside a brush, a ruler and two tins of paint',
      caption: 'Draft five, back from Rafiq. The note at the bottom is his.',
      width: 'text',
    },
    {
      picture: 'project-chapli-4.webp',
      alt: 'Three blue boards with the word pharmacy in two scripts at the far end of a car park, and a measuring wheel in front',
      caption:
        'Friday morning, before the cars come. The same word in three drafts, and the wheel that counts the metres.',
      width: 'wide',
    },
    {
      picture: 'project-chapli-5.webp',
      alt: 'Three enamel house numbers on a brick wall in the sun: 274 in Latin, Urdu and Arabic digits',
      caption: 'One house, three numbers: the digits of all three sets have the same width.',
      width: 'wide',
    },
  ],
  images: [
    {
      picture: 'project-chapli-1.webp',
      alt: 'A pharmacy at night; its lit board says pharmacy in English and in Urdu, in the same blue',
    },
    {
      picture: 'project-chapli-2.webp',
      alt: 'The name Chapli in both scripts, in letters of brass on a blue wall',
    },
  ],
};
