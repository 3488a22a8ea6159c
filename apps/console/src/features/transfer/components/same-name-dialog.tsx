import { Button, Checkbox } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../shared/ui/dialog.js';
import type { SameNameAnswer, SameNameQuestion } from '../upload/same-name.js';

interface SameNameDialogProps {
  question: SameNameQuestion;
  onAnswer: (answer: SameNameAnswer) => void;
}

/** Asks what to do with a taken name: cancel, overwrite, keep both, for one or for all. */
export function SameNameDialog({ question, onAnswer }: SameNameDialogProps): ReactNode {
  const { t } = useTranslation('transfer');
  const [isForAll, setIsForAll] = useState(false);
  const { name, isFolder, newName, others } = question;
  const answer = (choice: SameNameAnswer['choice']): void => onAnswer({ choice, isForAll });
  return (
    <Dialog
      open
      title={t('sameNameTitle')}
      onCancel={() => answer('cancel')}
      footer={[
        <Button key="cancel" onClick={() => answer('cancel')}>
          {t('skip')}
        </Button>,
        <Button key="overwrite" danger onClick={() => answer('overwrite')}>
          {isFolder ? t('merge') : t('overwrite')}
        </Button>,
        <Button key="keep" type="primary" autoFocus onClick={() => answer('keepBoth')}>
          {t('keepBoth')}
        </Button>,
      ]}
    >
      <p>{isFolder ? t('sameNameFolder', { name }) : t('sameNameFile', { name })}</p>
      <p className="soft">{t('keepBothAs', { name: newName })}</p>
      {others > 0 && (
        <Checkbox
          style={{ marginTop: 12 }}
          checked={isForAll}
          onChange={(event) => setIsForAll(event.target.checked)}
        >
          {t('forAll', { count: others })}
        </Checkbox>
      )}
    </Dialog>
  );
}
