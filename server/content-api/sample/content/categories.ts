import type { SampleCategory } from './kinds.ts';

export const categories: readonly SampleCategory[] = [
  {
    title: 'Film',
    image: { motif: 'film', palette: 'night', plane: 'middle' },
    logos: [
      { text: '4K', palette: 'night' },
      { text: 'HDR', palette: 'lapis' },
      { text: 'RAW', palette: 'copper' },
    ],
  },
  {
    title: 'Web and apps',
    image: { motif: 'browser', palette: 'lapis', plane: 'right' },
    logos: [
      { text: 'TS', palette: 'paper' },
      { text: 'SQL', palette: 'lapis' },
      { text: 'CSS', palette: 'night' },
      { text: 'PWA', palette: 'copper' },
    ],
  },
  {
    title: 'Brand and type',
    image: { motif: 'specimen', palette: 'copper', plane: 'left' },
    logos: [
      { text: 'SVG', palette: 'copper' },
      { text: 'OTF', palette: 'paper' },
      { text: 'PDF', palette: 'lapis' },
    ],
  },
  {
    title: 'Games and 3D',
    image: { motif: 'blocks', palette: 'paper', plane: 'low' },
    logos: [
      { text: '3D', palette: 'lapis' },
      { text: 'XR', palette: 'night' },
    ],
  },
];
