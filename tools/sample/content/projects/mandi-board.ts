import type { SampleProject } from '../kinds.ts';

export const mandiBoard: SampleProject = {
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
