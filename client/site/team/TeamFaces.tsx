import { Link } from 'react-router-dom';
import { memberAnchor } from '#shared/credits.ts';
import { pathTo } from '#shared/paths.ts';
import { useSite } from '../../site-info.ts';
import { namedWidths } from '../../ui/breakpoints.ts';
import { Artwork } from '../../ui/gallery/Artwork.tsx';
import { useScript } from '../../words.ts';
import { useTeam } from './queries.ts';
import styles from './TeamFaces.module.css';

/** A row of fewer faces looks like a mistake. */
const fewest = 3;
const most = 6;

/**
 * The portraits of the first people of the team, for pages of other features. Each leads to the person on the page of
 * the team. Renders nothing for a team with fewer portraits than three.
 */
export function TeamFaces() {
  const script = useScript();
  const { head } = useSite().pages.team;
  const faces = (useTeam().data ?? []).filter(({ image }) => image).slice(0, most);
  if (faces.length < fewest) return null;
  return (
    <ul className={styles.faces} aria-label={head.title} {...script(head.title)}>
      {faces.map(({ id, name, image, picture_details }) => (
        <li key={id}>
          <Link to={`${pathTo('team')}#${memberAnchor(id)}`}>
            <Artwork
              src={image}
              alt={name}
              details={picture_details}
              seed={`member-${id}`}
              sizes={`${namedWidths['below-sm']} 25vw, ${Math.min(20, 80 / faces.length)}rem`}
              largest={640}
            />
          </Link>
        </li>
      ))}
    </ul>
  );
}
