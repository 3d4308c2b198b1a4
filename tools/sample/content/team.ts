import type { SampleMember } from './kinds.ts';

export const team: readonly SampleMember[] = [
  {
    name: 'Zarmina Khattak',
    designation: 'Founder, creative director',
    department: 'Studio',
    bio: 'Began with a borrowed camera and a room above a bakery. Reads every script aloud before it is shot, and still knows the baker.',
    portrait: 'portrait-zarmina-khattak.webp',
  },
  {
    name: 'Bilal Orakzai',
    designation: 'Lead, 3D and reconstruction',
    department: 'Games',
    bio: 'Measures photographs with bicycle wheels. Sixteen city gates later he can tell the hour from a shadow.',
    portrait: 'portrait-bilal-orakzai.webp',
  },
  {
    name: 'Sana Iqbal',
    designation: 'Game designer',
    department: 'Games',
    bio: 'Asked where the game was, and put a tray of wooden blocks on the table. Keeper of the mop.',
    portrait: 'portrait-sana-iqbal.webp',
  },
  {
    name: 'Daniel Okafor',
    designation: 'Lead engineer',
    department: 'Engineering',
    bio: 'Makes pages that are lighter than photographs. Came for three weeks, which was four years ago.',
    portrait: 'portrait-daniel-okafor.webp',
  },
  {
    name: 'Hamza Yusufzai',
    designation: 'Director of photography, sound',
    department: 'Film',
    bio: 'Hangs the microphones first and then looks for a place for the camera. Owns more cable tape than socks.',
    portrait: 'portrait-hamza-yusufzai.webp',
  },
  {
    name: 'Mehreen Dar',
    designation: 'Type designer',
    department: 'Design',
    bio: 'Draws Latin and Naskh side by side, and walks towards her own signs with a measuring wheel.',
    portrait: 'portrait-mehreen-dar.webp',
  },
  {
    name: 'Leena Rahman',
    designation: 'Producer',
    department: 'Production',
    bio: 'Knows where every file, key and permit is. Has been wrong once, and that was the bridge.',
    portrait: 'portrait-leena-rahman.webp',
  },
];
