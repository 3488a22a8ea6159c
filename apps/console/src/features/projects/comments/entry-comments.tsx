import { DeleteOutlined } from '@ant-design/icons';
import { endpoints, limits, spaceIdOf, type EntryComment } from '@clusterdesk/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../../../shared/api/api-error.js';
import { queryOptionsOf } from '../../../shared/api/query.js';
import type { FileEntry, FileSpace } from '../../../shared/file-browser/file-space.js';
import { RelativeTime } from '../../../shared/lib/time/time-text.js';
import { useWatch } from '../../../shared/live/connection/live-provider.js';
import { useVisit } from '../../../shared/notifications/visits.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { useConfirm } from '../../../shared/ui/dialog/use-confirm.js';
import { FailureNote } from '../../../shared/ui/state/failure-note.js';
import { personName } from '../../../shared/users/person-name.js';
import { commentsPath } from './comments-path.js';
import styles from './entry-comments.module.css';
import { wasLedTo } from './led-to.js';

interface EntryCommentsProps {
  space: FileSpace;
  entry: FileEntry;
}

const { comments, addComment, removeComment } = endpoints.projectFiles;
const pageSize = 10;

/** What was begun and not sent, by entry: whoever looks at another one meanwhile finds it again, as long as the page is open. */
const drafts = new Map<string, string>();
const draftKeyOf = ({ projectId, path }: Place): string => `${projectId}${path}`;

/** Writes a comment; what could not be sent stays in the field. */
function NewComment({ place, onSent }: { place: Place; onSent: () => void }): ReactNode {
  const { t } = useTranslation('comments');
  const draftKey = draftKeyOf(place);
  const [text, setText] = useState(drafts.get(draftKey) ?? '');
  const { act, isBusy } = useAction(addComment, { invalidates: [comments], done: t('sent') });
  const write = (written: string): void => {
    setText(written);
    if (written === '') {
      drafts.delete(draftKey);
    } else {
      drafts.set(draftKey, written);
    }
  };
  const send = async (): Promise<void> => {
    if (await act({ ...place, text })) {
      write('');
      onSent();
    }
  };
  return (
    <div className={styles['form']}>
      <Input.TextArea
        aria-label={t('write')}
        placeholder={t('write')}
        value={text}
        maxLength={limits.commentLength}
        autoSize={{ minRows: 2, maxRows: 8 }}
        onChange={({ target }) => write(target.value)}
      />
      <Button
        size="small"
        disabled={text.trim() === ''}
        loading={isBusy}
        onClick={() => void send()}
      >
        {t('send')}
      </Button>
    </div>
  );
}

interface Place {
  projectId: string;
  path: string;
}

/** What the members of a project say to each other about an entry, the newest first. */
export function EntryComments({ space, entry }: EntryCommentsProps): ReactNode {
  const { t } = useTranslation('comments');
  const confirm = useConfirm();
  const place = { projectId: spaceIdOf(space.ref), path: entry.path };
  const [pageNum, setPageNum] = useState(0);
  useWatch({ topic: 'comments', ...place });
  const query = useQuery({
    ...queryOptionsOf(comments, { ...place, pageNum, pageSize }),
    placeholderData: keepPreviousData,
  });
  const { act: remove } = useAction(removeComment, {
    invalidates: [comments],
    done: t('removed'),
  });
  // Who has lost the right to see the entry is shown nothing that was said about it.
  const { data: rows = [], total = 0 } = (isRefusal(query.error) ? undefined : query.data) ?? {};
  const entryId = query.data?.entryId;
  // Notices name the entry, those of earlier versions its path; of what is not known there is none.
  useVisit(entryId ? commentsPath(place.projectId, entryId, place.path) : '', rows[0]?.id);
  const head = useRef<HTMLHeadingElement>(null);
  const isSettled = query.data !== undefined || query.error !== null;
  useEffect(() => {
    if (isSettled && wasLedTo(place.projectId, place.path)) {
      head.current?.scrollIntoView({ block: 'start' });
      // Not the field: a phone would lay its keyboard over what one came to read.
      head.current?.focus({ preventScroll: true });
    }
  }, [isSettled, place.projectId, place.path]);
  const nameOf = ({ author }: EntryComment): string =>
    author ? personName(author) : t('userGone');
  const ask = async ({ id }: EntryComment): Promise<void> => {
    const question = {
      title: t('removeTitle'),
      hint: t('removeHint'),
      okText: t('remove'),
      isDangerous: true,
    };
    if (await confirm(question)) {
      await remove({ ...place, commentId: id });
    }
  };
  return (
    <section className={styles['section']} aria-label={t('title')}>
      <h3 ref={head} tabIndex={-1} className={styles['head']}>
        {total > 0 ? t('titleCount', { count: total }) : t('title')}
      </h3>
      <FailureNote query={query} what={t('notLoaded')} />
      <NewComment key={draftKeyOf(place)} place={place} onSent={() => setPageNum(0)} />
      {query.data && total === 0 && !query.error && <p className={styles['none']}>{t('none')}</p>}
      <ul className={styles['list']}>
        {rows.map((comment) => (
          <li key={comment.id}>
            <div className={styles['about']}>
              <span>
                <b dir="auto">{nameOf(comment)}</b> <RelativeTime time={comment.time} />
              </span>
              {comment.canRemove && (
                <Button
                  type="text"
                  size="small"
                  danger
                  icon={<DeleteOutlined />}
                  aria-label={t('removeOf', { name: nameOf(comment), time: comment.time })}
                  title={t('remove')}
                  onClick={() => void ask(comment)}
                />
              )}
            </div>
            <p className={styles['text']} dir="auto">
              {comment.text}
            </p>
          </li>
        ))}
      </ul>
      {total > pageSize && (
        <div className={styles['pages']}>
          <Button size="small" disabled={pageNum === 0} onClick={() => setPageNum(pageNum - 1)}>
            {t('newer')}
          </Button>
          <Button
            size="small"
            disabled={(pageNum + 1) * pageSize >= total}
            onClick={() => setPageNum(pageNum + 1)}
          >
            {t('older')}
          </Button>
        </div>
      )}
    </section>
  );
}
