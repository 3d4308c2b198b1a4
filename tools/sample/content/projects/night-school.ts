import type { SampleProject } from '../kinds.ts';

export const nightSchool: SampleProject = {
  name: 'night-school',
  title: 'Night School',
  category: 'Film',
  client: 'Read Along Trust',
  year: 2024,
  services: ['Film', 'Captions in three languages'],
  result: 'Watched by 2.1 million people in a month',
  figures: [
    ['6', 'films'],
    ['3', 'languages'],
    ['2.1m', 'viewers in a month'],
    ['640', 'new learners in autumn'],
  ],
  credits: [
    { role: 'Direction', name: 'Zarmina Khattak' },
    { role: 'Camera, sound', name: 'Hamza Yusufzai' },
    { role: 'Production', name: 'Leena Rahman' },
  ],
  description: `<p>Six short films for a literacy charity, each the length of a bus ride. Grown-ups who learn to read after work tell what their first read word was.</p>
<h2>A class that the neighbours do not know of</h2>
<p>The Read Along Trust teaches in eleven schools, from eight in the evening until ten. It wanted one appeal, with a voice over it. Zarmina sat in the last row for two weeks before she wrote a line, and heard the same thing from most desks: at home nobody knows where I go on Tuesdays.</p>
<p>So there was no appeal. Everybody decided what the camera could see: a face, two hands, or only the exercise book. We lit every classroom with the lamps that hang there, so that nobody had to act for us. That cost us every movement of the camera that we had planned, and it took nine evenings instead of four.</p>
[figure]
<h2>Words that wait for the reader</h2>
<p>The films are cut for phones first, and for buses: they work without sound. Captions in Urdu, Pashto and English are part of the picture, and each word comes when it is said, because half of those who watch are still learning it.</p>
<p>We showed a first cut to the class of lesson six. They read it aloud, and were slower than the man on the screen. All six films were cut again at the pace of a reader, and became forty seconds longer. Nobody has missed the shorter ones.</p>
<p>They were watched by 2.1 million people in a month. The Trust counts something else: 640 new learners came that autumn, and two in three said that somebody had held a phone out to them. Leena had to find chairs for three more rooms.</p>`,
  illustrations: [
    {
      picture: 'project-night-school-2.webp',
      alt: 'A desk after the lesson, with an open exercise book under a lamp',
      caption:
        'Twenty past ten, after lesson six. He let us film the book, and the pencil that he had sharpened.',
      width: 'wide',
    },
  ],
  images: [
    {
      picture: 'project-night-school-1.webp',
      alt: 'An empty classroom in the evening: the letters of two alphabets in chalk on the board, open books on the desks',
    },
  ],
};
