import { FolderOpenOutlined, UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef, type ChangeEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { pickedFromInput, type PickedFile } from '../../../shared/files/picked-file.js';
import { ToolButton } from './tool-button.js';

/** Upload files, the page's primary action, and upload a folder. */
export function UploadButtons({ onPick }: { onPick: (picked: PickedFile[]) => void }): ReactNode {
  const { t } = useTranslation('disk');
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const take = (event: ChangeEvent<HTMLInputElement>): void => {
    onPick(pickedFromInput(event.target.files ?? []));
    // The same choice again must be a change again: that is how an interrupted upload goes on.
    event.target.value = '';
  };
  return (
    <>
      <Button type="primary" icon={<UploadOutlined />} onClick={() => files.current?.click()}>
        {t('uploadFile')}
      </Button>
      <ToolButton
        label={t('uploadFolder')}
        icon={<FolderOpenOutlined />}
        onClick={() => folder.current?.click()}
      />
      <input ref={files} type="file" multiple hidden data-testid="upload-files" onChange={take} />
      <input
        ref={(node) => {
          folder.current = node;
          if (node) {
            node.webkitdirectory = true;
          }
        }}
        type="file"
        hidden
        data-testid="upload-folder"
        onChange={take}
      />
    </>
  );
}
