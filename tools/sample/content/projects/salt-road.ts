import type { SampleProject } from '../kinds.ts';

export const saltRoad: SampleProject = {
  name: 'salt-road',
  title: 'Salt Road',
  category: 'Film',
  client: 'Kohistan Film Fund',
  year: 2025,
  services: ['Direction and camera', 'Edit and colour', 'Sound'],
  result: 'Shown at nine festivals and in four truck stops',
  figures: [
    ['24 min', 'running time'],
    ['11 days', 'on the road'],
    ['9', 'festivals'],
    ['3', 'languages'],
  ],
  quote: 'They let the road talk. We have shown the film to every new driver since.',
  quote_by: 'Gulzar Ahmad, chair of the drivers’ guild',
  credits: [
    { role: 'Direction, camera', name: 'Hamza Yusufzai' },
    { role: 'Production', name: 'Leena Rahman' },
    { role: 'Edit', name: 'Nadia Safi' },
  ],
  description: `<p>A documentary of 24 minutes about the lorries that carry rock salt down from the mines, and the people who drive them. We followed one driver, Gulzar, for eleven days and two breakdowns. Fifteen seconds of it are above.</p>
<h2>What is it like to sit in there?</h2>
<p>The fund had asked for ten minutes about the painting. Gulzar read our outline at a tea stop and gave it back. Everybody photographs the lorry, he said; you could find a thousand such pictures without leaving the city. Nobody had ever asked him what one hears in it, from four in the morning until the lamps go on.</p>
<p>We went back to the fund with a longer film and a smaller crew: two people, who would fit on the bench beside him.</p>
[figure]
<h2>Eleven days on the bench</h2>
<p>The camera stayed in the cab, and on the first day it stayed in its bag. We hung four microphones and listened, and what they heard decided where we sat and when we filmed. Hamza has written down <a href="/view-blog/[sound-first]">why the sound comes first</a>.</p>
<p>Every sound got a line in a notebook, with the time. In the evening we read the lines to Gulzar, and he told us which of them a driver would wait for the next day.</p>
[figure]
<p>No narrator explains anything: the road, the radio and the tea stops do. Both breakdowns are in the film at their full length, because waiting for a part is a third of the work. Nadia cut the first version with the screen switched off.</p>
<ul><li>Direction, camera, edit and colour</li><li>All sound recorded on the way, mixed for a cinema and once more for a telephone</li><li>Subtitles in English, Urdu and Pashto</li></ul>
[figure]
<h2>A bed sheet and a projector</h2>
<p>Nine festivals showed the film. Gulzar took it to four truck stops, with a bed sheet and our projector, and people watched from rope beds between their lorries. They laughed where no festival had laughed, and asked for one bend to be longer. They were right. The longer bend is in the version that is shown now.</p>
<p>The guild begins its course for new drivers with it. After the third course, the haulage company at the mine put a second mattress into each cab, because the film had shown where the other man sleeps.</p>`,
  illustrations: [
    {
      picture: 'project-salt-road-2.webp',
      alt: 'The view from the cab at dusk: a salt flat, hills, and another lorry ahead',
      caption: 'Day six, seen from the cab. The lorry ahead carries the spare part for ours.',
      width: 'wide',
    },
    {
      picture: 'project-salt-road-4.webp',
      alt: 'An open notebook, a sound recorder and two glasses of tea on a table at the roadside; a lorry with its lamps on behind them',
      caption:
        'Six hours of listening make two pages. The underlined line became the last minute of the film.',
      width: 'text',
    },
    {
      picture: 'project-salt-road-6.webp',
      alt: 'An empty road at night with the two lamps of a lorry far away under dark hills',
      caption: 'The last picture. One hears rain over it, which fell three days earlier.',
      width: 'full',
    },
  ],
  images: [
    {
      picture: 'project-salt-road-1.webp',
      alt: 'A painted lorry with its lamps on, on a salt flat at dusk; a second one far behind it',
    },
    {
      picture: 'project-salt-road-3.webp',
      alt: 'The crown of the lorry from below: painted stars in two rows, and small lamps in a line',
    },
    {
      picture: 'project-salt-road-5.webp',
      alt: 'Pink blocks of rock salt on the wooden bed of a lorry, with light coming through their edges',
    },
  ],
  video: { film: 'project-salt-road.mp4', captions: 'project-salt-road.vtt' },
};
