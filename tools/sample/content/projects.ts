import type { SampleProject } from './kinds.ts';
import { chapli } from './projects/chapli.ts';
import { queueKindly } from './projects/queue-kindly.ts';
import { saltRoad } from './projects/salt-road.ts';
import { stepwell } from './projects/stepwell.ts';

export const projects: readonly SampleProject[] = [
  saltRoad,
  {
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
      ['2.1 million', 'viewers in a month'],
    ],
    credits: [
      { role: 'Direction', name: 'Zarmina Khattak' },
      { role: 'Camera, sound', name: 'Hamza Yusufzai' },
      { role: 'Production', name: 'Leena Rahman' },
    ],
    description: `<p>Six short films for a literacy charity, each the length of a bus ride. Grown-ups who learn to read after work tell what their first read word was.</p><p>We lit every classroom with the lamps that hang there, so that nobody had to act for the camera. The films are cut for phones first: captions are part of the picture, and they work without sound.</p>`,
    images: [
      {
        picture: 'project-night-school-1.webp',
        alt: 'An empty classroom in the evening: the letters of two alphabets in chalk on the board, open books on the desks',
      },
      {
        picture: 'project-night-school-2.webp',
        alt: 'A desk after the lesson, with an open exercise book under a lamp',
      },
    ],
  },
  {
    name: 'kabul-river-recorded',
    title: 'Kabul River, Recorded',
    category: 'Film',
    client: 'Museum of Rivers',
    year: 2023,
    services: ['Field recording', 'Listening room player'],
    result: 'Visitors stay forty minutes in a room that was planned for ten',
    credits: [
      { role: 'Recording, mix', name: 'Hamza Yusufzai' },
      { role: 'Player', name: 'Daniel Okafor' },
    ],
    description: `<p>One river, one day, 31 microphones. A sound piece with still pictures for a museum's listening room, from the wash of the headwaters to the evening traffic on the bridges.</p><p>We built the player too: visitors walk along the river with a slider, and the mix follows them.</p>`,
    images: [
      {
        picture: 'project-kabul-river-recorded-1.webp',
        alt: 'A wide river in the early morning, with boats at its bank and a bridge of many arches in the haze',
      },
      {
        picture: 'project-kabul-river-recorded-2.webp',
        alt: 'The lamps of the bridge and the lights of the evening traffic, mirrored in dark water',
      },
    ],
  },
  {
    name: 'mandi-board',
    title: 'Mandi Board',
    category: 'Web and apps',
    client: 'Growers’ Union of the Valley',
    year: 2025,
    services: ['Research', 'Design', 'Web app', 'Message gateway'],
    result: '40 markets report a price before seven every morning',
    figures: [
      ['40', 'markets'],
      ['4', 'languages'],
      ['38 KB', 'the whole page'],
    ],
    quote: 'My clerks no longer call it the computer. They call it the board.',
    quote_by: 'Rukhsana Bibi, growers’ union',
    credits: [
      { role: 'Engineering', name: 'Daniel Okafor' },
      { role: 'Research', name: 'Leena Rahman' },
    ],
    description: `<p>Farmers ask one thing before they load a cart: what does the market pay today? Mandi Board answers in one screen, in four languages, on phones that are eight years old.</p><p>Prices come in by text message from 40 market clerks and are checked against yesterday before anybody sees them. The whole page weighs 38 KB and keeps the last prices when there is no signal.</p><ul><li>Research in five markets</li><li>Design, web app and message gateway</li><li>Handed over with training; the clerks run it themselves</li></ul>`,
    images: [
      {
        picture: 'project-mandi-board-1.webp',
        alt: 'A phone with the prices of the day on sacking, between oranges, onions and green chillies',
      },
      {
        picture: 'project-mandi-board-2.webp',
        alt: 'Oranges from close by, and a phone with prices behind them',
      },
    ],
  },
  queueKindly,
  {
    name: 'the-open-shelf',
    title: 'The Open Shelf',
    category: 'Web and apps',
    client: 'Van Libraries Association',
    year: 2024,
    services: ['Catalogue', 'Data entry', 'Training'],
    result: '1,400 lost books found again',
    figures: [
      ['212', 'school libraries'],
      ['90,000', 'paper cards'],
      ['1,400', 'lost books found'],
      ['1', 'van'],
    ],
    credits: [
      { role: 'Engineering', name: 'Daniel Okafor' },
      { role: 'Records', name: 'Farida Gul' },
      { role: 'Records', name: 'Yusuf Mir' },
    ],
    description: `<p>A library catalogue for 212 school libraries that share one van. Children search by what a book is about, in the words they use, and see when the van comes next.</p><p>We moved 90,000 paper cards into a database with the help of <a href="/view-blog/[paper-cards]">two retired librarians</a>, who found 1,400 books that nobody knew were there.</p>`,
    images: [
      {
        picture: 'project-the-open-shelf-1.webp',
        alt: 'A tablet with three books from a search for a blue donkey, beside a pile of books',
      },
      {
        picture: 'project-the-open-shelf-2.webp',
        alt: 'A row of bound books on a library shelf; one is missing, and its neighbour leans into the gap',
      },
    ],
  },
  chapli,
  {
    name: 'qissa-press',
    title: 'Qissa Press',
    category: 'Brand and type',
    client: 'Qissa Press',
    year: 2025,
    services: ['Identity', 'Book covers'],
    result: 'Ten titles in one spring, known by their spines',
    credits: [
      { role: 'Design', name: 'Mehreen Dar' },
      { role: 'Creative direction', name: 'Zarmina Khattak' },
    ],
    description: `<p>A small publisher of children's stories needed a face that works on a spine of eight millimetres. We drew a mark from the square star of old bindings, a palette of three inks, and rules that fit on one page.</p><p>The first ten titles came out in spring. The printer says that it is the first style guide he has ever read to the end.</p>`,
    images: [
      {
        picture: 'project-qissa-press-1.webp',
        alt: 'A pile of eight children’s books in three colours, with stars of gold on their spines',
      },
      {
        picture: 'project-qissa-press-2.webp',
        alt: 'An open picture book: a large star at the left, a story about a well at the right',
      },
    ],
  },
  stepwell,
  {
    name: 'walls-that-were',
    title: 'Walls That Were',
    category: 'Games and 3D',
    client: 'Old City Schools Board',
    year: 2023,
    services: ['Survey', '3D reconstruction', 'Browser viewer'],
    result: 'Sixteen gates that a class can walk through',
    quote: 'A pupil asked me why the paler stones are paler. That was the lesson.',
    quote_by: 'Imran Shah, teacher',
    credits: [
      { role: 'Reconstruction', name: 'Bilal Orakzai' },
      { role: 'Viewer', name: 'Daniel Okafor' },
    ],
    description: `<p>The old city had sixteen gates. With surveyors, photographs and a great deal of patience we rebuilt them as models that run in a browser, so that a class can walk through a gate that fell a hundred years ago.</p><p>Where we did not know, the model says so: guessed stone is paler than surveyed stone. There are <a href="/view-blog/[gates]">three kinds of knowing</a> in it.</p>`,
    images: [
      {
        picture: 'project-walls-that-were-1.webp',
        alt: 'A city gate of brick between two towers; the upper half of the right tower is pale',
      },
      {
        picture: 'project-walls-that-were-2.webp',
        alt: 'Measured brick and pale, guessed plaster beside each other, with blue tiles between them',
      },
    ],
  },
];
