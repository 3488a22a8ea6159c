import { type HostHistory, isFailing, troublesOf } from '@clusterdesk/contracts';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatList } from '../../../shared/lib/format/format-list.js';
import { formatSize } from '../../../shared/lib/format/format.js';
import { formatWithZone } from '../../../shared/lib/time/format-time.js';
import { usePlatformZone } from '../../../shared/lib/time/platform-zone.js';
import { StatusTag } from '../../../shared/ui/text/status-tag.js';
import cardStyles from '../components/host-card.module.css';
import styles from './disk-health.module.css';

type Told = NonNullable<HostHistory['diskHealth']>;
type Disk = Told['disks'][number];

/** How a disk is, the worst first. */
const states = ['bad', 'waiting', 'ok', 'quiet'] as const;

function stateOf(disk: Disk): (typeof states)[number] {
  if (isFailing(disk)) {
    return 'bad';
  }
  if (troublesOf(disk).length > 0 || disk.problem === 'noAnswer') {
    return 'waiting';
  }
  return disk.health === 'passed' ? 'ok' : 'quiet';
}

function selfTestText({ selfTest, readAt }: Disk, t: TFunction<'cluster'>): string | undefined {
  if (!selfTest) {
    return readAt === null ? undefined : t('diskSelfTestNone');
  }
  const { type, result, powerOnHours } = selfTest;
  return powerOnHours === undefined
    ? t('diskSelfTestSays', { type, result })
    : t('diskSelfTestAt', { type, result, hours: t('hours', { count: powerOnHours }) });
}

/** What a disk tells; what it does not is not shown. */
function DiskFacts({ disk }: { disk: Disk }): ReactNode {
  const { t } = useTranslation('cluster');
  const { sizeBytes, temperature, powerOnHours, wear } = disk;
  const facts = [
    [t('diskModel'), disk.model],
    [t('diskSerial'), disk.serialEnd],
    [t('diskSize'), sizeBytes === undefined ? undefined : formatSize(sizeBytes)],
    [
      t('diskTemperature'),
      temperature === undefined ? undefined : t('degrees', { value: temperature }),
    ],
    [t('diskHours'), powerOnHours === undefined ? undefined : t('hours', { count: powerOnHours })],
    [t('diskWear'), wear === undefined ? undefined : `${wear}%`],
    [t('diskReallocated'), disk.reallocated],
    [t('diskPending'), disk.pending],
    [t('diskUncorrectable'), disk.uncorrectable],
    [t('diskSelfTest'), selfTestText(disk, t)],
  ] as const;
  return (
    <dl className={styles['facts']}>
      {facts.map(
        ([name, value]) =>
          value !== undefined && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function DiskItem({ disk }: { disk: Disk }): ReactNode {
  const { t } = useTranslation('cluster');
  const { name, type, problem, readAt, lowAttributes = [] } = disk;
  const state = stateOf(disk);
  const names = formatList(
    lowAttributes.map((low) => `${low.name} (${low.value} ≤ ${low.threshold})`),
  );
  return (
    <li aria-label={name} className={styles['disk']}>
      <h3 className={styles['name']}>
        {name}
        {type && <span className={styles['type']}>{type.toUpperCase()}</span>}
        <StatusTag state={state}>{t(`diskState_${state}`)}</StatusTag>
      </h3>
      {problem && <p className={styles['why']}>{t(`diskProblem_${problem}`)}</p>}
      {troublesOf(disk).map((trouble) => (
        <p key={trouble} className={styles['why']}>
          {t(`diskTrouble_${trouble}`, { names })}
        </p>
      ))}
      {problem && readAt !== null && (
        <p className={styles['heard']}>{t('diskReadAt', { time: formatWithZone(readAt) })}</p>
      )}
      <DiskFacts disk={disk} />
    </li>
  );
}

/** Those that somebody has to look at come first: a host has many. */
const byTrouble = (disks: readonly Disk[]): Disk[] =>
  states.flatMap((state) => disks.filter((disk) => stateOf(disk) === state));

/** How the disks of a host are, each with what is wrong with it and what to do; or why that is not known. */
export function DiskHealthCard({ told }: { told: HostHistory['diskHealth'] }): ReactNode {
  const { t } = useTranslation('cluster');
  usePlatformZone();
  const { disks = [], problem = null } = told ?? {};
  return (
    <section
      className={`card ${cardStyles['card']} ${styles['wide']}`}
      aria-label={t('diskHealth')}
    >
      <h2 className={cardStyles['name']}>{t('diskHealth')}</h2>
      {told === null && <p className={styles['heard']}>{t('diskHealthNone')}</p>}
      {problem && <p className={styles['why']}>{t(`diskHealthProblem_${problem}`)}</p>}
      {told && !problem && disks.length === 0 && (
        <p className={styles['heard']}>{t('diskHealthEmpty')}</p>
      )}
      {disks.length > 0 && (
        <ul className={styles['list']}>
          {byTrouble(disks).map((disk) => (
            <DiskItem key={disk.name} disk={disk} />
          ))}
        </ul>
      )}
      {told && (
        <p className={styles['heard']}>
          {t('diskHealthHeard', { time: formatWithZone(told.heardAt) })}
        </p>
      )}
    </section>
  );
}
