import { queryOptions } from '@tanstack/react-query';
import type { CallData } from '#shared/contract/index.ts';
import { type Id, readId } from '#shared/id.ts';
import { type MessageCounts, messageStatuses, messageTypes } from '#shared/schemas/message.ts';
import { readApi } from '../../api/call.ts';
import { useAccepts, useHostSupports } from '../../api/host-support.ts';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { CountedTabs } from '../shared/CountedTabs.tsx';
import { keptInPlace, openerOf, rowsPerPage } from '../shared/OpenRecord.tsx';
import { oneOf, readParams, useListParams } from '../shared/PagedList.tsx';
import { type Folder, folders, statusesOf, typeLabels } from './labels.ts';
import styles from './MessagesScreen.module.css';
import { listsKey } from './queries.ts';
import { SavedAnswersButton } from './SavedAnswers.tsx';

/** State of the screen that is stored in the URL: `?status=&type=&mine=&search=&message=`. */
const readers = {
  status: oneOf(messageStatuses),
  type: oneOf(messageTypes),
  mine: oneOf(['1']),
  message: readId,
};

/** Reads the search params. A value that is no folder, type or id is ignored. `message` is the id of the open message. */
export const readSearchParams = (search: URLSearchParams) => stateOf(readParams(search, readers));

function stateOf({ status, mine, ...read }: ReturnType<typeof readParams<typeof readers>>) {
  const folder: Folder = status ?? 'inbox';
  // A search covers the messages of all admins.
  return { ...read, folder, mine: mine === '1' && read.search === undefined };
}

export type MessageSearchParams = ReturnType<typeof readSearchParams>;

/** The search params of the screen, and functions that change them. */
export function useMessageParams() {
  const list = useListParams(readers);
  return { ...list, params: stateOf(list.filters), ...openerOf(list, 'message') };
}

export type MessagePage = CallData<'getMessages'>;

/**
 * One page of a folder. While `openId` returns a message, rows stay in place when the page is read again, and its own
 * stays although it is in the folder no longer.
 */
export function messagesQuery(params: MessageSearchParams, openId: () => Id | undefined = () => undefined) {
  const { folder, mine, search, message: _, per_page = rowsPerPage, ...filters } = params;
  const queryKey = [...listsKey, { ...filters, folder, mine, search, per_page }] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }) => {
      // Every folder except the inbox has one status. It is requested by the status parameter, which older hosts
      // support too.
      const of = { ...filters, per_page, ...(folder === 'inbox' ? { folder } : { status: folder }) };
      const order = filters.type === 'account_deletion' && folder === 'inbox' ? 'due' : undefined;
      const fresh: MessagePage = search
        ? await readApi('searchMessages', { query: { ...of, search }, signal })
        : await readApi('getMessages', {
            query: { ...of, assigned: mine ? 'me' : undefined, order },
            signal,
          });
      const open = openId();
      const stays = open === undefined ? undefined : (id: Id) => id === open;
      return keptInPlace(client.getQueryData<MessagePage>(queryKey), fresh, stays);
    },
  });
}

/**
 * The folders as links, and a choice of message types. `counts` has the number of messages of the chosen type for each
 * status; undefined until the list has loaded.
 */
export function Filters({ counts }: { counts: MessageCounts | undefined }) {
  const { params, change, tab } = useMessageParams();
  const isOffered = useHostSupports('getSavedAnswers') === true;
  const accepts = useAccepts('updateMessageStatus', 'status');
  const offered = (Object.keys(folders) as Folder[]).filter(
    (folder) => folder === 'inbox' || accepts(folder),
  );
  return (
    <div className={styles.filters}>
      <div className="row3">
        <SegmentedControl
          className={styles.types}
          label="Message type"
          hideLabel
          value={params.type ?? 'all'}
          options={[
            { value: 'all', label: 'All' },
            ...messageTypes.map((value) => ({ value, label: typeLabels[value] })),
          ]}
          onChange={(value) => change({ type: value === 'all' ? undefined : value, message: undefined })}
        />
        {isOffered && (
          <SegmentedControl
            className={styles.types}
            label="Assigned to"
            hideLabel
            value={params.mine ? 'mine' : 'everybody'}
            options={[
              { value: 'everybody', label: 'Everybody’s' },
              { value: 'mine', label: 'Mine' },
            ]}
            onChange={(value) =>
              change({ mine: value === 'mine' ? '1' : undefined, search: undefined, message: undefined })
            }
          />
        )}
        {isOffered && <SavedAnswersButton />}
      </div>
      <CountedTabs
        label="Folders"
        tabs={offered.map((folder) => ({
          key: folder,
          label: folders[folder].label,
          count: counts && statusesOf(folder).reduce((sum, status) => sum + (counts[status] ?? 0), 0),
          ...tab({ status: folder === 'inbox' ? undefined : folder, message: undefined }),
          current: params.folder === folder,
          apart: folder === 'archived',
          urgent: folder === 'new',
        }))}
      />
    </div>
  );
}
