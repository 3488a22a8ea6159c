import { CustomerServiceOutlined } from '@ant-design/icons';
import { endpoints, limits } from '@clusterdesk/contracts';
import { Button, Input } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useHasMenu } from '../../../shared/menus/own-menus.js';
import { paths } from '../../../shared/paths.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { useUnsavedWork } from '../../../shared/ui/form/unsaved-work.js';
import { useMessages } from '../../../shared/ui/messages/messages.js';
import { FeedbackList } from './feedback-list.js';
import styles from './feedback.module.css';

/** A message to the administrators. */
function FeedbackForm(): ReactNode {
  const { t } = useTranslation('feedback');
  const { message } = useMessages();
  const id = useId();
  const [text, setText] = useState('');
  useUnsavedWork(() => text.trim() !== '');
  const { act, isBusy } = useAction(endpoints.feedback.leave, {
    invalidates: [endpoints.feedback.list],
    done: t('done'),
  });
  const submit = async (): Promise<void> => {
    if (text.trim() === '') {
      void message.error(t('empty'));
    } else if (await act({ message: text })) {
      setText('');
    }
  };
  return (
    <section className={`card ${styles['card']}`} aria-label={t('lead')}>
      <div className={styles['banner']}>
        <CustomerServiceOutlined className={styles['icon'] ?? ''} aria-hidden />
        <div>
          <h2>{t('lead')}</h2>
          <p className="soft">{t('hint')}</p>
        </div>
      </div>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <label htmlFor={id}>{t('label')}</label>
        <Input.TextArea
          id={id}
          rows={6}
          showCount
          maxLength={limits.feedbackLength}
          placeholder={t('placeholder')}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <div className={styles['buttons']}>
          <Button type="primary" htmlType="submit" loading={isBusy}>
            {t('submit')}
          </Button>
          <Button disabled={text === ''} onClick={() => setText('')}>
            {t('reset')}
          </Button>
        </div>
      </form>
    </section>
  );
}

/** Contact us: a message to the administrators, who see all of them below it (spec part 2 §2, Contact page). */
export function FeedbackTab(): ReactNode {
  const isManager = useHasMenu(paths.settings);
  return (
    <div className={styles['page']}>
      <FeedbackForm />
      {isManager && <FeedbackList />}
    </div>
  );
}
