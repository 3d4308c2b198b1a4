import type { SampleProject } from '../kinds.ts';

export const queueKindly: SampleProject = {
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
