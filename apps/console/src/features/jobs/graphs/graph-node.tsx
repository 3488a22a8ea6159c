import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  LoadingOutlined,
  MinusCircleOutlined,
  RedoOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatList } from '../../../shared/lib/format/format-list.js';
import { paths } from '../../../shared/paths.js';
import type { TagState } from '../../../shared/ui/text/status-tag.js';
import { JobStatusTag, tagStateOf } from '../components/job-status.js';
import { WorkTime } from '../components/work-time.js';
import type { GraphStep } from './graph-queries.js';
import styles from './graphs.module.css';

const icons: Record<TagState, ReactNode> = {
  ok: <CheckCircleOutlined />,
  waiting: <ClockCircleOutlined />,
  running: <LoadingOutlined />,
  bad: <CloseCircleOutlined />,
  quiet: <MinusCircleOutlined />,
};

/** A step as its graph shows it: what became of its newest job, which it opens. @param onRerun absent: it cannot be run again now */
export function GraphNode({
  step: { key, after, job, runs },
  onRerun,
}: {
  step: GraphStep;
  onRerun?: (() => void) | undefined;
}): ReactNode {
  const { t } = useTranslation('graphs');
  const state = job ? tagStateOf(job.status) : 'quiet';
  return (
    <div className={`${styles['node']} ${job ? styles['opens'] : ''}`} data-state={state}>
      <div className={styles['nodeHead']}>
        {icons[state]}
        {job ? (
          <Link to={paths.job(job.jobId)} className={styles['key']} title={key}>
            {key}
          </Link>
        ) : (
          <span className={styles['key']} title={key}>
            {key}
          </span>
        )}
        {onRerun && (
          <Button
            className={styles['again'] ?? ''}
            type="text"
            size="small"
            icon={<RedoOutlined />}
            aria-label={t('rerunFrom', { key })}
            title={t('rerunFrom', { key })}
            onClick={onRerun}
          />
        )}
      </div>
      <div className={styles['nodeFacts']}>
        {job ? (
          <>
            <JobStatusTag job={job} />
            {job.startedAt !== null && (
              <span>
                <WorkTime job={job} />
              </span>
            )}
            {runs > 1 && <span>{t('ranTimes', { count: runs })}</span>}
          </>
        ) : (
          t('noJob')
        )}
        <span className="visually-hidden">
          {after.length > 0 ? t('follows', { keys: formatList(after) }) : t('followsNone')}
        </span>
      </div>
    </div>
  );
}
