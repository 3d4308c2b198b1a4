/** What the careers page says of working here. Nothing in it counts days or money: that is the posting's to promise. */
export interface Point {
  title: string;
  text: string;
}

export const reasons: readonly Point[] = [
  {
    title: 'Whole projects',
    text: 'Media and software sit at one table. You see what you began until it is in front of people, and after.',
  },
  {
    title: 'Small teams',
    text: 'Few enough that everybody knows what the others are doing, and nobody has to ask for permission to mend something.',
  },
  {
    title: 'Work that stays',
    text: 'We would rather make one thing that is still good in ten years than ten that are gone in one.',
  },
];

/** Each step is what this product really does with an application. */
export const steps: readonly Point[] = [
  {
    title: 'Find your place',
    text: 'Choose an open position, or apply without one. A posting says what the work is, where it is done and until when you can apply.',
  },
  {
    title: 'Send one short form',
    text: 'Seven fields at the most, and your CV as PDF or Word. No account, no tests before somebody has read you.',
  },
  {
    title: 'Keep your reference code',
    text: 'You see it as soon as your application has arrived. Name it when you write or call, and we know what it is about.',
  },
  {
    title: 'Talk with the people',
    text: 'Those whom you would work with read what you sent, and invite those they want to get to know.',
  },
  {
    title: 'And then it goes',
    text: 'The form says for how many months we keep an application. After that it is deleted, the CV with it.',
  },
];

export const benefits: readonly Point[] = [
  { title: 'Your name on it', text: 'Whoever made something is named where it is shown.' },
  {
    title: 'Time to do it properly',
    text: 'Plans are made with those who do the work, and changed with them.',
  },
  { title: 'Tools of your choice', text: 'You know best what you work well with.' },
  { title: 'Learning out loud', text: 'What you find out you may publish here, under your name.' },
  {
    title: 'Three languages',
    text: 'Urdu, Pashto and English are all at home at our tables, and in what we make.',
  },
  { title: 'An open door', text: 'What does not work is said to those who can change it, and they listen.' },
];
