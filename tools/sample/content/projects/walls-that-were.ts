import type { SampleProject } from '../kinds.ts';

export const wallsThatWere: SampleProject = {
  name: 'walls-that-were',
  title: 'Walls That Were',
  category: 'Games and 3D',
  client: 'Old City Schools Board',
  year: 2023,
  services: ['Survey', '3D reconstruction', 'Browser viewer'],
  result: 'Sixteen gates that a class can walk through',
  figures: [
    ['16', 'gates'],
    ['7', 'of them measured'],
    ['4 s', 'until one opens'],
    ['60', 'schools'],
  ],
  quote: 'A pupil asked me why the paler stones are paler. That was the lesson.',
  quote_by: 'Imran Shah, teacher',
  credits: [
    { role: 'Reconstruction', name: 'Bilal Orakzai' },
    { role: 'Viewer', name: 'Daniel Okafor' },
  ],
  description: `<p>The old city had sixteen gates. With surveyors, photographs and a great deal of patience we rebuilt them as models that run in a browser, so that a class can walk through a gate that fell a hundred years ago.</p>
<h2>Seven measured, five seen, four guessed</h2>
<p>A museum had the idea, and the Old City Schools Board became the client, because it was to be a lesson and not a show. Surveyors measured seven gates in one winter. Bilal built five more from photographs, and the last four from a name and their neighbours.</p>
<p>Where we did not know, the model says so: guessed stone is paler than surveyed stone. There are <a href="/view-blog/[gates]">three kinds of knowing</a> in it. The museum feared that this would look unfinished, so before we built the second gate we took the first to a school. Forty-one children walked in. They went straight to the pale tower and stayed there. After that nobody spoke of paint.</p>
[figure]
<h2>At the speed of a child</h2>
<p>The schools have computers that others have given away. Daniel's first viewer needed a minute to open, and a minute is long enough to lose a class. He took away the clouds, the shadows that move, and all that cannot be seen from the ground. Now a gate opens in four seconds on a machine of 2011, and all sixteen are smaller than a song.</p>
<p>One walks with four keys, as fast as a child walks. For a week there was a fifth key, to fly. Every class was on the roofs at once, and saw nothing but that there is nothing behind the towers.</p>
<p>Sixty schools use the gates today, in grade five. The board had ordered a thing that is finished, and pays now for one that is not: Bilal has turned some three hundred pale stones into coloured ones, each with the name of the person who wrote to us.</p>`,
  illustrations: [
    {
      picture: 'project-walls-that-were-2.webp',
      alt: 'Measured brick and pale, guessed plaster beside each other, with blue tiles between them',
      caption:
        'The brick was measured. The tiles are in a photograph. The white tower is a guess, and says so.',
      width: 'wide',
    },
  ],
  images: [
    {
      picture: 'project-walls-that-were-1.webp',
      alt: 'A city gate of brick between two towers; the upper half of the right tower is pale',
    },
  ],
};
