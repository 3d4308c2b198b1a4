import type { SamplePost } from '../kinds.ts';

export const paperCards: SamplePost = {
  name: 'paper-cards',
  title: 'Ninety thousand paper cards and two librarians',
  daysAgo: 34,
  cover: 'post-paper-cards.webp',
  figure: {
    picture: 'figure-paper-cards.webp',
    alt: 'A card of the catalogue, next to it what the machine has read, with one word marked; below, a box for a sentence.',
  },
  html: `<p>The catalogue of the school libraries lived in forty-one drawers of grey steel. Ninety thousand cards, most of them typed, some of them written by hand, a few in pencil. Two hundred and twelve schools share the books and one van. If you wanted to know whether a book existed, you rang Mrs Shirin, and Mrs Shirin knew.</p>
<p>She had been retired for six years. So had Mr Aslam, who used to drive the van and knew where every book had last been seen. When we were asked to put the catalogue on the web, we asked for a budget for scanning, and a larger one for tea.</p>
<h2>The machine reads the letters</h2>
<p>Scanning was quick. Four students and two cameras took three weeks, and software turned the pictures into text. It did well on the typed cards: about ninety-six letters in a hundred were right. That sounds good until you work it out. Four wrong letters in a hundred means that nearly every title has one.</p>
<p>We could have stopped there. A search that forgives mistakes would have found most things. But a catalogue is a promise. If it says that a book is in Mardan, a child will wait for the van.</p>
<h2>People read the cards</h2>
<p>So we built a page for Mrs Shirin. It shows a card, and beside it what the machine has read. If it is right, press one key. If not, mend it. Nothing else is on the page: no menu, no counter, and nothing that blinks. We had made the letters large because we thought of her eyes. She asked for more cards on the screen instead.</p>
[figure]
<p>She did four hundred cards a day, and then she began to ring us.</p>
<blockquote>This card says the book is lost. It is not lost. It is in the cupboard behind the science room in Nowshera, because the roof leaked in 2009.</blockquote>
<p>That was not a mistake of reading. It was knowledge, and the page had no place for it. We added a box under every card with one question: <em>do you know something about this book?</em> Mr Aslam joined that week. Between them they filled the box six thousand times.</p>
<h2>What was in the boxes</h2>
<ul>
<li>1,400 books that the cards called lost, and where to look for them. Most were there.</li>
<li>Which three copies of the same atlas have the page with the moon.</li>
<li>Which books children ask for by another name, such as "the one with the blue donkey".</li>
<li>Eleven recipes. We do not know why. We kept them.</li>
</ul>
<p>The third kind changed the search. Children do not look for titles; they look for what they remember. Now the blue donkey is a way to find the book, next to its title and its number, and anybody who has borrowed a book may add such a name. Mrs Shirin reads them all before they appear.</p>
<h2>Small on purpose</h2>
<p><a href="/portfolioOne/[the-open-shelf]">The Open Shelf</a> is plain. It has to work on one shared computer in a staff room, on a line that comes and goes. A page is smaller than a photograph. When the line is gone, the search still works on what it had in the morning, and it says so.</p>
<p>And at the top of every page it tells you one thing that no search engine knows: when the van comes next. Mr Aslam types it in, every Sunday evening. In the first year he has been wrong once, and that was the bridge.</p>`,
};
