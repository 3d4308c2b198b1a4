import type { SamplePost } from './kinds.ts';

const waitingRoom: SamplePost = {
  name: 'waiting-room',
  title: 'We were asked for an app. The waiting room needed a number.',
  daysAgo: 4,
  cover: 'post-waiting-room.webp',
  figure: {
    picture: 'figure-waiting-room.webp',
    alt: 'A bar for each hour of the day. At nine, far more people are in the room than the line of chairs can seat; by the afternoon it empties.',
  },
  html: `<p>The hospital's request was four pages long. It asked for an app with appointments, doctors' profiles, a map of the building, payments and a chat. It was a reasonable list. Every item on it solved a problem that somebody in the building had.</p>
<p>We asked for one week before we said yes. Two of us spent it in the waiting room of the outpatient wing, from half past seven in the morning until the last patient had gone home. We brought a notebook, a thermos, and a rule: no suggestions until Friday.</p>
<h2>What a week on a bench teaches</h2>
<p>By Tuesday we knew the rhythm. People came early, because coming early was the only thing they could do to be seen early. By nine the room held three hundred people and a hundred and twenty chairs. Nobody left to eat or to pray without asking a stranger to hold their place, and nobody quite trusted the stranger.</p>
[figure]
<p>The staff were not slow. We timed it: a visit took eleven minutes, paperwork included. The doctors were busy all day. The queue was not long because the work was slow; it was long because everybody stood in it at the same time.</p>
<p>On Wednesday a man who had come from a village three hours away told us what he wanted. He did not want to see the queue on his phone. He had no data on it. He wanted to know whether he had time to buy his daughter a pair of shoes.</p>
<blockquote>I can wait. I only want to know how long, so that I can do something with the day.</blockquote>
<h2>The smallest thing that could work</h2>
<p>So on Friday we proposed something that was not in the four pages, and which is called <a href="/portfolioOne/[queue-kindly]">Queue Kindly</a> now. You take a number at the door. You give a phone number, any phone. You leave. When seven people are before you, a text message calls you back. A screen on the wall shows where the queue stands, for those who stay.</p>
<p>For the staff it is one list with two buttons: <strong>next</strong>, and <strong>not here</strong>. Somebody who is not there is not struck off; they move down by five places, and get one more message. That last rule came from a nurse. Ours would have been stricter, and wrong.</p>
<p>We built the first version in nine days:</p>
<ul>
<li>a small server that stands in the hospital's own cupboard and works when the line to the outside is down,</li>
<li>a printer for numbers, the same that the bakery across the road has,</li>
<li>a screen on the wall, which is an old television,</li>
<li>a gateway for text messages, with a second one from another company behind it.</li>
</ul>
<h2>What we got wrong</h2>
<p>We called people by number on the wall and by name in the message. Nobody knew which was theirs. Now both say both. We also played a chime with every call. By noon on the first day the guard had unplugged the loudspeaker, and he was right.</p>
<p>The larger mistake was ours too. We had written the messages in careful, formal Urdu, and many people ask a child to read messages for them. So we went back to the bench, and rewrote every message until an eight-year-old could read it aloud at the first try. There are four of them. None has more than nine words.</p>
<h2>After three months</h2>
<p>The time that people spend in the room fell from two hours to twenty-five minutes. The number of visits in a day is the same: we made nothing faster. The chairs are enough now. The tea stall on the corner has put out more of its own.</p>
<p>The app may still come. There is a version of it that we would like to make. But it is easier to talk about now, because the loudest problem has stopped shouting, and the quieter ones can be heard.</p>`,
};

const soundFirst: SamplePost = {
  name: 'sound-first',
  title: 'Record the sound first, then decide where to put the camera',
  daysAgo: 15,
  cover: 'post-sound-first.webp',
  figure: {
    picture: 'figure-sound-first.webp',
    alt: 'A wave of sound drawn as bars: quiet at both ends, loud in the middle, one short passage in another colour.',
  },
  html: `<p>On our first day in the cab of Gulzar's lorry we did not unpack the camera. We hung four small microphones: one by the engine, one at the mirror, one behind the seats and one on Gulzar's collar. Then we drove for six hours and listened.</p>
<p>It was partly a trick. A camera makes people sit up straight. A microphone is forgotten before the next tea stop. But it was mostly because we had learned from an earlier film, the hard way, that sound is the thing you cannot get back.</p>
<h2>A picture can be mended</h2>
<p>If a shot is too dark, you can lift it. If it is crooked, you can turn it. If it is missing, you can cut around it, and the audience will build the gap in their heads without noticing. Viewers forgive pictures.</p>
<p>They do not forgive sound. A voice that drowns in wind is gone. And a room that is silent in a way in which no real room is silent tells everybody, at once, that what they see is not true.</p>
<blockquote>Close your eyes in the edit. If you still know where you are, the film is alive.</blockquote>
<h2>What the ears found</h2>
<p>After six hours we had a map of the lorry in sounds. The horn, of course; it plays a tune, and Gulzar paid more for it than for the brakes. But also a chain that rings on the tailgate at one certain speed, and stops at another. A radio that only works in the valleys. A cough of the engine, every time, one bend before the police post.</p>
[figure]
<p>Each of these became a scene. We knew that the chain would tell the audience how fast the lorry was going, so that we never had to show the speedometer. We knew that the radio would say <em>valley</em> before any picture did. And the cough gave us the best cut of the film, from a laughing man to a silent one, without a word between them.</p>
<h2>Then the camera</h2>
<p>On the second day we set the camera up where the sound was best. It is a strange way to choose a position, and it works more often than it should. Places where things sound clear tend to be places where people actually talk to one another. A microphone cannot be in the wrong place without telling you; a camera can, for a whole day.</p>
<p>This is the kit that we carried, for those who want to do the same:</p>
<ul>
<li>four microphones smaller than a fingernail, with fur against the wind,</li>
<li>a recorder with two levels, so that a horn and a whisper are both kept,</li>
<li>forty metres of cable tape, because everything shakes,</li>
<li>a notebook, in which every sound gets a line with the time.</li>
</ul>
<p>The notebook matters most. Eleven days of sound are two hundred and sixty hours. Nobody will listen to them twice. A line that says <em>14:10, Gulzar stops singing when he sees the bridge</em> is worth a hard disk.</p>
<h2>What it costs</h2>
<p>Time, mostly. We lost two days of pictures that we might have had, and one of them had the only rain of the journey. We have seen the rain. It was beautiful. We do not have it.</p>
<p>But we have how it sounded on the roof, with two men under it who had run out of things to say and were not in a hurry to find new ones. It is under the last minute of the film, over a picture of a dry road. Everybody who has seen <a href="/portfolioOne/[salt-road]">Salt Road</a> is quite sure that it ends in the rain.</p>`,
};

const twoScripts: SamplePost = {
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

const paperCards: SamplePost = {
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

const gates: SamplePost = {
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

const kitchenTable: SamplePost = {
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

/** Oldest post first, so that a later post has a higher id. */
export const posts: readonly SamplePost[] = [
  gates,
  paperCards,
  kitchenTable,
  soundFirst,
  twoScripts,
  waitingRoom,
];
