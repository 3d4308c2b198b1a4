import { useState } from 'react';
import type { SiteFileEntry } from '#shared/schemas/saved-site.ts';
import { type BrandColors, themeNames } from '#shared/site/theme.ts';
import { Button } from '../../../ui/Button.tsx';
import styles from './Look.module.css';
import { colorsOfLogo, type LogoColors } from './logo-colors.ts';
import { readLogoPixels } from './read-logo-pixels.ts';

interface ColorsFromLogoProps {
  logo: SiteFileEntry;
  busy: boolean;
  onChoose: (colors: BrandColors) => void;
}

/** Three proposals of colours that are computed from the logo. */
export function ColorsFromLogo({ logo, busy, onChoose }: ColorsFromLogoProps) {
  const [found, setFound] = useState<LogoColors | 'failed'>();

  async function read() {
    const pixels = await readLogoPixels(logo.src).catch(() => undefined);
    setFound(pixels ? colorsOfLogo(pixels) : 'failed');
  }

  return (
    <div className={styles.fromLogo}>
      <Button variant="quiet" disabled={busy} onClick={() => void read()}>
        Take from the logo
      </Button>
      <p className={styles.note} role="status">
        {noteOf(found)}
      </p>
      {found && found !== 'failed' && (
        <ul className={styles.choices}>
          {found.proposals.map((colors, index) => (
            <li key={JSON.stringify(colors)}>
              <button
                type="button"
                className={styles.choice}
                disabled={busy}
                onClick={() => onChoose(colors)}
              >
                <Sketch colors={colors} />
                <span>Proposal {index + 1}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function noteOf(found: LogoColors | 'failed' | undefined): string {
  if (!found) return '';
  if (found === 'failed') return 'The colours of the logo could not be read. Choose colours by hand.';
  return found.hasColor
    ? 'Choose a proposal. You can change each of its colours below.'
    : 'This logo has no colours, so the proposals are greys.';
}

/** A page in the colours of the light theme beside one in those of the dark theme. */
function Sketch({ colors }: { colors: BrandColors }) {
  return (
    <svg viewBox="0 0 60 40" aria-hidden="true">
      {themeNames.map((theme, index) => {
        const { background, text, accent, signal = accent } = colors[theme];
        const x = index * 30;
        return (
          <g key={theme}>
            <path fill={background} d={`M${x} 0h30v40H${x}z`} />
            <path fill={text} d={`M${x + 5} 7h18v4h-18zM${x + 5} 14h14v2h-14z`} />
            <path fill={accent} d={`M${x + 5} 23h20v6h-20z`} />
            <path fill={signal} d={`M${x + 5} 32h6v3h-6z`} />
          </g>
        );
      })}
    </svg>
  );
}
