import type { SamplePost } from '../kinds.ts';

export const waitingRoom: SamplePost = {
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
