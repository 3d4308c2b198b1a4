import { useQuery } from '@tanstack/react-query';
import { deskMessages } from '#shared/desk-messages.ts';
import type { ListedSiteVersion, SavedSite } from '#shared/schemas/saved-site.ts';
import { translateError } from '../../api/api-error.ts';
import { readApi } from '../../api/call.ts';
import { callQuery } from '../../api/call-query.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { formatFullMoment } from '../../ui/dates.ts';
import { Loader } from '../../ui/Loader.tsx';
import { QueryFailed, useLocalParams } from '../shared/PagedList.tsx';
import { DifferenceHeads, FieldDifference, VersionsFrame } from '../shared/versions/Versions.tsx';
import { listOfSiteFields } from './fields.ts';
import { siteChanges } from './site-changes.ts';
import type { SiteFormState } from './site-form.ts';

interface SiteVersionsDialogProps {
  state: SiteFormState;
  /** The site that is stored now. */
  present: SavedSite;
  onClose: () => void;
}

const asListed = (version: ListedSiteVersion) => ({
  ...version,
  id: version.number,
  kind: 'saved' as const,
  restored: null,
});

/** The last versions of the site. Each can be compared with the present site, and restored. */
export default function SiteVersionsDialog({ state, present, onClose }: SiteVersionsDialogProps) {
  const params = useLocalParams();
  const list = useQuery({
    ...callQuery('getSiteVersions'),
    select: (versions) => ({ data: versions.map(asListed) }),
  });
  const [newest] = list.data?.data ?? [];

  /** Saves the values of a version in place of the newest one. Returns why that failed. */
  async function restore({ number }: ListedSiteVersion) {
    try {
      const { site } = await readApi('getSiteVersion', { params: { id: number } });
      const done = `Version ${number} restored. Visitors see it now.`;
      const problem = await state.replaceBy(site, newest?.at, done);
      // Another owner may have saved meanwhile.
      if (problem !== undefined) await list.refetch();
      return problem;
    } catch (error) {
      return translateError(error).message;
    }
  }

  return (
    <Dialog
      open
      size="large"
      title="Versions"
      onClose={onClose}
      footer={
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      }
    >
      <VersionsFrame<ReturnType<typeof asListed>>
        newest={newest?.id}
        mayRestore={!present.read_only}
        restores={deskMessages['site.restores']}
        dirty={state.dirty}
        restore={restore}
        onRestored={onClose}
        comparison={(version) => <Comparison version={version} present={present} />}
        list={list}
        params={params}
        whenStored="Each save stores a version, the last 50 stay."
        listOf={listOfSiteFields}
      />
    </Dialog>
  );
}

function Comparison({ version, present }: { version: ListedSiteVersion; present: SavedSite }) {
  const { number, at, who } = version;
  const query = useQuery(
    callQuery('getSiteVersion', { params: { id: number } }, { staleTime: Number.POSITIVE_INFINITY }),
  );
  if (query.error) return <QueryFailed what="version" query={query} />;
  if (!query.data) return <Loader label="Loading the version" />;
  const changes = siteChanges(query.data.site, present.site);
  if (changes.length === 0) return <p>This version has the same values as the present site.</p>;
  return (
    <>
      <DifferenceHeads
        heads={[
          { title: `Version ${number}`, note: `${formatFullMoment(at)}${who ? ` · ${who}` : ''}` },
          { title: 'Now', note: formatFullMoment(present.updated_at) },
        ]}
      />
      {changes.map(({ path, ...change }) => (
        <FieldDifference key={path} {...change} />
      ))}
    </>
  );
}
