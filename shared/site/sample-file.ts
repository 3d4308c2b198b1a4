import type { SiteFile } from '../schemas/site.ts';

/**
 * The sample company, used while DATA_DIR has no site.json, in the form of that file. Phone, email and links are
 * placeholders, to be replaced by the company's real ones. docs/site.sample.json has the same content, as a starting
 * point for a company's own file. No browser code imports this module: the scripts of another company must not
 * contain any of it.
 */
export const sampleFile = {
  name: 'Naqsh Studio',
  short_name: 'Naqsh',
  tagline: 'Media and software, made in Peshawar',
  description:
    'Naqsh Studio is a media and software studio in Peshawar. Read what we publish and see what we make.',
  address: { city: 'Peshawar', region: 'Khyber Pakhtunkhwa', country: 'Pakistan' },
  phone: '+92 91 000 0000',
  email: 'hello@naqsh.example',
  reply_time: 'We answer within two working days.',
  time_zone: 'Asia/Karachi',
  currency: 'PKR',
  hours: [],
  social: [
    { name: 'Facebook', url: 'https://www.facebook.com/' },
    { name: 'LinkedIn', url: 'https://www.linkedin.com/' },
  ],
  legal_entity: 'Naqsh Studio',
  brand: { artwork: 'pattern' },
  apps: [
    {
      id: 'qissa',
      name: 'Qissa',
      summary:
        'Stories from Peshawar to read and to hear, in Urdu, Pashto and English, also without a connection.',
      developer: 'Naqsh Studio',
      stores: [
        { store: 'Google Play', url: 'https://play.google.com/store' },
        { store: 'App Store', url: 'https://www.apple.com/app-store/' },
      ],
      deleted_data: [
        'The account: name, email address and password',
        'Stories that you marked, and how far you have read',
        'Comments that you wrote',
      ],
      kept_data: ['Receipts of what you bought, for 6 years, as tax law demands'],
    },
    {
      id: 'bazaar-board',
      name: 'Bazaar Board',
      summary: 'Small shops put up what is new today, and their neighbours see it first.',
      developer: 'Naqsh Studio',
      stores: [{ store: 'Google Play', url: 'https://play.google.com/store' }],
      deleted_data: [
        'The account: phone number, name of the shop and its place',
        'Every notice that you put up, with its pictures',
      ],
      kept_data: [],
    },
  ],
  pages: {
    home: {
      head: {
        title: 'Made to leave a mark.',
        text: 'Naqsh Studio is a media and software studio in Peshawar, Pakistan. We publish, film and design, and we build the software that carries it.',
        proof: 'Since 2015: films, apps and letters for museums, markets and schools.',
      },
      about: {
        title: 'Naqsh means pattern, and imprint',
        text: 'A pattern is a rule repeated with care until it becomes something larger. That is how we work: small parts that fit, each one checked, and a whole that outlasts the campaign it was made for.',
      },
      services: {
        title: 'What we make',
        items: [
          {
            title: 'Media',
            text: 'Writing, film, photography and design, from the first idea to the day it goes live.',
            link: '/portfolio',
          },
          {
            title: 'Software',
            text: 'Websites, apps and the systems behind them, looked after long after launch.',
            link: '/portfolio?category=Web%20and%20apps#all-work-title',
          },
          { title: 'Publishing', text: 'What we learn, we write down and share.', link: '/publishing' },
        ],
      },
      process: {
        title: 'How a film or an app gets made',
        items: [
          {
            title: 'A first hour',
            text: 'On a call or at our table, free of charge. You say what it is for, and we say whether we are the right people.',
          },
          {
            title: 'A plan with a price',
            text: 'Two pages within ten days: what we make, by when and for how much. It changes only with your word.',
          },
          {
            title: 'A small piece first',
            text: 'Two to three weeks for one scene or one screen, tried with the people it is for. Then you decide whether we go on.',
          },
          {
            title: 'The making',
            text: 'Ten weeks for a short film, three to five months for an app. Every second Friday you see how far it is.',
          },
          {
            title: 'Release, and after',
            text: 'One week to go live. For three months after that we put right what turns up, without a bill.',
          },
        ],
      },
      contact: { title: 'Have something that should leave a mark?' },
    },
    portfolio: {
      head: {
        text: 'Our work, sorted by craft. Open a category to see its projects.',
        description: 'What we have made, sorted by craft: every field we work in, and its projects.',
      },
    },
    publishing: {
      head: { text: 'How we made things, what we learned along the way, and what we would do again.' },
    },
    team: {
      head: {
        text: 'The people behind Naqsh Studio.',
        description: 'The people behind Naqsh Studio, and what each of them does.',
      },
      points: {
        items: [
          {
            title: 'Since 2015',
            text: 'We began in one room above a bakery in Peshawar, with a borrowed camera.',
          },
          {
            title: 'Seven people',
            text: 'A director, a producer, game makers, an engineer, a cameraman and a type designer share one table.',
          },
          {
            title: 'One rule',
            text: 'The person who makes a thing also brings it to the people it is for, and looks after it there.',
          },
        ],
      },
      invitation: { title: 'Would you like to work with us?' },
    },
    careers: {
      head: {
        text: 'Naqsh Studio is made of people who finish what they start. Come and make something with us in Peshawar, Pakistan.',
        description: 'Why people stay at Naqsh Studio, how we hire, what we offer, and what is open now.',
      },
      reasons: {
        title: 'Why people stay',
        items: [
          {
            title: 'Whole projects',
            text: 'Media and software sit at the same table. You see your work through until it is in front of people, and beyond.',
          },
          {
            title: 'Small teams',
            text: 'Small enough that everyone knows what the others are doing, and nobody has to ask permission to fix something.',
          },
          {
            title: 'Work that lasts',
            text: 'We would rather make one thing that is still good in ten years than ten that are gone in one.',
          },
        ],
      },
      steps: {
        items: [
          {
            title: 'Send one short form',
            text: 'Ten minutes: a few fields, and your CV as a PDF or Word file. No account, and no tests before anyone has read your application.',
          },
          {
            title: 'Keep your reference',
            text: 'You get it at once. Quote it when you write or call, and we know what it is about. A first answer comes within two working days.',
          },
          {
            title: 'Meet the team',
            text: 'Within two weeks: a call of half an hour with the people you would work with, then one paid day with them.',
          },
          {
            title: 'Yes or no',
            text: 'Within a week of that day, with our reasons. If it is yes, you begin when you can.',
          },
          {
            title: 'We delete your data',
            text: 'The form says how many months we keep an application. After that we delete it, CV included.',
          },
        ],
      },
      benefits: {
        title: 'What you find here',
        items: [
          {
            title: 'Time to do it properly',
            text: 'Plans are made with the people who do the work, and changed with them.',
          },
          { title: 'Your choice of tools', text: 'You know best what you work well with.' },
          { title: 'Learning out loud', text: 'What you find out, you can publish here.' },
          {
            title: 'Three languages',
            text: 'Urdu, Pashto and English are all at home at our table, and in our work.',
          },
          {
            title: 'An open door',
            text: 'If something is not working, say so to the people who can change it. They listen.',
          },
        ],
      },
      invitation: {
        title: 'Don’t see your role?',
        title_none_open: 'Nothing is open right now, but you can still write to us',
        text: 'Send us your CV and two lines about what you would like to make. We read it like any other application, and keep it for as long as the form says.',
      },
    },
    jobs: {
      head: {
        text: 'Small teams, whole projects, and time to do them properly. The people you would work with read every application.',
        description: 'Every open position at Naqsh Studio, and a way in if none of them fits.',
      },
      invitation: {
        title: 'Don’t see your role?',
        text: 'Most of us joined without answering an ad. Send us your CV and two lines about what you would like to make.',
      },
    },
    spontaneous: {
      head: {
        text: 'Tell us what you do best and what you would like to make. If now is not the time, we will come back to you when it is.',
        description:
          'No open position fits? Send us your CV and two lines about what you would like to make.',
      },
    },
    contact: {
      head: {
        text: 'Tell us what you want to make, or ask what you want to know. A person reads every message and answers within two working days.',
        description: 'Write to Naqsh Studio in Peshawar by form, email or phone, and see where we are.',
      },
      message_hint: 'For a project: what it is, by when you need it, and roughly what it may cost.',
    },
    apps: {
      head: {
        text: 'The apps we make and look after. If an app has accounts, you can delete yours here, without the app.',
        description: 'The apps by Naqsh Studio: where to get them, and how to delete an account.',
      },
    },
  },
} satisfies SiteFile;
