import { type Field, type Layers, tileSize } from './geometry.ts';

const radius = tileSize / 2;
/** The smallest and the largest radius of a disc in a wave. */
const minDisc = 14;
const maxDisc = 41;

/**
 * Rows of half circles that overlap like scales, every second row moved by half a tile. Each has a half disc in it,
 * which grows over the field.
 */
export function drawWaves({ columns, rows, shareAt, hasCore }: Field): Layers {
  const stars: string[] = [];
  const squares: string[] = [];
  const cores: string[] = [];
  for (let row = 0; row <= 2 * rows + 1; row++) {
    const y = row * radius;
    const start = row % 2 === 0 ? 0 : radius;
    // One line over all waves of a row. It is filled down to `y`, and drawn without the straight edge there.
    stars.push(`M${start - radius} ${y}${arc(radius).repeat(columns + 1)}`);
    for (let column = 0; column <= columns; column++) {
      const x = start + column * tileSize;
      const disc = Math.round(minDisc + (maxDisc - minDisc) * shareAt({ x, y }));
      squares.push(halfDisc(x, y, disc));
      if (hasCore()) cores.push(halfDisc(x, y, Math.round(disc * 0.45)));
    }
  }
  return { stars: stars.join(''), squares: squares.join(''), cores: cores.join('') };
}

const arc = (size: number) => `a${size} ${size} 0 0 1 ${2 * size} 0`;
const halfDisc = (x: number, y: number, size: number) => `M${x - size} ${y}${arc(size)}z`;
