import { FolderOpenOutlined, UploadOutlined } from '@ant-design/icons';
import { endpoints, limits } from '@clusterdesk/contracts';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callWithMessage } from '../../../shared/api/call.js';
import type { FileSpace } from '../../../shared/file-browser/file-space.js';
import { FolderPickerDialog } from '../../../shared/file-browser/move-copy/folder-picker-dialog.js';
import { FileButton } from '../../../shared/files/file-button.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { jobNameOf } from './job-form-values.js';
import styles from './script.module.css';
import { useMessages } from '../../../shared/ui/messages/messages.js';

/** A script, and what its job is called. */
export interface Script {
  name: string;
  text: string;
}

interface ScriptToolsProps {
  space: FileSpace;
  /** Reads a script of the space. @throws Error with a sentence for the user */
  readScript: (path: string) => Promise<string>;
  onScript: (script: Script) => void;
}

/** Where a script comes from when it is not typed: My files, this computer. */
export function ScriptTools({ space, readScript, onScript }: ScriptToolsProps): ReactNode {
  const { t } = useTranslation('jobs');
  const { message } = useMessages();
  const [isPicking, setIsPicking] = useState(false);
  const upload = useAction(async (file: File) => {
    // The server answers with the text in the message (spec part 2 §2, Run job), which is nothing to say.
    const answer = await callWithMessage(endpoints.jobs.upload, { path: file.name, file });
    onScript({ name: jobNameOf(file.name), text: answer.message });
    return { result: null, message: '' };
  });
  const read = useAction(async ({ path, name }: { path: string; name: string }) => {
    onScript({ name: jobNameOf(name), text: await readScript(path) });
    return { result: null, message: '' };
  });
  return (
    <div className={styles['tools']}>
      <Button
        icon={<FolderOpenOutlined />}
        loading={read.isBusy}
        onClick={() => setIsPicking(true)}
      >
        {t('scriptFromFiles')}
      </Button>
      <FileButton
        icon={<UploadOutlined />}
        accept=".sh,.bash,.slurm,.py,.txt,text/*"
        isBusy={upload.isBusy}
        onPick={(file) => void upload.act(file)}
        onTooMany={() => void message.info(t('oneScript'))}
      >
        {t('uploadScript')}
      </FileButton>
      {isPicking && (
        <FolderPickerDialog
          space={space}
          title={t('scriptFromFiles')}
          files={{
            fits: ({ size }) => size <= limits.scriptMaxBytes,
            onPick: ({ path, localPath }) => {
              setIsPicking(false);
              void read.act({ path, name: localPath });
            },
          }}
          onClose={() => setIsPicking(false)}
        />
      )}
    </div>
  );
}
