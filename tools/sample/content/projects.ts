import type { SampleProject } from './kinds.ts';
import { chapli } from './projects/chapli.ts';
import { queueKindly } from './projects/queue-kindly.ts';
import { saltRoad } from './projects/salt-road.ts';
import { stepwell } from './projects/stepwell.ts';
import { wallsThatWere } from './projects/walls-that-were.ts';

const mandiBoard: SampleProject = {
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
  description: `<p>Farmers ask one thing before they load a cart: what does the market pay today? Mandi Board answers in one screen, in four languages, on phones that are eight years old.</p>
<h2>The clerk knows it at half past six</h2>
<p>Each market of the union had a board of wood at its gate. To read it one had to be there, with the oranges already picked. Leena spent three weeks in five markets, from four in the morning on. Farmers rang a cousin, she found, and the cousin rang another one. The only person who knew the price was the clerk with the chalk, as soon as the first carts were sold.</p>
<p>So prices come in by text message from 40 market clerks, a crop in each line, and are checked against yesterday before anybody sees them. A price that has moved by a quarter is asked about once, and then the clerk is right. In the first week we asked ninety times. Most were slips of the thumb. One was hail.</p>
[figure]
<h2>38 KB, and what had to go for it</h2>
<p>Daniel set the weight before there was a design. The map of the markets went first, then the curves, then a typeface of our own. The whole page weighs 38 KB and keeps the last prices when there is no signal, with the hour at which they were true.</p>
<p>The hardest line was an empty one. In the second week a price that had not arrived was shown as a nought, and two carts turned round on the road. Now it says in four languages that nobody has sold yet.</p>
<ul><li>Research in five markets</li><li>Design, web app and message gateway</li><li>Handed over with training; the clerks run it themselves</li></ul>
<p>The union teaches a new clerk in one afternoon, without us. The last thing that we were asked for was mangoes.</p>`,
  illustrations: [
    {
      picture: 'project-mandi-board-2.webp',
      alt: 'Oranges from close by, tomatoes and onions behind them, and a phone with prices at the right',
      caption:
        'A little after nine, at a gate in Peshawar. The clerk has sent his second message of the day.',
      width: 'wide',
    },
  ],
  images: [
    {
      picture: 'project-mandi-board-1.webp',
      alt: 'A phone with the prices of the day on sacking, between oranges, onions and green chillies',
    },
  ],
};

const nightSchool: SampleProject = {
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

const theOpenShelf: SampleProject = {
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
    { role: 'Records', name: 'Shirin Gul' },
    { role: 'Records', name: 'Aslam Mir' },
  ],
  description: `<p>A library catalogue for 212 school libraries that share one van. Children search by what a book is about, in the words they use, and see when the van comes next.</p>
<h2>Three weeks for the machine, half a year for the people</h2>
<p>The association knew what it owned in two ways: from forty-one drawers of cards, and by telephone. We moved 90,000 paper cards into a database with the help of <a href="/view-blog/[paper-cards]">two retired librarians</a>, who found 1,400 books that nobody knew were there.</p>
<p>The cameras were done after three weeks. Reading what they had seen took half a year, card by card, and it was the best money in the budget. A title with one wrong letter can be mended by software. That a book is lent to a school which has since moved across the river can only be known.</p>
[figure]
<h2>The animal, the colour, and how it ends</h2>
<p>For the search we went to nine schools with a pile of books in a bag. A child drew one that it had read, hid it again, and asked us for it. Of a hundred such questions, eleven had a word of the title in them. The others had an animal, the colour of the cover, or the sad thing that happens on the last page.</p>
<p>Now each book has the names that its readers give it, and they count as much as the title. Daniel built all of it for one shared computer in a staff room, where the line comes and goes. What a teacher has seen in the morning is still there in the afternoon.</p>
<p>In the first year the van carried 31,000 books, a third more than in the year before, to the same schools and over the same roads. Its driver has asked for one more shelf. The association is saving for a second van.</p>`,
  illustrations: [
    {
      picture: 'project-the-open-shelf-2.webp',
      alt: 'A row of bound books on a library shelf; one is missing, and its neighbour leans into the gap',
      caption: 'Every label was checked against its card. The gap is not a lost book: it is in the van.',
      width: 'wide',
    },
  ],
  images: [
    {
      picture: 'project-the-open-shelf-1.webp',
      alt: 'A tablet with three books from a search for a blue donkey, beside a pile of books',
    },
  ],
};

const kabulRiverRecorded: SampleProject = {
  name: 'kabul-river-recorded',
  title: 'Kabul River, Recorded',
  category: 'Film',
  client: 'Museum of Rivers',
  year: 2023,
  services: ['Field recording', 'Listening room player'],
  result: 'Visitors stay forty minutes in a room that was planned for ten',
  figures: [
    ['31', 'microphones'],
    ['18 hours', 'of one day'],
    ['40 min', 'that people stay'],
  ],
  credits: [
    { role: 'Recording, mix', name: 'Hamza Yusufzai' },
    { role: 'Player', name: 'Daniel Okafor' },
    { role: 'Permits', name: 'Leena Rahman' },
  ],
  description: `<p>One river, one day, 31 microphones. A sound piece with still pictures for a museum's listening room, from the wash of the headwaters to the evening traffic on the bridges.</p>
<h2>A river is everywhere at the same time</h2>
<p>The Museum of Rivers had a dark room, and wanted a film of ten minutes for it. Hamza proposed to leave the film away: a camera is in one place, and the river is in all of them. So two crews laid out 31 recorders in four days, and all of them ran on the same Thursday in March, from four in the morning until ten at night.</p>
<p>Two came home silent. A third was taken in by a fisherman, who thought that it was lost and asked it for an hour whose it was. He is in the piece. The permit for the last bridge named the bridge next to it, so we heard that evening from the bank below.</p>
[figure]
<h2>The news at noon, nine times</h2>
<p>No two clocks agree. At the end of the day the first recorder and the last were eleven seconds apart, which is enough to hear a ferry arrive before it leaves. In nine of the recordings a radio somewhere reads the news at noon, and those we set by the voice of the newsreader. The others had been clapped at, beside one watch, when they were laid out and when they were collected. The mix took Hamza five weeks.</p>
<p>We built the player too: visitors walk along the river with a slider, and the mix follows them. Daniel's first one had a map with the names of the towns. People read the map and heard nothing. The slider is what is left, with one still picture for each place.</p>
<p>The room was planned for ten minutes, and visitors stay for forty. The museum has moved a second bench in. Children ask where the fisherman is.</p>`,
  illustrations: [
    {
      picture: 'project-kabul-river-recorded-2.webp',
      alt: 'The lamps of the bridge and the lights of the evening traffic, mirrored in dark water',
      caption:
        'The right bridge, from the wrong side: lorries above, water below, and both in one recording.',
      width: 'wide',
    },
  ],
  images: [
    {
      picture: 'project-kabul-river-recorded-1.webp',
      alt: 'A wide river in the early morning, with boats at its bank and a bridge of many arches in the haze',
    },
  ],
};

const qissaPress: SampleProject = {
  name: 'qissa-press',
  title: 'Qissa Press',
  category: 'Brand and type',
  client: 'Qissa Press',
  year: 2025,
  services: ['Identity', 'Book covers'],
  result: 'Ten titles in one spring, known by their spines',
  figures: [
    ['8 mm', 'of spine'],
    ['3', 'inks'],
    ['10', 'titles in one spring'],
    ['1 page', 'of rules'],
  ],
  credits: [
    { role: 'Design', name: 'Mehreen Dar' },
    { role: 'Creative direction', name: 'Zarmina Khattak' },
  ],
  description: `<p>A small publisher of children's stories needed a face that works on a spine of eight millimetres. We drew a mark from the square star of old bindings, a palette of three inks, and rules that fit on one page.</p>
<h2>Eight millimetres, seen from two steps</h2>
<p>Qissa Press is three people above a printer's shop. Their books are thin, and a thin book shows a child nothing but its spine. So for the first two weeks Mehreen drew nothing that was wider than a pencil, and Zarmina looked at it from the door. Names became grey. Animals became blots. The star stayed a star.</p>
<p>It is on each spine twice, at the head and at the foot, because a child puts a book back as it comes. Upside down, it is still a Qissa book.</p>
[figure]
<h2>A page that hangs above the machine</h2>
<p>The three inks are a blue, an orange, and a black that is nearly blue. A fourth would have cost as much as one title a year. What looks like gold on the spines is the orange, printed twice on dark cloth. It took the printer four Saturdays to get the two layers on top of one another.</p>
<p>The rules had to hold on a day when nobody has time. There are six, each with a drawing. We gave the page to the publisher's niece and went home; her cover, the third of the ten, needed one correction, and that was a comma. The printer says that it is the first style guide he has ever read to the end.</p>
<p>The first ten titles came out in spring. One of them is <em>The Blue Donkey</em>, out of print since 1971, which we knew from <a href="/portfolioOne/[the-open-shelf]">a card in a drawer</a>. A bookseller has turned all ten with their spines to the street. Children come in and ask for the star books. Four have been printed again.</p>`,
  illustrations: [
    {
      picture: 'project-qissa-press-2.webp',
      alt: 'An open picture book: a large star at the left, a story about a well at the right',
      caption: 'Rule four: inside, the star may be as large as it likes, and the story keeps its distance.',
      width: 'wide',
    },
  ],
  images: [
    {
      picture: 'project-qissa-press-1.webp',
      alt: 'A pile of eight children’s books in three colours, with stars of gold on their spines',
    },
  ],
};

export const projects: readonly SampleProject[] = [
  saltRoad,
  nightSchool,
  kabulRiverRecorded,
  mandiBoard,
  queueKindly,
  theOpenShelf,
  chapli,
  qissaPress,
  stepwell,
  wallsThatWere,
];
