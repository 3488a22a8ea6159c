import type { LogRow } from '@clusterdesk/contracts';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { TimeText } from '../../../shared/lib/time/time-text.js';
import { StatusTag, type TagState } from '../../../shared/ui/text/status-tag.js';
import type { Column } from '../../../shared/ui/table/data-table/data-table-types.js';
import { useOperations } from '../log-operations.js';
import { actorOf, sentenceOf } from '../log-sentence.js';
import styles from './log.module.css';

type Translate = TFunction<'audit'>;

const stateOf: Record<LogRow['logLevel'], TagState> = {
  INFO: 'quiet',
  WARN: 'waiting',
  ERROR: 'bad',
};

export const LevelTag = ({ level, t }: { level: LogRow['logLevel']; t: Translate }): ReactNode => (
  <StatusTag state={stateOf[level]}>{t(`level_${level}`)}</StatusTag>
);

/** A feature's name for people; one that this console doesn't know keeps its own. */
export const modelName = (t: Translate, model: string): string =>
  String(t(`model_${model}` as 'model_users', { defaultValue: model }));

/** How it went, for people: what a refusal said; in rows from before that was kept, that it was one. */
export const resultOf = ({ errorCode, errorMessage, logLevel }: LogRow, t: Translate): string =>
  errorCode === null
    ? t('succeeded')
    : (errorMessage ?? t(logLevel === 'WARN' ? 'refused' : 'failed'));

/** What a detail of a row is called; one that this console doesn't know keeps its own name. */
export const detailName = (t: Translate, name: string): string =>
  String(t(`detail_${name}` as 'detail_path', { defaultValue: name }));

/** Opens a row's details: the sentence is a button, in reach of keys and fingers. */
type Open = (row: LogRow) => void;

function Sentence({ row, onOpen }: { row: LogRow; onOpen: Open }): ReactNode {
  const sentence = sentenceOf(row, useOperations().of(row.methodName));
  return (
    <button type="button" className={styles['open']} title={sentence} onClick={() => onOpen(row)}>
      {sentence}
    </button>
  );
}

/** The columns of the log (spec part 2 §3, Log), as sentences, with the address and the result added. */
export function logColumns(t: Translate, onOpen: Open): Column<LogRow>[] {
  return [
    {
      id: 'createTime',
      title: t('createTime'),
      inCard: 'note',
      cell: (row) => <TimeText time={row.createTime} />,
    },
    {
      id: 'userName',
      title: t('userName'),
      inCard: 'note',
      cell: (row) => <span title={row.userName ?? ''}>{actorOf(row, t)}</span>,
    },
    {
      id: 'methodName',
      title: t('methodName'),
      isAlways: true,
      cell: (row) => <Sentence row={row} onOpen={onOpen} />,
    },
    {
      id: 'logLevel',
      title: t('logLevel'),
      inCard: 'tag',
      cell: (row) => <LevelTag level={row.logLevel} t={t} />,
    },
    {
      id: 'errorCode',
      title: t('errorCode'),
      inCard: 'note',
      priority: 3,
      cell: (row) => <span title={resultOf(row, t)}>{resultOf(row, t)}</span>,
    },
    {
      id: 'logModel',
      title: t('logModel'),
      inCard: 'none',
      priority: 2,
      cell: (row) => modelName(t, row.logModel),
    },
    {
      id: 'address',
      title: t('address'),
      inCard: 'none',
      priority: 3,
      cell: (row) => row.address ?? '–',
    },
  ];
}
