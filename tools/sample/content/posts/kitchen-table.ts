import type { SamplePost } from '../kinds.ts';

export const kitchenTable: SamplePost = {
  name: 'kitchen-table',
  title: 'Sixty-four levels on a kitchen table',
  daysAgo: 23,
  cover: 'post-kitchen-table.webp',
  figure: {
    picture: 'figure-kitchen-table.webp',
    alt: 'Nine columns of blocks of different heights, seen from one corner, like the stairs of a well.',
  },
  html: `<p>The prototype of <a href="/portfolioOne/[stepwell]">Stepwell</a> weighs about four kilograms. It is a wooden box with eighty blocks in it, a tray, and a jug. For the first two months of the project this was the whole game: somebody built a level out of blocks, somebody else poured the water, and a third person mopped the table.</p>
<p>We do have computers. All three of us can program, and on the first evening we had a version on a screen that turned and dripped. It was pretty, and we spent the next four evenings on how the water should shine. On the fifth evening Sana put a tray of blocks on the table and asked where the game was.</p>
<h2>Why wood</h2>
<p>A block costs nothing to move. If a level is dull, you know within a minute, your hand goes out, and a moment later it is another level. On a screen the same change is a small piece of work, and a small piece of work is something that you defend. We noticed that we argued for levels because they had been hard to build. Nobody has ever argued for a heap of blocks.</p>
<p>Wood also lets strangers in. The baker's son, who was nine at the time, has never opened our editor. He built eleven levels of the final game in the breaks between homework, and he broke the rules of all of them at once, which is how we found out what the rules were.</p>
<blockquote>He turned the tray upside down and said: now it goes up. We kept that.</blockquote>
<h2>Three rules that stayed</h2>
<p>From the tray we took the rules that became the game:</p>
<ol>
<li><strong>Water never waits.</strong> It goes down as soon as it can. The player turns stairs and never the water.</li>
<li><strong>Nothing is lost.</strong> Every turn can be taken back. There is no clock, no score, and no way to fail except to stop.</li>
<li><strong>One new thing at a time.</strong> A level may show one idea that the player has not met, and it must show it in the first move.</li>
</ol>
<p>The third is the hard one. Of about three hundred levels that we built on the table, sixty-four are in the game. Most of the others were good. They had two ideas.</p>
[figure]
<h2>From the tray to the phone</h2>
<p>When we had forty levels that we liked, we wrote the game again, from nothing, in six weeks. It went fast, because there was nothing to decide. The programmers asked questions such as "what happens when two streams meet on a landing?" and somebody fetched the jug.</p>
<p>Not everything survived. On the table you can lean over and look behind a wall. On a phone you cannot, and a puzzle that hides its answer is not a puzzle, it is a nuisance. We threw nine levels away for that and moved the camera for the rest. The game now turns with one thumb, and wherever you turn it, every stair can be seen.</p>
<p>We also learned that water on a table makes a sound, and that the sound tells you more than the picture does. So we recorded the tray. Every drop in Stepwell is a drop on our kitchen table, at about two o'clock in the morning, with the fridge unplugged.</p>
<h2>What we would do again</h2>
<p>All of it, with a better mop. The box of blocks stands in the meeting room now. When a client comes with an idea that is hard to explain, we put the tray in front of them and say: show us. It works for libraries and for hospitals too. It turns out that most things can be said with eighty blocks and some water.</p>`,
};
