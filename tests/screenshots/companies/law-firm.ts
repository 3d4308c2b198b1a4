import { type Company, crop, portrait } from './company.ts';

const grey = '#8a9690';

/** A law firm: no portfolio, no pictures of its own but covers, posts as insights, and one position. */
export const lawFirm: Company = {
  site: {
    name: 'Ashgrove & Pell',
    tagline: 'Solicitors for family businesses and the families behind them',
    description:
      'Ashgrove & Pell are solicitors in Birmingham. We advise family businesses on ownership, property, employment and succession.',
    address: {
      street: '14 Cutlers’ Row',
      city: 'Birmingham',
      postal_code: 'B3 0AA',
      country: 'United Kingdom',
    },
    phone: '+44 121 496 0123',
    email: 'office@ashgrovepell.example',
    hours: ['Monday to Friday, 9 am to 5.30 pm', 'Evenings by appointment'],
    social: [{ name: 'LinkedIn', url: 'https://www.linkedin.com/' }],
    legal_entity: 'Ashgrove & Pell LLP',
    currency: 'GBP',
    brand: {
      colors: {
        light: { background: '#fbfaf6', text: '#1c2521', accent: '#14513f', signal: '#7d4a12' },
        dark: { background: '#101614', text: '#eef1ea', accent: '#8fd0b4', signal: '#e3b577' },
      },
    },
    pages: {
      home: {
        head: {
          title: 'Your business is your family. We advise both.',
          text: 'Solicitors in Birmingham for companies that are owned by the people who run them: from the first shareholders’ agreement to the day you hand over the keys.',
          proof: 'Since 1987: more than 400 family companies, four of them into the third generation.',
        },
        services: {
          title: 'How we can help',
          items: [
            {
              title: 'Ownership and shareholders',
              text: 'Shareholders’ agreements, family charters, and what happens when two of you no longer agree.',
            },
            {
              title: 'Succession and inheritance',
              text: 'Wills, trusts and the transfer of a company, planned years before anyone needs it.',
            },
            {
              title: 'Commercial property',
              text: 'Leases, purchases and the yard that your grandfather bought.',
            },
            {
              title: 'Employment',
              text: 'Contracts, dismissals and settlements, also when the employee is your cousin.',
            },
            { title: 'Disputes', text: 'Letters first, mediation next, and court when it must be.' },
          ],
        },
        about: {
          title: 'A fixed fee, agreed in writing, before we start',
          text: 'Most of what we do has been done before, so we can say what it costs. You get one price and one partner who answers the telephone. If the work grows, we ask you first.',
        },
        latest_posts: { title: 'Insights' },
        contact: { title: 'The first half hour is free. Ask us.' },
      },
      publishing: {
        head: {
          title: 'Insights',
          text: 'New law and old questions, explained for people who have a company to run.',
        },
      },
      team: { head: { text: 'Five people, two of them partners. You always know which one is yours.' } },
      careers: {
        head: { text: 'We train one solicitor every two years, and so far each of them has stayed.' },
        benefits: {
          items: [
            { title: 'Your own clients', text: 'From the first year, with a partner in the next room.' },
            {
              title: 'Home by six',
              text: 'We bill by the matter and not by the hour, so nobody counts yours.',
            },
          ],
        },
      },
      contact: { head: { text: 'Write or call. A solicitor answers on the same working day.' } },
    },
    own_pages: [
      {
        id: 'fees',
        path: '/fees',
        title: 'Fees',
        place: 'menu',
        published: true,
        text: '<p>We agree a fixed fee for almost everything. These are the prices of our most common work, including VAT.</p><h2>Companies</h2><ul><li>Shareholders’ agreement, up to four shareholders: £2,400</li><li>Transfer of shares within a family: from £1,800</li></ul><h2>People</h2><ul><li>Will: £420; two mirror wills: £640</li><li>Settlement agreement for an employee: £500, which the employer usually pays</li></ul><h2>When the work grows</h2><p>We tell you before it costs more, and you decide. <a href="/contact">Ask for a quotation.</a></p>',
      },
      {
        id: 'complaints',
        path: '/complaints',
        title: 'Complaints',
        place: 'footer',
        published: true,
        text: '<p>If we have let you down, write to Eleanor Pell. She answers within five working days, and looks into it herself unless it is about her. If you are not content after eight weeks, the Legal Ombudsman can help you free of charge.</p>',
      },
    ],
  },
  files: {},
  team: [
    {
      name: 'Eleanor Pell',
      designation: 'Managing partner',
      department: 'Partners',
      bio: 'Took over the firm from her father in 2009, with a shareholders’ agreement that she drafted herself. Advises on succession.',
      portrait: portrait('mehreen-dar', grey),
    },
    {
      name: 'Tobias Ashgrove',
      designation: 'Partner, commercial property',
      department: 'Partners',
      bio: 'Knows the lease of every railway arch in the city.',
      portrait: portrait('bilal-orakzai', grey),
    },
    {
      name: 'Ngozi Adeyemi',
      designation: 'Solicitor, employment',
      department: 'Solicitors and staff',
      portrait: portrait('daniel-okafor', grey),
    },
    {
      name: 'Harriet Lowe',
      designation: 'Solicitor, disputes and mediation',
      department: 'Solicitors and staff',
      portrait: portrait('leena-rahman', grey),
    },
    {
      name: 'Imran Siddiq',
      designation: 'Practice manager',
      department: 'Solicitors and staff',
      portrait: portrait('hamza-yusufzai', grey),
    },
  ],
  posts: [
    {
      title:
        'Five clauses that every family shareholders’ agreement needs, and the one that most of them forget',
      cover: crop('post-paper-cards', 'landscape'),
      html: '<p>Most families write their agreement when all is well. That is the right time. These are the clauses that earn their keep when it is not.</p><h2>Who may own shares</h2><p>Decide whether spouses may, and whether children may before they work in the company. There is no wrong answer, only a missing one.</p><h2>What a share is worth</h2><p>Name a method and a valuer. Courts can find a price, but it takes them two years.</p><blockquote>The forgotten clause says who speaks for a shareholder who can no longer speak.</blockquote><p>A lasting power of attorney for business matters costs less than a dinner for the board.</p>',
    },
    {
      title: 'What changes for landlords in April',
      cover: crop('project-walls-that-were-2', 'landscape'),
      html: '<p>Three notices become longer, and one disappears. If you let even a single unit, look at your standard letters before the end of March.</p><h2>What is longer</h2><p>Notice to a tenant who has stayed for more than two years is now three months. A notice that was sent before 1 April keeps its old date.</p><h2>What disappears</h2><p>The notice without a reason. From now on the letter has to say why, and the reason has to be one of nine.</p><blockquote>A letter with the wrong reason is no letter.</blockquote><p>Send us one of yours. We mark what has to change, and there is no charge for the first.</p>',
    },
    {
      title: 'Can I dismiss my brother-in-law?',
      cover: crop('project-the-open-shelf-2', 'landscape'),
      html: '<p>Yes, by the same procedure as anyone else. That is usually the difficulty.</p><h2>He is an employee first</h2><p>If he has worked for you for two years, he can ask a tribunal whether it was fair. The tribunal will not ask who is married to whom. It asks for the letter, the meeting and the reason.</p><h2>He may be a shareholder second</h2><p>Then he leaves the office and stays in the company. Read the shareholders’ agreement before you write the letter, not after.</p><h2>And third, it is Christmas in eight weeks</h2><p>Half of these cases end at a kitchen table. A mediator costs less than the first day in court, and you will both be asked to sit next to each other again.</p>',
    },
  ],
  jobs: [
    {
      title: 'Trainee solicitor',
      department: 'Training',
      employment_type: 'FULL_TIME',
      location_type: 'onsite',
      city: 'Birmingham',
      country: 'United Kingdom',
      closes_at: '2031-01-31',
      salary_min: 29000,
      salary_max: 31000,
      salary_currency: 'GBP',
      salary_unit: 'YEAR',
      show_salary: 1,
      description:
        '<p>Two years, four seats, and a place at the table when a client decides something.</p><ul><li>A law degree, or the conversion course</li><li>A clear hand: we will ask you to write one page</li></ul>',
    },
  ],
};
