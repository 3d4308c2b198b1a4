import type { SampleProject } from '../kinds.ts';

export const theOpenShelf: SampleProject = {
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
