import type { SampleProject } from './kinds.ts';
import { saltRoad } from './projects/salt-road.ts';
import { wallsThatWere } from './projects/walls-that-were.ts';

const stepwell: SampleProject = {
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

const queueKindly: SampleProject = {
  name: 'queue-kindly',
  title: 'Queue Kindly',
  category: 'Web and apps',
  client: 'Shalman General Hospital',
  year: 2026,
  services: ['Service design', 'Web app', 'Message gateway'],
  result: 'The wait in the room fell from two hours to twenty-five minutes',
  figures: [
    ['2 hours', 'in the room before'],
    ['25 min', 'in the room now'],
    ['11 min', 'for the visit itself'],
  ],
  credits: [
    { role: 'Engineering', name: 'Daniel Okafor' },
    { role: 'Service design', name: 'Zarmina Khattak' },
  ],
  description: `<p>A hospital asked us for an app. After a week in the waiting room we proposed a number on a wall and a text message instead.</p>
<h2>Can people have their morning back?</h2>
<p>A visit to the outpatients of Shalman General takes eleven minutes. Before it came two hours in which nobody dared to leave: not to eat, not to pray, not to ring home from the yard. The request that we were given had profiles of doctors in it, payments, and a map of the building. None of that would have let anybody buy bread.</p>
<p>So we sat down with the patients first. <a href="/view-blog/[waiting-room]">What a week on a bench teaches</a> is a story of its own; at its end we had one sentence on the wall of the studio: <em>let them go, and call them back</em>.</p>
<h2>A printer, a wall and four messages</h2>
<p>You take a slip at the door and leave a telephone number, your own or a neighbour's. Then you may go. When seven people are before you, a message calls you back. It needs no app and no data, and a telephone with buttons is good enough.</p>
[figure]
<p>The nurses have one list and two buttons. Zarmina drew it on paper at their counter, over three afternoons, and they threw five versions away. The sixth can be worked with an elbow, by somebody who wears gloves and is looking at a patient.</p>
<p>All of it runs on a small computer in the hospital's own cupboard. When the line to the city is cut, numbers and wall go on, and the messages leave as soon as there is a way for them.</p>
[figure]
<h2>The same visits, in another morning</h2>
<p>After three months people spent twenty-five minutes in the room. The doctors see as many patients as before, and nobody was asked to work faster. There are chairs left over, even on Mondays.</p>
<p>The guard used to settle eight quarrels a day about places. In spring he told us that he had finished a book. The eye clinic across the yard has taken the system over, and its nurses changed a rule without asking us, which is how we had hoped it would be: there, children are called first.</p>`,
  illustrations: [
    {
      picture: 'project-queue-kindly-4.webp',
      alt: 'A phone on a tea stall’s table with a message that calls number 147 back, beside a glass of tea; at the back the corner of a cardboard box',
      caption:
        'The message has nine words in English and six in Urdu. A child can read it aloud at the first try.',
      width: 'text',
    },
    {
      picture: 'project-queue-kindly-3.webp',
      alt: 'A small printer on a counter, with a slip of paper that says 147 coming out of it',
      caption: 'The bakery across the road has the same printer. When ours broke in May, the baker lent his.',
      width: 'wide',
    },
  ],
  images: [
    {
      picture: 'project-queue-kindly-1.webp',
      alt: 'A slip with the number 147 on a box of shoes in the waiting room; the same number on the wall',
      focus_x: 10,
      focus_y: 80,
    },
    {
      picture: 'project-queue-kindly-2.webp',
      alt: 'A laptop that shows the nurses’ list: number 147 with two buttons, and who is next',
    },
    {
      picture: 'project-queue-kindly-5.webp',
      alt: 'A long row of empty orange chairs in the waiting room, with the sun on the floor',
    },
  ],
};

const chapli: SampleProject = {
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
