import type { SampleProject } from '../kinds.ts';

export const stepwell: SampleProject = {
  name: 'stepwell',
  title: 'Stepwell',
  category: 'Games and 3D',
  year: 2025,
  services: ['Game design', 'Art', 'Code'],
  result: '64 levels, no words',
  figures: [
    ['64', 'levels'],
    ['0', 'words'],
    ['3', 'people'],
    ['7 months', 'in the making'],
  ],
  credits: [
    { role: 'Game design', name: 'Sana Iqbal' },
    { role: '3D', name: 'Bilal Orakzai' },
    { role: 'Code', name: 'Daniel Okafor' },
  ],
  description: `<p>A puzzle game about water. You turn the stairs of an old well so that the water finds its way down, one level at a time, and nothing hurries you.</p>
<h2>Can a game do without a single word?</h2>
<p>We wanted something that a grandmother and a child can play on one phone, and those two often read different alphabets, or none. So there is no text in Stepwell: no menu, no lesson, no names of levels. That left one way to explain a rule, which is to show it once, in a place where nothing can go wrong.</p>
<h2>Blocks, squared paper, code</h2>
<p>Sana built levels from wooden blocks, Bilal drew those that were worth keeping on squared paper, and Daniel asked what happens where two streams meet. It took the three of them seven months and one table. <a href="/view-blog/[kitchen-table]">The table and its mop</a> have a post of their own.</p>
[figure]
<p>The well on the screen is made of one flight of stairs, turned and repeated. Bilal modelled it with the wear of a few hundred years on the edges and none in the corners, where nobody puts a foot. Because it is always the same stone, a level is four kilobytes, and all sixty-four are smaller than the sound of the water.</p>
<p>Every stair can be reached with the thumb of the hand that holds the phone. We tried that in buses, with one hand on the rail, and moved the buttons twice.</p>
[figure]
<h2>The letters that came</h2>
<p>Stepwell came out in spring, without an advertisement. Seven in ten of those who finish the first wall finish the well, which is more than we had dared to hope from a game that never says well done.</p>
<p>The letter that we like best is from a woman who plays it with her father. He cannot read any more since his stroke. He is nine levels ahead of her, and does not tell her how.</p>`,
  illustrations: [
    {
      picture: 'project-stepwell-4.webp',
      alt: 'Squared paper with two drawn levels, and a small stair of wooden blocks that grows out of the drawing',
      caption:
        'Levels 41 and 42 on paper; the blocks try out 43. Nobody found a way through it, so it is not in the game.',
      width: 'wide',
    },
    {
      picture: 'project-stepwell-5.webp',
      alt: 'A phone that shows a wall of stairs, upright among wooden blocks on a table',
      caption: 'Nothing to read: two buttons, and a well that turns under the thumb.',
      width: 'text',
    },
  ],
  images: [
    {
      picture: 'project-stepwell-1.webp',
      alt: 'A square stepwell in the morning sun: crossing stairs on all sides, and blue water at the bottom',
    },
    {
      picture: 'project-stepwell-2.webp',
      alt: 'The well at night, seen from the water: lamps burn on the stairs under a dark blue sky',
    },
    {
      picture: 'project-stepwell-3.webp',
      alt: 'The well from straight above: squares in squares, and a blue one in the middle',
    },
  ],
};
