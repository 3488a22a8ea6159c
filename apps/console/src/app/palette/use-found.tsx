import { SearchOutlined } from '@ant-design/icons';
import { endpoints } from '@clusterdesk/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useCallerDetail } from '../../features/identity/api/caller-detail.js';
import { useTransfers } from '../../features/transfer/components/transfer-provider.js';
import { messageOf } from '../../shared/api/api-error.js';
import { queryOptionsOf } from '../../shared/api/query.js';
import { parentOf } from '../../shared/file-browser/file-names.js';
import { FileIcon } from '../../shared/file-browser/view/entry/file-icon.js';
import { useDebouncedValue } from '../../shared/lib/dom/use-debounced-value.js';
import { paths } from '../../shared/paths.js';
import { useIsAllowed } from '../menus/menus-context.js';
import type { PaletteGroup } from './palette-entry.js';

const shownHits = 6;

interface Found {
  groups: PaletteGroup[];
  isSearching: boolean;
  /** Why a search failed, for people; null: none did. */
  failure: string | null;
}

/** What the server finds by a key: files of the user, and jobs and users for whom may see them. */
export function useFound(typed: string): Found {
  const { t } = useTranslation('palette');
  const navigate = useNavigate();
  const isAllowed = useIsAllowed();
  const { preview } = useTransfers();
  const isAdministrator = useCallerDetail()?.isSystemAdministrator === true;
  const key = useDebouncedValue(typed.trim());
  const can = (path: string): boolean => key !== '' && isAllowed(path);
  const files = useQuery({
    ...queryOptionsOf(endpoints.disk.search, { key, kinds: [] }),
    enabled: can(paths.myFiles),
    placeholderData: keepPreviousData,
  });
  const jobs = useQuery({
    ...queryOptionsOf(endpoints.jobs.search, {
      jobName: key.slice(0, 64),
      owner: isAdministrator ? 'all' : 'own',
      statuses: [],
      pageNum: 0,
      size: shownHits,
    }),
    enabled: can(paths.jobs),
    placeholderData: keepPreviousData,
  });
  const users = useQuery({
    ...queryOptionsOf(endpoints.users.list, {
      search: key.slice(0, 64),
      pageNum: 0,
      size: shownHits,
    }),
    enabled: can(paths.users),
    placeholderData: keepPreviousData,
  });
  const asked = [files, jobs, users];
  const failed = asked.find(({ error }) => error)?.error;
  if (key === '' || typed.trim() === '') {
    return { groups: [], isSearching: typed.trim() !== '', failure: null };
  }

  const hits = files.data?.entries ?? [];
  const groups: PaletteGroup[] = [
    {
      heading: t('paletteFiles'),
      entries: [
        ...hits.slice(0, shownHits).map((item) => ({
          id: `file:${item.path}`,
          label: item.localPath,
          hint: parentOf(item.path),
          icon: <FileIcon item={item} />,
          act: (): void =>
            item.directory
              ? void navigate(paths.folder(item.path))
              : preview({ space: 'disk' }, [item], 0),
        })),
        ...(hits.length > shownHits
          ? [
              {
                id: 'moreFiles',
                label: t('paletteMoreFiles', { key }),
                icon: <SearchOutlined />,
                act: (): void => void navigate(paths.search('/', key)),
              },
            ]
          : []),
      ],
    },
    {
      heading: t('paletteJobs'),
      entries: (jobs.data?.data ?? []).map((job) => ({
        id: `job:${job.jobId}`,
        label: job.scriptName,
        hint: `${job.loginName} · ${job.createTime}`,
        act: () => void navigate(paths.job(job.jobId)),
      })),
    },
    {
      heading: t('paletteUsers'),
      entries: (users.data?.data ?? []).map((user) => ({
        id: `user:${user.id}`,
        label: user.userName,
        ...(user.realName ? { hint: user.realName } : {}),
        act: () => void navigate(paths.user(user.id)),
      })),
    },
  ];
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    isSearching: key !== typed.trim() || asked.some(({ isFetching }) => isFetching),
    failure: failed ? messageOf(failed) : null,
  };
}
