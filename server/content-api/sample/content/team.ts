import type { SampleMember } from './kinds.ts';

export const team: readonly SampleMember[] = [
  {
    name: 'Zarmina Khattak',
    designation: 'Founder, creative director',
    department: 'Studio',
    bio: 'Began with a borrowed camera and a room above a bakery. Reads every script aloud before it is shot, and still knows the baker.',
    portrait: { palette: 'lapis', head: 'scarf', skin: '#d9a27a', hair: '#d8702a', cloth: '#eef2f8' },
  },
  {
    name: 'Bilal Orakzai',
    designation: 'Lead, 3D and reconstruction',
    department: 'Games',
    bio: 'Measures photographs with bicycle wheels. Sixteen city gates later he can tell the hour from a shadow.',
    portrait: {
      palette: 'night',
      head: 'short',
      skin: '#c98d63',
      hair: '#1c130f',
      cloth: '#d8702a',
      beard: true,
    },
  },
  {
    name: 'Sana Iqbal',
    designation: 'Game designer',
    department: 'Games',
    bio: 'Asked where the game was, and put a tray of wooden blocks on the table. Keeper of the mop.',
    portrait: { palette: 'copper', head: 'bun', skin: '#b87a50', hair: '#24140c', cloth: '#0b1434' },
  },
  {
    name: 'Daniel Okafor',
    designation: 'Lead engineer',
    department: 'Engineering',
    bio: 'Makes pages that are lighter than photographs. Came for three weeks, which was four years ago.',
    portrait: { palette: 'paper', head: 'curls', skin: '#7d4c30', hair: '#17100c', cloth: '#d8702a' },
  },
  {
    name: 'Hamza Yusufzai',
    designation: 'Director of photography, sound',
    department: 'Film',
    bio: 'Hangs the microphones first and then looks for a place for the camera. Owns more cable tape than socks.',
    portrait: {
      palette: 'lapis',
      head: 'cap',
      skin: '#d29c73',
      hair: '#3b2417',
      cloth: '#eef2f8',
      beard: true,
    },
  },
  {
    name: 'Mehreen Dar',
    designation: 'Type designer',
    department: 'Design',
    bio: 'Draws Latin and Naskh side by side, and walks towards her own signs with a measuring wheel.',
    portrait: { palette: 'night', head: 'long', skin: '#e0b08a', hair: '#4a2415', cloth: '#1d3cc0' },
  },
  {
    name: 'Leena Rahman',
    designation: 'Producer',
    department: 'Production',
    bio: 'Knows where every file, key and permit is. Has been wrong once, and that was the bridge.',
    portrait: { palette: 'copper', head: 'scarf', skin: '#a86b45', hair: '#1d3cc0', cloth: '#fbefe3' },
  },
];
