import type { SamplePost } from '../kinds.ts';

export const twoScripts: SamplePost = {
  name: 'two-scripts',
  title: 'Two scripts on one sign, and neither is the guest',
  daysAgo: 9,
  cover: 'post-two-scripts.webp',
  figure: {
    picture: 'figure-two-scripts.webp',
    alt: 'A large letter N between four guide lines, with round marks where its strokes end.',
  },
  html: `<p>Stand at any crossing in our city and read the signs. There are two scripts on most of them. One was drawn by somebody who loved it. The other was typed underneath, in whatever the machine had, and stretched until it was as wide as the first. Which one is the guest depends on the street.</p>
<p>We have wanted to mend that for years. Last winter a maker of signs asked us for a typeface for bilingual boards, and so we began to draw <a href="/portfolioOne/[chapli]">Chapli</a>. This is what we learned about letting two scripts live in the same house.</p>
<h2>Do not match the heights</h2>
<p>The first instinct is to make things the same height. Latin has capitals and an x-height; Arabic letters have teeth, loops, and strokes that dive far below the line. If you scale one until its tallest letter meets the tallest letter of the other, the text looks like a radio that is tuned between two stations.</p>
<p>What the eye compares is something else: how dark the line is, and how often dark and light follow each other. So we matched those. We blurred both scripts until no letter could be read, and changed weights until the two grey bands were the same grey.</p>
[figure]
<h2>Borrow the pen, not the shapes</h2>
<p>The second instinct is to give the scripts the same details: a cut of the Latin serif on the end of an alif, say. It looks clever at large sizes, and foreign at every size. A reader of Urdu does not see a family likeness; they see a mistake.</p>
<p>A pen is another matter. A reed that is held at one angle thickens and thins a stroke in a way that you feel without noticing it. We gave our Latin letters that angle. It is only a few degrees away from what Latin is used to, and the two scripts began to sound like one voice.</p>
<blockquote>If you can tell which script was drawn first, it is not finished.</blockquote>
<h2>Paint before pixels</h2>
<p>We tested on boards. Rafiq, who has painted shop signs for forty years, copied our letters with a brush, and told us where his hand did not want to go. Wherever that was, the outline was wrong as well. He straightened three letters that way, and refused to paint one of them at all until we had redrawn it.</p>
<p>Then we put the boards up on the far side of a car park and walked towards them with a measuring wheel:</p>
<ol>
<li>At 60 metres nobody should be able to read anything, but both scripts should look equally busy.</li>
<li>At 40 metres the first word should become readable, in both scripts within two steps of one another.</li>
<li>At 25 metres everything should be readable by somebody who has left their glasses at home.</li>
</ol>
<p>Our first draft failed the second test by eleven metres. The Latin was ahead. It took five rounds until the two arrived together, and most of the work was in the spaces and not in the letters.</p>
<h2>Numbers are letters too</h2>
<p>A sign is half numbers: houses, distances, telephone lines. There are three sets of digits in daily use here. All of them must stand in one row, at one width, without one looking like a child among uncles. We drew them last. We should have drawn them first, because they are where the two scripts meet most often.</p>
<p>Chapli is on nineteen buildings now. The nicest thing that we have heard about it came from the owner of a pharmacy. He looked up at his new board for a while and said: it looks as if it had always been there. Then he asked whether the green could be greener.</p>`,
};
