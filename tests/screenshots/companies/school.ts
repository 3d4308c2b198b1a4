import { type Company, crop, drawing, drawn, portrait } from './company.ts';

const bird = (body: string, beak: string) =>
  drawing(
    `<path d="M16 92C16 46 46 20 82 20l22 14-20 6c4 34-20 62-68 52z" fill="${body}"/><path d="M82 20l22 14-20 6z" fill="${beak}"/>`,
  );

const blue = '#7d93b8';

/** A school: programmes in the place of a portfolio, a team of many, news, and no positions. */
export const school: Company = {
  site: {
    name: 'Sparrow Hill School',
    short_name: 'Sparrow Hill',
    tagline: 'A small school with a large garden, for ages 4 to 12',
    description:
      'Sparrow Hill is an independent primary school in Abbottabad. Classes have at most sixteen children, and every child has a garden bed.',
    address: { street: 'Jadoon Lane', city: 'Abbottabad', region: 'Khyber Pakhtunkhwa', country: 'Pakistan' },
    phone: '+92 992 000 000',
    email: 'office@sparrowhill.example',
    hours: ['Monday to Thursday, 8 am to 2 pm', 'Friday, 8 am to noon'],
    social: [{ name: 'Facebook', url: 'https://www.facebook.com/' }],
    legal_entity: 'Sparrow Hill Education Trust',
    brand: {
      logo: 'logo.svg',
      logo_dark: 'logo-dark.svg',
      logo_with_name: true,
      favicon: 'favicon.svg',
      colors: {
        light: { background: '#fffdf5', text: '#1d2540', accent: '#1f4fa3', signal: '#8a5a00' },
        dark: { background: '#11162a', text: '#f3f2ea', accent: '#9dbcff', signal: '#f2c14e' },
      },
    },
    pages: {
      home: {
        head: {
          title: 'Small classes. Muddy shoes.',
          text: 'Sparrow Hill is a primary school in Abbottabad for children from 4 to 12. At most sixteen in a class, two languages, and an hour outside every day.',
          proof: 'Since 1998; 212 children, 24 teachers, 190 garden beds.',
        },
        selected_work: { title: 'What children do here' },
        about: {
          title: 'Come on an ordinary day',
          text: 'We have no open day. Ring the bell on any Tuesday, and a child of class five shows you round. They know more than the prospectus, and they do not leave out the noisy parts.',
        },
        latest_posts: { title: 'News' },
        contact: { title: 'Would your child like it here?' },
      },
      portfolio: {
        head: {
          title: 'Programmes',
          text: 'Three things that every class does, beside reading, writing and numbers.',
        },
      },
      publishing: { head: { title: 'News', text: 'From the classrooms and the garden.' } },
      team: {
        head: { text: 'The people who open the gate, teach, cook and listen.' },
      },
      careers: { show: false },
      jobs: { show: false },
      contact: {
        head: { text: 'The office answers the telephone during school hours, and letters always.' },
      },
    },
    own_pages: [
      {
        id: 'admissions',
        path: '/admissions',
        title: 'Admissions',
        place: 'menu',
        published: true,
        text: '<p>Children join in April, or during the year if there is a place.</p><ol><li data-list="ordered">Visit us on a Tuesday.</li><li data-list="ordered">Send the form with a copy of the birth certificate.</li><li data-list="ordered">Your child spends a morning in class.</li><li data-list="ordered">We write to you within a week.</li></ol><h2>Fees</h2><p>Rs 14,500 a month, books and lunch included. One child in eight pays nothing; ask us, and nobody else will know.</p>',
      },
      {
        id: 'terms',
        path: '/term-dates',
        title: 'Term dates',
        place: 'footer',
        published: true,
        text: '<ul><li>Spring: 1 April to 12 June</li><li>Autumn: 17 August to 18 December</li><li>Winter: 1 February to 26 March</li></ul>',
      },
    ],
  },
  files: {
    'logo.svg': bird('#1f4fa3', '#f2c14e'),
    'logo-dark.svg': bird('#9dbcff', '#f2c14e'),
    'favicon.svg': bird('#1f4fa3', '#f2c14e'),
  },
  team: [
    {
      name: 'Rabia Tanoli',
      designation: 'Head teacher',
      department: 'Office',
      bio: 'Stands at the gate every morning and knows all 212 names.',
      portrait: portrait('sana-iqbal', blue),
    },
    {
      name: 'Yusuf Jadoon',
      designation: 'Admissions and accounts',
      department: 'Office',
      portrait: portrait('hamza-yusufzai', blue),
    },
    {
      name: 'Ms Catherine',
      designation: 'Class one',
      department: 'Teachers',
      bio: 'Has taught children to read since 1998, some of whom now bring their own.',
      portrait: portrait('mehreen-dar', blue),
    },
    {
      name: 'Saad Abbasi',
      designation: 'Class four, numbers',
      department: 'Teachers',
      portrait: portrait('bilal-orakzai', blue),
    },
    {
      name: 'Hina Swati',
      designation: 'Class five, Urdu',
      department: 'Teachers',
      portrait: portrait('zarmina-khattak', blue),
    },
    {
      name: 'Adeel Gul',
      designation: 'Garden and kitchen',
      department: 'Garden',
      bio: 'Grows the lunch.',
      portrait: portrait('daniel-okafor', blue),
    },
  ],
  categories: [
    {
      title: 'Programmes',
      image: crop('project-night-school-1', 'landscape'),
      logo: drawn('<path d="M16 92C16 46 46 20 82 20l22 14-20 6c4 34-20 62-68 52z" fill="#1f4fa3"/>'),
      works: [
        {
          title: 'The library that children run',
          description:
            '<p>Class five buys, labels, lends and mends. A ten-year-old librarian decides about late books, and is milder than we would be.</p><ul><li>Ages 9 to 11</li><li>Two hours a week</li></ul>',
          result: 'Every child borrows a book a week; nine out of ten bring it back',
          pictures: [crop('project-the-open-shelf-2', 'portrait'), crop('post-paper-cards', 'landscape')],
        },
        {
          title: 'Building with blocks, from arches to cities',
          description:
            '<p>Geometry that falls over if it is wrong. All ages build on one table and leave it standing for the next class.</p>',
          pictures: [crop('post-kitchen-table', 'square')],
        },
        {
          title: 'Market arithmetic',
          description: '<p>On Thursdays class three buys the vegetables for lunch, with a fixed purse.</p>',
          quote: 'She haggles now. I am not sure whom to thank.',
          quote_by: 'A father of class three',
          pictures: [crop('project-mandi-board-2', 'landscape'), crop('project-mandi-board-1', 'landscape')],
        },
      ],
    },
  ],
  posts: [
    {
      title: 'The sparrows are back',
      cover: crop('post-gates', 'landscape'),
      html: '<p>Class two counted forty-one on Monday and fifty-three on Wednesday. They would like it known that nobody counted a pigeon.</p>',
    },
    {
      title: 'Sports day moves to 4 March',
      cover: crop('project-stepwell-1', 'portrait'),
      html: '<p>Because of the rain. The sack race is moved too, and so are the sacks.</p>',
    },
  ],
};
