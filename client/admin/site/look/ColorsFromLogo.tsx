import { useEffect, useEffectEvent, useState } from 'react';
import type { SiteFileEntry } from '#shared/schemas/saved-site.ts';
import { type BrandColors, themeNames } from '#shared/site/theme.ts';
import { sameValues } from '../../../forms/draft-store.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import styles from './Look.module.css';
import { colorsOfLogo, type LogoColors } from './logo-colors.ts';
import { completeColors } from './look-values.ts';

/** The side of the square, in pixels, into which a logo is drawn to read its colours. */
const side = 256;

/** Returns the pixels of a picture of this site. Rejects if the browser cannot load or draw it. */
async function readLogoPixels(src: string): Promise<Uint8ClampedArray> {
  const image = new Image();
  image.src = src;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('The browser has no canvas.');
  // Without smoothing, no mixed colours appear between two areas of a logo that is made smaller.
  context.imageSmoothingEnabled = false;
  // The shape of the logo does not matter here. A size is given, because an SVG may have none.
  context.drawImage(image, 0, 0, side, side);
  return context.getImageData(0, 0, side, side).data;
}

interface ColorsFromLogoProps {
  logo: SiteFileEntry;
  busy: boolean;
  /** The colours of the form. */
  chosen: unknown;
  onChoose: (colors: BrandColors) => void;
}

/** Three proposals of colours that are computed from the logo. */
export function ColorsFromLogo({ logo, busy, chosen, onChoose }: ColorsFromLogoProps) {
  /** How often the button was pressed: each press reads the logo again. */
  const [asked, ask] = useState(0);
  const found = useLogoColors(asked > 0 ? logo.src : undefined, { attempt: asked });
  return (
    <div className={styles.fromLogo}>
      <Button variant="quiet" disabled={busy} onClick={() => ask(asked + 1)}>
        Take from the logo
      </Button>
      <p className={styles.note} role="status">
        {noteOf(found)}
      </p>
      {found && found !== 'failed' && (
        <Proposals
          label="Colours from the logo"
          proposals={found.proposals}
          chosen={chosen}
          busy={busy}
          onChoose={onChoose}
        />
      )}
    </div>
  );
}

type FoundColors = LogoColors | 'failed';

/**
 * Returns the colours that a logo proposes; undefined while there is no logo and while its colours are computed.
 * `onFound` is called once for each logo whose colours could be read. Another `attempt` reads the logo again.
 */
export function useLogoColors(
  src: string | undefined,
  { onFound, attempt = 0 }: { onFound?: (colors: LogoColors) => void; attempt?: number },
): FoundColors | undefined {
  const [found, setFound] = useState<{ src: string; colors: FoundColors }>();
  const report = useEffectEvent((colors: LogoColors) => onFound?.(colors));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads the same logo again
  useEffect(() => {
    if (src === undefined) return;
    let isCurrent = true;
    void readLogoPixels(src)
      .then(colorsOfLogo)
      .catch(() => 'failed' as const)
      .then((colors) => {
        if (!isCurrent) return;
        setFound({ src, colors });
        if (colors !== 'failed') report(colors);
      });
    return () => {
      isCurrent = false;
    };
  }, [src, attempt]);
  return found?.src === src ? found?.colors : undefined;
}

interface ProposalsProps {
  label: string;
  proposals: readonly BrandColors[];
  /** The colours of the form. The proposal that is equal to them is shown as chosen. */
  chosen: unknown;
  busy: boolean;
  onChoose: (colors: BrandColors) => void;
}

/** Sets of colours, one button each. */
export function Proposals({ label, proposals, chosen, busy, onChoose }: ProposalsProps) {
  const complete = completeColors(chosen);
  return (
    <ul className={classNames(styles.choices, styles.proposals)} aria-label={label}>
      {proposals.map((colors, index) => (
        <li key={JSON.stringify(colors)}>
          <button
            type="button"
            className={styles.choice}
            aria-pressed={complete !== undefined && sameValues(complete, colors)}
            disabled={busy}
            onClick={() => onChoose(colors)}
          >
            <Sketch colors={colors} />
            <span>Proposal {index + 1}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function noteOf(found: FoundColors | undefined): string {
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
