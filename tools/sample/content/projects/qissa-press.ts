import type { SampleProject } from '../kinds.ts';

export const qissaPress: SampleProject = {
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
