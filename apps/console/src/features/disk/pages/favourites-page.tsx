import { StarOutlined } from '@ant-design/icons';
import { endpoints, spaceIdOf, type Favourite, type SpaceRef } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { call, callWithMessage } from '../../../shared/api/call.js';
import { invalidate } from '../../../shared/api/invalidate.js';
import { queryOptionsOf } from '../../../shared/api/query.js';
import { nameInSentence } from '@clusterdesk/contracts/name-parts';
import { paths } from '../../../shared/paths.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { useUndoNotice } from '../../../shared/ui/action/use-undo-notice.js';
import { BackLink } from '../../../shared/ui/form/back-link.js';
import { useListView } from '../../../shared/ui/table/list-url.js';
import { ListPage } from '../../../shared/ui/table/list-page.js';
import { useSortedPages } from '../../../shared/ui/table/sorting/use-sorted-pages.js';
import { useTitlePart } from '../../../shared/lib/dom/document-title.js';
import { favouriteColumns, type PlaceOf } from './favourite-columns.js';
import styles from './favourites.module.css';

interface FavouritesPageProps {
  /** The page of a folder of any space, and what it is called; null: this console has no such space. */
  placeOf: PlaceOf;
  onOpenFile: (space: SpaceRef, file: Favourite) => void;
}

const table = 'favourites';
const noFilters = ['sort', 'order'] as const;
const all: readonly Favourite[] = [];

const rowId = ({ space, path }: Favourite): string => `${space.space}:${spaceIdOf(space)}:${path}`;

const mark = ({ space, path }: Favourite, isFavourite: boolean): Promise<unknown> =>
  call(endpoints.favourites.mark, { space, paths: [path], isFavourite });

const shownBy = [endpoints.favourites.list, endpoints.favourites.paths];

/** What the user has marked, wherever it lies. */
export function FavouritesPage({ placeOf, onOpenFile }: FavouritesPageProps): ReactNode {
  const { t } = useTranslation(['disk', 'files']);
  const navigate = useNavigate();
  const offerUndo = useUndoNotice();
  const query = useQuery(queryOptionsOf(endpoints.favourites.list, {}));
  useTitlePart('thing', t('disk:favourites'));
  const { act: remove } = useAction(
    async (row: Favourite) => {
      const input = { space: row.space, paths: [row.path], isFavourite: false };
      const answer = await callWithMessage(endpoints.favourites.mark, input);
      offerUndo(t('disk:favouriteGone', { name: nameInSentence(row.localPath) }), async () => {
        await mark(row, true);
        await invalidate(shownBy);
        return t('files:favouriteAdded', { count: 1 });
      });
      return answer;
    },
    { invalidates: shownBy },
  );
  const { act: forget, isBusy } = useAction(endpoints.favourites.forgetUnseen, {
    invalidates: shownBy,
    done: (count) => t('files:favouriteRemoved', { count }),
  });
  const columns = useMemo(
    () =>
      favouriteColumns(t, {
        placeOf,
        onOpen: (row) => {
          const folder = row.directory ? placeOf(row.space, row.path) : null;
          if (folder) {
            void navigate(folder.to);
          } else {
            onOpenFile(row.space, row);
          }
        },
        onRemove: (row) => void remove(row),
      }),
    [t, placeOf, onOpenFile, navigate, remove],
  );
  const page = useListView(noFilters);
  const sorted = useSortedPages(table, columns, page);
  const unseen = query.data?.unseen ?? 0;
  return (
    <ListPage
      name={table}
      label={t('disk:favourites')}
      actions={<BackLink to={paths.myFiles}>{t('disk:backToFiles')}</BackLink>}
      note={
        unseen > 0 && (
          <p className={styles['unseen']} role="status">
            {t('disk:favouritesUnseen', { count: unseen })}{' '}
            <Button type="link" size="small" loading={isBusy} onClick={() => void forget({})}>
              {t('disk:forgetUnseen')}
            </Button>
          </p>
        )
      }
      columns={columns}
      query={query}
      sorting={sorted.sorting}
      onSortingChange={sorted.onSortingChange}
      pageOf={(answer) => sorted.pageOf(answer.entries ?? all)}
      page={page}
      rowId={rowId}
      rowName={({ localPath }) => localPath}
      empty={{
        icon: <StarOutlined />,
        title: t('disk:noFavourites'),
        hint: t('disk:noFavouritesHint'),
      }}
      noMatch=""
    />
  );
}
