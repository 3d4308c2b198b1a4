import type { SampleProject } from './kinds.ts';

export const projects: readonly SampleProject[] = [
  {
    title: 'Salt Road',
    category: 'Film',
    description: `<p>A documentary of 24 minutes about the lorries that carry rock salt down from the mines, and the people who paint them. We followed one driver, Gulzar, for eleven days and two breakdowns.</p><p>The camera stayed in the cab. No narrator explains anything: the road, the radio and the tea stops do. We wrote, shot, cut and graded it, and recorded all sound on the way.</p><ul><li>Direction, camera, edit and colour</li><li>Subtitles in English, Urdu and Pashto</li><li>Shown at nine festivals and in four truck stops</li></ul>`,
    images: ['project-salt-road-1.webp', 'project-salt-road-2.webp'],
  },
  {
    title: 'Night School',
    category: 'Film',
    description: `<p>Six short films for a literacy charity, each the length of a bus ride. Grown-ups who learn to read after work tell what their first read word was.</p><p>We lit every classroom with the lamps that hang there, so that nobody had to act for the camera. The films are cut for phones first: captions are part of the picture, and they work without sound.</p>`,
    images: ['project-night-school-1.webp', 'project-night-school-2.webp'],
  },
  {
    title: 'Kabul River, Recorded',
    category: 'Film',
    description: `<p>One river, one day, 31 microphones. A sound piece with still pictures for a museum's listening room, from the wash of the headwaters to the evening traffic on the bridges.</p><p>We built the player too: visitors walk along the river with a slider, and the mix follows them.</p>`,
    images: ['project-kabul-river-recorded-1.webp', 'project-kabul-river-recorded-2.webp'],
  },
  {
    title: 'Mandi Board',
    category: 'Web and apps',
    description: `<p>Farmers ask one thing before they load a cart: what does the market pay today? Mandi Board answers in one screen, in four languages, on phones that are eight years old.</p><p>Prices come in by text message from 40 market clerks and are checked against yesterday before anybody sees them. The whole page weighs 38 KB and keeps the last prices when there is no signal.</p><ul><li>Research in five markets</li><li>Design, web app and message gateway</li><li>Handed over with training; the clerks run it themselves</li></ul>`,
    images: ['project-mandi-board-1.webp', 'project-mandi-board-2.webp'],
  },
  {
    title: 'Queue Kindly',
    category: 'Web and apps',
    description: `<p>A hospital asked us for an app. After a week in the waiting room we proposed a number on a wall and a text message instead.</p><p>Patients take a number, go for a walk, and are called back ten minutes before their turn. The staff see one list and two buttons. The average wait in the room fell from two hours to twenty-five minutes.</p>`,
    images: ['project-queue-kindly-1.webp', 'project-queue-kindly-2.webp'],
  },
  {
    title: 'The Open Shelf',
    category: 'Web and apps',
    description: `<p>A library catalogue for 212 school libraries that share one van. Children search by what a book is about, in the words they use, and see when the van comes next.</p><p>We moved 90,000 paper cards into a database with the help of two retired librarians, who found 1,400 books that nobody knew were there.</p>`,
    images: ['project-the-open-shelf-1.webp', 'project-the-open-shelf-2.webp'],
  },
  {
    title: 'Chapli: a typeface for signs',
    category: 'Brand and type',
    description: `<p>Street signs in our city carry two scripts, and one of them always looks like a guest. Chapli is a family of two equal halves: Latin letters with the weight and the rhythm of Naskh, drawn side by side from the first day.</p><p>Five weights, 1,180 signs, tested on painted boards at 40 metres before it was tested on a screen.</p>`,
    images: ['project-chapli-1.webp', 'project-chapli-2.webp'],
  },
  {
    title: 'Qissa Press',
    category: 'Brand and type',
    description: `<p>A small publisher of children's stories needed a face that works on a spine of eight millimetres. We drew a mark from the square star of old bindings, a palette of three inks, and rules that fit on one page.</p><p>The first ten titles came out in spring. The printer says that it is the first style guide he has ever read to the end.</p>`,
    images: ['project-qissa-press-1.webp', 'project-qissa-press-2.webp'],
  },
  {
    title: 'Stepwell',
    category: 'Games and 3D',
    description: `<p>A puzzle game about water. You turn the stairs of an old well so that the water finds its way down, one level at a time, and nothing hurries you.</p><p>Three of us made it in seven months: 64 levels, no words, playable with one thumb. Every level was first built from wooden blocks on the kitchen table of the studio.</p>`,
    images: ['project-stepwell-1.webp', 'project-stepwell-2.webp'],
  },
  {
    title: 'Walls That Were',
    category: 'Games and 3D',
    description: `<p>The old city had sixteen gates. With surveyors, photographs and a great deal of patience we rebuilt them as models that run in a browser, so that a class can walk through a gate that fell a hundred years ago.</p><p>Where we did not know, the model says so: guessed stone is paler than surveyed stone.</p>`,
    images: ['project-walls-that-were-1.webp', 'project-walls-that-were-2.webp'],
  },
];
