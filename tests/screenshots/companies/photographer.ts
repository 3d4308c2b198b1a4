import { type Company, crop, drawing, drawn, portrait } from './company.ts';

const mark = (colour: string) =>
  drawing(
    `<g fill="none" stroke="${colour}" stroke-width="9"><circle cx="60" cy="60" r="46"/><path d="M20 78h80"/></g><circle cx="60" cy="60" r="13" fill="${colour}"/>`,
  );

/** A photographer who works alone: twelve pictures of every shape, no posts, no positions, no telephone, no address. */
export const photographer: Company = {
  site: {
    name: 'Mairi Sinclair',
    tagline: 'Photographs of places before anybody is up',
    description:
      'Mairi Sinclair photographs buildings, rivers and tables, mostly at dawn, for magazines and architects.',
    email: 'mairi@sinclair.example',
    social: [{ name: 'Instagram', url: 'https://www.instagram.com/' }],
    legal_entity: 'Mairi Sinclair',
    brand: {
      logo: 'logo.svg',
      logo_dark: 'logo-dark.svg',
      logo_with_name: true,
      favicon: 'favicon.svg',
      artwork: 'picture',
      picture: 'picture.jpg',
      colors: {
        light: { background: '#ffffff', text: '#171717', accent: '#8c2f1b' },
        dark: { background: '#121212', text: '#f2f0ee', accent: '#f0977f' },
      },
    },
    pages: {
      home: {
        head: {
          title: 'Places, before anybody is up',
          text: 'I photograph buildings, rivers and tables for magazines and architects. One camera, one person, the first hour of light.',
        },
        about: {
          title: 'How I work',
          text: 'I come the day before, without a camera, and walk. The next morning I am there an hour before the sun. You get twelve pictures, never two hundred.',
        },
        contact: { title: 'Have a place that you see every day and never look at?' },
      },
      portfolio: {
        head: {
          title: 'Pictures',
          text: 'Two shelves: what stands still outside, and what stands still inside.',
        },
      },
      team: {
        head: { title: 'About me', text: 'There is only me. I answer my own letters.' },
      },
      careers: { show: false },
      jobs: { show: false },
      contact: { head: { title: 'Write to me', text: 'Tell me the place, the month and what it is for.' } },
    },
    own_pages: [
      {
        id: 'prints',
        path: '/prints',
        title: 'Prints',
        place: 'menu',
        published: true,
        text: '<p>Each picture is printed ten times, on cotton paper, and signed. After the tenth the file is locked away.</p><h2>Sizes</h2><ul><li>30 × 37.5 cm: £180</li><li>60 × 75 cm: £420</li></ul><p>Framing in ash or oak on request.</p>',
      },
    ],
  },
  files: {
    'logo.svg': mark('#171717'),
    'logo-dark.svg': mark('#f2f0ee'),
    'favicon.svg': mark('#8c2f1b'),
    'picture.jpg': crop('project-kabul-river-recorded-1', 'landscape'),
  },
  team: [
    {
      name: 'Mairi Sinclair',
      designation: 'Photographer',
      bio: 'Grew up above a chemist’s shop, developed her first film in its sink, and has worked for herself since 2012. Lives by the water and gets up too early.',
      portrait: portrait('leena-rahman', '#a08f88'),
    },
  ],
  categories: [
    {
      title: 'Outside',
      image: crop('project-kabul-river-recorded-2', 'landscape'),
      logo: drawn(
        '<circle cx="60" cy="60" r="44" fill="none" stroke="#171717" stroke-width="8"/><circle cx="60" cy="60" r="16" fill="#8c2f1b"/>',
      ),
      works: [
        {
          title: 'The gate at seven',
          client: 'Brick & Lime, autumn issue',
          year: 2026,
          services: ['Photography'],
          credits: [['Photography', 'Mairi Sinclair']],
          description:
            '<p>Four mornings at a city gate that everybody has seen on a banknote. On the fourth there was no wind, and the dust stayed down.</p>',
          pictures: [
            crop('project-walls-that-were-1', 'portrait'),
            crop('post-gates', 'tall'),
            crop('project-walls-that-were-2', 'landscape'),
            crop('project-walls-that-were-2', 'square', 'right'),
          ],
        },
        {
          title: 'Low water',
          year: 2025,
          description: '<p>A river that is a road for half of the year.</p>',
          pictures: [
            crop('project-kabul-river-recorded-1', 'square', 'right'),
            crop('project-kabul-river-recorded-2', 'landscape'),
          ],
        },
        {
          title: 'Last lorry',
          year: 2025,
          description: '<p>It comes through at ten to six, and the driver waves.</p>',
          pictures: [crop('project-salt-road-1', 'landscape')],
        },
      ],
    },
    {
      title: 'Inside',
      image: crop('project-the-open-shelf-2', 'landscape'),
      logo: drawn(
        '<rect x="18" y="30" width="84" height="60" fill="none" stroke="#171717" stroke-width="8"/><circle cx="60" cy="60" r="14" fill="#8c2f1b"/>',
      ),
      works: [
        {
          title: 'Spines',
          client: 'The county library',
          year: 2024,
          description: '<p>Eleven thousand books, one afternoon, no flash.</p>',
          pictures: [
            crop('project-the-open-shelf-2', 'tall', 'left'),
            crop('project-qissa-press-1', 'portrait'),
          ],
        },
        {
          title: 'Market fruit',
          year: 2024,
          description: '<p>For a cookery book without recipes.</p>',
          pictures: [
            crop('project-mandi-board-2', 'square', 'left'),
            crop('project-mandi-board-1', 'portrait', 'right'),
            crop('project-night-school-2', 'landscape'),
          ],
        },
      ],
    },
  ],
};
