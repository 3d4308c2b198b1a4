import { Link } from 'react-router-dom';
import { categoryPath } from '#shared/category-path.ts';
import type { Category } from '#shared/schemas/category.ts';
import type { Project } from '#shared/schemas/project.ts';
import { scriptOf } from '#shared/text-direction.ts';
import { ArrowUpRightIcon } from '../../../ui/icons.tsx';
import { LogoList } from '../LogoList.tsx';
import styles from './ProjectFacts.module.css';
import { webAddress } from './web-address.ts';

/** Beside the text: where the project belongs, what it is made with, and where it lives. */
export function ProjectFacts({ project, field }: { project: Project; field: Category | undefined }) {
  const address = webAddress(project.project_url);
  return (
    <div className={styles.facts}>
      {address && (
        <a className={styles.visit} href={address.href} target="_blank" rel="noreferrer noopener">
          <span>
            Visit <bdi>{address.host}</bdi>
          </span>
          <ArrowUpRightIcon />
        </a>
      )}
      {field && (
        <dl className={styles.list}>
          <div>
            <dt>Field</dt>
            <dd>
              <Link to={categoryPath(field.title)} {...scriptOf(field.title)} viewTransition>
                {field.title}
              </Link>
            </dd>
          </div>
          {field.tech_img.length > 0 && (
            <div>
              <dt>Made with</dt>
              <dd>
                <LogoList logos={field.tech_img} />
              </dd>
            </div>
          )}
        </dl>
      )}
    </div>
  );
}
