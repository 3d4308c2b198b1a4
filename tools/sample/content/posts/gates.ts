import type { SamplePost } from '../kinds.ts';

export const gates: SamplePost = {
  name: 'gates',
  title: 'How to draw a gate that nobody has seen',
  daysAgo: 47,
  cover: 'post-gates.webp',
  figure: {
    picture: 'figure-gates.webp',
    alt: 'A pointed arch in a wall, with an eight-pointed star in its opening.',
  },
  html: `<p>The old city of Peshawar had sixteen gates. Some still stand, some were built again, and of a few there is nothing left but a name that bus conductors shout. A museum asked us to bring all of them back, as models through which a class can walk in a browser. They are called <a href="/portfolioOne/[walls-that-were]">Walls That Were</a>.</p>
<p>It is easy to make a beautiful gate. It is much harder to make an honest one. This is about the difference.</p>
<h2>Three kinds of knowing</h2>
<p>Everything in the models is there for one of three reasons. Either it was measured: surveyors stood in front of it, and we have their numbers. Or somebody saw it: there is a photograph, a drawing, a sentence in a letter. Or we guessed, from the gates that were built in the same years by the same hands.</p>
<p>In most reconstructions you cannot tell which is which. The guess wears the same stone as the measurement. So we began with a decision about colour:</p>
<ul>
<li><strong>Measured</strong> stone has its full colour and its grain.</li>
<li><strong>Seen</strong> stone has its colour and no grain.</li>
<li><strong>Guessed</strong> stone is pale, like plaster that waits for paint.</li>
</ul>
<p>Some of the gates are almost white. The museum was worried at first that they would look unfinished. They do. They are.</p>
[figure]
<h2>A photograph is a measurement</h2>
<p>For one of the gates all that remains is a postcard from about 1910, with a man and a bicycle in front of it. Bicycles of that make had wheels of twenty-eight inches. From the wheel we have the man, from the man the door, from the door the arch. Then the shadow on the wall gave us the hour, and the hour gave us how far the wall stood back from the road.</p>
<p>It took Bilal four days to find the height of that arch within a hand's width. Then an old lady came to the first showing, looked at the model, and said that her father used to hit his head on the lamp. There was no lamp. We asked her how tall her father had been.</p>
<blockquote>Now the lamp is there. It is pale, since we only have her word for it, and it hangs at one metre and eighty-one.</blockquote>
<h2>Light enough for a classroom</h2>
<p>A model that only runs on our machines would be a film. The schools have computers that others have given away, so all sixteen gates together had to be smaller than a song. We threw away every polygon that a child of ordinary height cannot see. What is above the cornice is flat. What is behind the tower is not there at all.</p>
<p>That has a nice effect. If you find a way to climb up, and children do, you stand at the edge of what we know. We thought about putting up a wall there. We put up a sentence instead: <em>from here on, somebody has to find out more.</em></p>
<h2>What came back</h2>
<p>People write to us now. They send photographs of weddings with a gate in the background, out of focus, and it is exactly the side that we were missing. A retired engineer sent the drawing of a drain. Each of these turns a few pale stones into coloured ones, and the page says who it was and when.</p>
<p>So the gates are slowly getting darker. We like to think that this is what a monument should do: stand there, a little unfinished, and ask the people who walk past what they remember.</p>`,
};
