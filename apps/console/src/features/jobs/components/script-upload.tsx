import { UploadOutlined } from '@ant-design/icons';
import { endpoints } from '@clusterdesk/contracts';
import { App, Button } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../shared/api/api-error.js';
import { callWithMessage } from '../../../shared/api/call.js';

interface Script {
  /** The file's name without `.sh`. */
  name: string;
  text: string;
}

/** Reads a script file through the server, which answers with its text in the message (spec part 2 §2, Run job). */
export function ScriptUpload({ onScript }: { onScript: (script: Script) => void }): ReactNode {
  const { t } = useTranslation('jobs');
  const { message } = App.useApp();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setIsBusy] = useState(false);

  const read = async (file: File): Promise<void> => {
    setIsBusy(true);
    try {
      const input = { path: file.name, file };
      const answer = await callWithMessage(endpoints.jobs.upload, input);
      onScript({ name: file.name.replace(/\.sh$/i, ''), text: answer.message });
    } catch (error) {
      void message.error(messageOf(error));
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <>
      <Button
        size="small"
        icon={<UploadOutlined />}
        loading={isBusy}
        onClick={() => input.current?.click()}
      >
        {t('uploadScript')}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".sh,.bash,.py,.txt,text/*"
        hidden
        // antd's form shows file inputs whatever `hidden` says.
        style={{ display: 'none' }}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = ''; // The same file may be chosen again after a change.
          if (file) {
            void read(file);
          }
        }}
      />
    </>
  );
}
