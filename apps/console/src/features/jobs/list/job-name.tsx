import { DownOutlined, RightOutlined } from '@ant-design/icons';
import type { JobRow } from '@clusterdesk/contracts';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../../shared/paths.js';
import { ArrayText } from '../chains/array-text.js';
import styles from '../components/jobs.module.css';
import { UnfoldedArray } from './unfolded-array.js';

/** A job's name in the list, which leads to it; an array unfolds there. */
export function JobName({ job }: { job: JobRow }): ReactNode {
  const { t } = useTranslation('jobs');
  const [isUnfolded, setIsUnfolded] = useState(false);
  return (
    <>
      {job.array && (
        <Button
          type="text"
          size="small"
          icon={isUnfolded ? <DownOutlined /> : <RightOutlined />}
          aria-expanded={isUnfolded}
          aria-label={t('elementsOf', { name: job.scriptName })}
          onClick={() => setIsUnfolded(!isUnfolded)}
        />
      )}
      <Link to={paths.job(job.jobId)} className={styles['jobName']} title={job.scriptName}>
        {job.scriptName}
      </Link>
      {job.array && (
        <>
          {' '}
          <ArrayText array={job.array} />
        </>
      )}
      {isUnfolded && <UnfoldedArray jobId={job.jobId} />}
    </>
  );
}
