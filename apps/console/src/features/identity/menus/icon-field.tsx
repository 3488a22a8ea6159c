import { DeleteOutlined, PictureOutlined, UploadOutlined } from '@ant-design/icons';
import { endpoints } from '@clusterdesk/contracts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FileButton } from '../../../shared/files/file-button.js';
import { callWithMessage } from '../../../shared/api/call.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { iconUrl } from '../../../shared/menus/icon-url.js';
import { iconFault, measure } from './icon-check.js';
import styles from './menus.module.css';
import { useMessages } from '../../../shared/ui/messages/messages.js';

interface IconFieldProps {
  /** Given by the form item around it: the icon's path, empty for none. */
  value?: string;
  onChange?: (value: string) => void;
}

/** A menu's icon: shown, replaced by an upload, removed. */
export function IconField({ value, onChange }: IconFieldProps): ReactNode {
  const { t } = useTranslation('menus');
  const { message } = useMessages();
  const upload = useAction(async (file: File) => {
    const answer = await callWithMessage(endpoints.menus.uploadIcon, { file });
    onChange?.(answer.result);
    return answer;
  });
  const url = iconUrl(value);

  const acceptFile = async (file: File): Promise<void> => {
    const picture = await measure(file);
    const fault = iconFault(file, picture);
    if (fault) {
      const { width = 0, height = 0 } = picture ?? {};
      void message.error(t(fault, { width, height }));
      return;
    }
    await upload.act(file);
  };
  return (
    <div className={styles['icon']}>
      <span className={styles['preview']}>
        {url ? <img src={url} alt="" width={48} height={48} /> : <PictureOutlined />}
      </span>
      <FileButton
        icon={<UploadOutlined />}
        accept=".png,.jpg,.jpeg"
        isBusy={upload.isBusy}
        onPick={(file) => void acceptFile(file)}
        onTooMany={(count) => void message.warning(t('tooManyFiles', { count }))}
      >
        {t('uploadIcon')}
      </FileButton>
      {url && (
        <Button
          type="text"
          icon={<DeleteOutlined />}
          aria-label={t('removeIcon')}
          onClick={() => onChange?.('')}
        />
      )}
    </div>
  );
}
