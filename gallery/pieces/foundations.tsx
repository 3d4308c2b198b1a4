import type { CSSProperties } from 'react';
import type { Group } from '../piece.ts';
import { urdu } from '../samples.ts';
import styles from './specimens.module.css';

const colours = {
  ground: ['bg', 'surface', 'sunken', 'dimmed'],
  ink: ['ink', 'ink-soft', 'line', 'line-strong'],
  'what acts': ['accent', 'accent-strong', 'accent-soft', 'on-accent', 'focus'],
  'what calls for a look': ['signal', 'signal-soft', 'danger', 'danger-soft', 'success', 'success-soft'],
};

const roles = [
  'display',
  'headline',
  'title',
  'heading',
  'subheading',
  'lead',
  'body',
  'entry',
  'label',
  'note',
];
/** Text styles to which CONTRIBUTING.md (Styles) gives their own letter spacing. */
const tracked = new Set(roles.slice(0, 5));
const spaces = [1, 2, 3, 4, 5, 6, 7, 8, 9];

export const foundations: Group = {
  name: 'Foundations',
  pieces: [
    {
      name: 'Colours',
      file: 'tokens.css',
      about: 'Light and dark have the same names; a company may bring its own values.',
      wide: true,
      states: Object.fromEntries(
        Object.entries(colours).map(([name, tokens]) => [
          name,
          <ul key={name} className={styles.swatches}>
            {tokens.map((token) => (
              <li key={token} className={styles.swatch}>
                <span className={styles.colour} style={{ background: `var(--color-${token})` }} />
                --color-{token}
              </li>
            ))}
          </ul>,
        ]),
      ),
    },
    {
      name: 'Type',
      file: 'tokens.css',
      about:
        'A role has size, weight, leading and face: font: var(--type-title), and its tracking beside it.',
      wide: true,
      states: Object.fromEntries(
        roles.map((role) => [
          `--type-${role}`,
          <div key={role} className={styles.role}>
            <p style={typeStyle(role)}>Pictures that move</p>
            <p lang="ur" dir="rtl" style={typeStyle(role)}>
              {urdu}
            </p>
          </div>,
        ]),
      ),
    },
    {
      name: 'Space',
      file: 'tokens.css',
      about: 'Steps of 4 px that grow.',
      wide: true,
      states: {
        'from small to large': (
          <ul className={styles.stack}>
            {spaces.map((step) => (
              <li key={step} className={styles.swatch}>
                --space-{step}
                <span className={styles.space} style={{ width: `var(--space-${step})` }} />
              </li>
            ))}
          </ul>
        ),
      },
    },
  ],
};

function typeStyle(role: string): CSSProperties {
  return {
    font: `var(--type-${role})`,
    ...(tracked.has(role) && { letterSpacing: `var(--type-${role}-tracking)` }),
  };
}
