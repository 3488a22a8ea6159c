import { PictureOutlined } from '@ant-design/icons';
import { logoMaxBytes } from '@clusterdesk/contracts';
import { Button } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FileButton } from '../../../shared/files/file-button.js';
import { builtInMark } from '../../../shared/ui/layout/brand-mark.js';
import { useMessages } from '../../../shared/ui/messages/messages.js';
import styles from './copyright.module.css';

/** What is to become of a picture: another one, or what there is without an upload: the built-in logo, no icon. */
export type LogoChange = File | 'builtIn';

interface LogoFieldProps {
  kind: 'logo' | 'policeIcon';
  /** The picture of now, as an address; empty: none was uploaded. */
  current: string;
  /** Given by the form item around it; absent: it stays. */
  value?: LogoChange | undefined;
  onChange?: (value: LogoChange | undefined) => void;
}

const types = ['image/jpeg', 'image/png'];

/** An address of a chosen file, for as long as it is shown. */
function useFileAddress(file: LogoChange | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!(file instanceof File)) {
      return undefined;
    }
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => {
      setAddress(null);
      URL.revokeObjectURL(made);
    };
  }, [file]);
  return address;
}

/** The logo or the icon as it is, or as it will be; the server looks at the content again. */
export function LogoField({ kind, current, value, onChange }: LogoFieldProps): ReactNode {
  const { t } = useTranslation('licence');
  const { message } = useMessages();
  const chosen = useFileAddress(value);
  const isBuiltIn = value === 'builtIn' || (value === undefined && current === '');
  const shown = chosen ?? (!isBuiltIn ? current : kind === 'logo' ? builtInMark : '');
  const accept = (file: File): void => {
    const fault = !types.includes(file.type)
      ? t('logoFormat')
      : file.size > logoMaxBytes
        ? t('logoSize')
        : null;
    if (fault !== null) {
      void message.error(fault);
      return;
    }
    onChange?.(file);
  };
  return (
    <div className={styles['logo']}>
      <span className={styles['preview']}>
        {shown !== '' && <img src={shown} alt={t(kind)} height={kind === 'logo' ? 48 : 16} />}
      </span>
      <FileButton
        icon={<PictureOutlined />}
        accept=".jpg,.jpeg,.png"
        onPick={accept}
        onTooMany={(count) => void message.warning(t('tooManyFiles', { count }))}
      >
        {t(kind === 'logo' ? 'chooseLogo' : 'chooseIcon')}
      </FileButton>
      {!isBuiltIn && (
        <Button type="text" onClick={() => onChange?.(current === '' ? undefined : 'builtIn')}>
          {t(kind === 'logo' ? 'builtInLogo' : 'noIcon')}
        </Button>
      )}
    </div>
  );
}
