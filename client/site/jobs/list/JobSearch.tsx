import { useNavigate, useSearchParams } from 'react-router-dom';
import { limits } from '#shared/limits.ts';
import { pathTo } from '#shared/paths.ts';
import { SearchField } from '../../../ui/fields/SearchField.tsx';
import { queryWith } from './job-filters.ts';

/** Search by words of title, department and place. Letters that are added to a search make no step in the history. */
export function JobSearch({ search }: { search: string }) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  return (
    <SearchField
      label="Search positions"
      value={search}
      maxLength={limits.search}
      onSearch={(text) =>
        void navigate(pathTo('careersApply') + queryWith(params, { search: text }), {
          replace: search !== '',
        })
      }
    />
  );
}
