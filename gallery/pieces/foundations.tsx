import styles from '../gallery.module.css';
import { type Pieces, urdu } from '../samples.tsx';

const colours = {
  ground: ['bg', 'surface', 'sunken', 'dimmed'],
  ink: ['ink', 'ink-soft', 'line', 'line-strong'],
  'what acts': ['accent', 'accent-strong', 'accent-soft', 'on-accent', 'focus'],
  'what calls for a look': ['signal', 'signal-soft', 'danger', 'danger-soft', 'success', 'success-soft'],
};

/** Roles of type with a tracking of their own (CONTRIBUTING.md, Styles), and the others. */
const tracked = ['display', 'headline', 'title', 'heading', 'subheading'];
const roles = [...tracked, 'lead', 'body', 'entry', 'label', 'note'];

export const foundations: Pieces = {
  Colours: Object.fromEntries(
    Object.entries(colours).map(([name, tokens]) => [
      name,
      <ul key={name} className={styles.tiles}>
        {tokens.map((token) => (
          <li key={token}>
            <span className={styles.colour} style={{ background: `var(--color-${token})` }} />
            --color-{token}
          </li>
        ))}
      </ul>,
    ]),
  ),
  Type: Object.fromEntries(
    roles.map((role) => {
      const letterSpacing = tracked.includes(role) ? `var(--type-${role}-tracking)` : undefined;
      return [
        `--type-${role}`,
        <p key={role} style={{ font: `var(--type-${role})`, letterSpacing, overflowWrap: 'anywhere' }}>
          Pictures that move <bdi lang="ur">{urdu}</bdi>
        </p>,
      ];
    }),
  ),
  Space: {
    'from small to large': (
      <ul className={styles.stack}>
        {[1, 2, 3, 4, 5, 6, 7, 8, 9].map((step) => (
          <li key={step}>
            --space-{step}
            <span className={styles.space} style={{ width: `var(--space-${step})` }} />
          </li>
        ))}
      </ul>
    ),
  },
};
