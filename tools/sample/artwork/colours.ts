/** Names of the studio's colour palettes. */
export type Palette = 'lapis' | 'night' | 'copper' | 'paper';

/** Colours of a drawing: five for the pattern in the background, and four for the subject in front of it. */
export interface Colours {
  ground: string;
  star: string;
  square: string;
  core: string;
  stroke: string;
  /**
   * `panel` is the plain area behind the subject. The other three colours are for the subject itself: lines,
   * highlights, shades.
   */
  panel: string;
  ink: string;
  accent: string;
  shade: string;
}

const lapis = '#1d3cc0';
const night = '#0b1434';
const copper = '#d8702a';
const paper = '#eef2f8';

/** The palettes. Their colours are those of the site (client/ui/tokens.css) and of its star pattern. */
export const colours: Record<Palette, Colours> = {
  lapis: {
    ground: lapis,
    star: '#2a4bd8',
    square: paper,
    core: copper,
    stroke: '#c9d5fb',
    panel: paper,
    ink: night,
    accent: copper,
    shade: '#b9c7ee',
  },
  night: {
    ground: night,
    star: '#15225a',
    square: copper,
    core: '#8fa7ff',
    stroke: '#6f84d8',
    panel: '#101b48',
    ink: paper,
    accent: copper,
    shade: '#3a52b8',
  },
  copper: {
    ground: copper,
    star: '#c05f1d',
    square: night,
    core: paper,
    stroke: '#fbe3cf',
    panel: '#fbefe3',
    ink: '#3a1a06',
    accent: lapis,
    shade: '#efc39f',
  },
  paper: {
    ground: '#dfe6f3',
    star: paper,
    square: lapis,
    core: copper,
    stroke: lapis,
    panel: lapis,
    ink: paper,
    accent: '#f2a46a',
    shade: '#4a67dd',
  },
};
