import { useId, useMemo, useRef } from 'react';
import { drawPattern, type PatternName, patternNames } from '#shared/pattern/drawing.ts';
import { type Theme, themeOf } from '#shared/site/theme.ts';
import fieldStyles from '../../../ui/fields/Field.module.css';
import { SegmentedControl } from '../../../ui/fields/SegmentedControl.tsx';
import styles from './Look.module.css';
import { completeColors, type LookPartProps, textOf } from './look-values.ts';

/** The artwork at the top of the home page and in place of missing pictures. */
export function Artwork({ busy, brand, change, fileField }: LookPartProps) {
  /** The picture from before another artwork was chosen. */
  const before = useRef('');
  const picture = textOf(brand.picture);
  const artwork = textOf(brand.artwork) || 'plain';
  return (
    <>
      <SegmentedControl
        label="Kind of artwork"
        value={artwork as 'plain' | 'pattern' | 'picture'}
        options={[
          { value: 'plain', label: 'None' },
          { value: 'pattern', label: 'Pattern' },
          { value: 'picture', label: 'Picture' },
        ]}
        readOnly={busy}
        onChange={(chosen) => {
          if (picture) before.current = picture;
          // The schema refuses a picture or a pattern that is not shown.
          change({
            artwork: chosen,
            picture: chosen === 'picture' ? before.current : '',
            pattern: '',
          });
        }}
      />
      {artwork === 'picture' &&
        fileField('picture', {
          label: 'Picture',
          hint: 'JPEG, PNG or WebP, up to 4 MB, at least 320 pixels each way. Shown at the top of the home page.',
          ...(!picture && { error: 'Choose a picture, or another kind of artwork.' }),
        })}
      {artwork === 'pattern' && (
        <PatternChoice
          value={textOf(brand.pattern) || patternNames[0]}
          theme={themeOf(completeColors(brand.colors))}
          busy={busy}
          // The first pattern is the default and needs no key.
          onChange={(name) => change({ pattern: name === patternNames[0] ? '' : name })}
        />
      )}
    </>
  );
}

interface PatternChoiceProps {
  value: string;
  theme: Theme;
  busy: boolean;
  onChange: (name: PatternName) => void;
}

const patternLabels: Record<PatternName, string> = { star: 'Stars', weave: 'Weave', waves: 'Waves' };

function PatternChoice({ value, theme, busy, onChange }: PatternChoiceProps) {
  const group = useId();
  return (
    <fieldset className={fieldStyles.group}>
      <legend className={fieldStyles.label}>Pattern</legend>
      <div className={styles.choices}>
        {patternNames.map((name) => (
          <label key={name} className={styles.choice}>
            <Sample name={name} inks={theme.art.accent} />
            <span className={styles.choiceName}>
              <input
                type="radio"
                name={group}
                value={name}
                checked={name === value}
                onChange={() => {
                  if (!busy) onChange(name);
                }}
              />
              {patternLabels[name]}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** A small piece of a pattern in the colours of the form, which the page around the form does not have yet. */
function Sample({ name, inks }: { name: PatternName; inks: Theme['art']['accent'] }) {
  const { width, height, stars, squares, cores } = useMemo(() => drawPattern('sample', 3, 2, name), [name]);
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path fill={inks.ground} d={`M0 0h${width}v${height}H0z`} />
      <g stroke={inks.stroke} strokeWidth="1.5">
        <path fill={inks.star} d={stars} />
        <path fill={inks.square} d={squares} />
      </g>
      <path fill={inks.core} d={cores} />
    </svg>
  );
}
