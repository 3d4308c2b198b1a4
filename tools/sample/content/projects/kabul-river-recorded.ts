import type { SampleProject } from '../kinds.ts';

export const kabulRiverRecorded: SampleProject = {
  name: 'kabul-river-recorded',
  title: 'Kabul River, Recorded',
  category: 'Film',
  client: 'Museum of Rivers',
  year: 2023,
  services: ['Field recording', 'Listening room player'],
  result: 'Visitors stay forty minutes in a room that was planned for ten',
  figures: [
    ['31', 'microphones'],
    ['18 hours', 'of one day'],
    ['40 min', 'that people stay'],
  ],
  credits: [
    { role: 'Recording, mix', name: 'Hamza Yusufzai' },
    { role: 'Player', name: 'Daniel Okafor' },
    { role: 'Permits', name: 'Leena Rahman' },
  ],
  description: `<p>One river, one day, 31 microphones. A sound piece with still pictures for a museum's listening room, from the wash of the headwaters to the evening traffic on the bridges.</p>
<h2>A river is everywhere at the same time</h2>
<p>The Museum of Rivers had a dark room, and wanted a film of ten minutes for it. Hamza proposed to leave the film away: a camera is in one place, and the river is in all of them. So two crews laid out 31 recorders in four days, and all of them ran on the same Thursday in March, from four in the morning until ten at night.</p>
<p>Two came home silent. A third was taken in by a fisherman, who thought that it was lost and asked it for an hour whose it was. He is in the piece. The permit for the last bridge named the bridge next to it, so we heard that evening from the bank below.</p>
[figure]
<h2>The news at noon, nine times</h2>
<p>No two clocks agree. At the end of the day the first recorder and the last were eleven seconds apart, which is enough to hear a ferry arrive before it leaves. In nine of the recordings a radio somewhere reads the news at noon, and those we set by the voice of the newsreader. The others had been clapped at, beside one watch, when they were laid out and when they were collected. The mix took Hamza five weeks.</p>
<p>We built the player too: visitors walk along the river with a slider, and the mix follows them. Daniel's first one had a map with the names of the towns. People read the map and heard nothing. The slider is what is left, with one still picture for each place.</p>
<p>The room was planned for ten minutes, and visitors stay for forty. The museum has moved a second bench in. Children ask where the fisherman is.</p>`,
  illustrations: [
    {
      picture: 'project-kabul-river-recorded-2.webp',
      alt: 'The lamps of the bridge and the lights of the evening traffic, mirrored in dark water',
      caption:
        'The right bridge, from the wrong side: lorries above, water below, and both in one recording.',
      width: 'wide',
    },
  ],
  images: [
    {
      picture: 'project-kabul-river-recorded-1.webp',
      alt: 'A wide river in the early morning, with boats at its bank and a bridge of many arches in the haze',
    },
  ],
};
