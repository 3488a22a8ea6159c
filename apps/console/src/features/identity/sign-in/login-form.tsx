import eyeOffIcon from '@ant-design/icons-svg/es/asn/EyeInvisibleOutlined';
import eyeIcon from '@ant-design/icons-svg/es/asn/EyeOutlined';
import lockIcon from '@ant-design/icons-svg/es/asn/LockOutlined';
import userIcon from '@ant-design/icons-svg/es/asn/UserOutlined';
import { useId, useRef, useState, type FormEvent, type ReactNode, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { PlainIcon } from '../../../shared/ui/layout/plain-icon.js';
import styles from './login-form.module.css';

interface FieldProps {
  ref: Ref<HTMLInputElement>;
  name: string;
  type: 'text' | 'password';
  label: string;
  autoComplete: string;
  icon: ReactNode;
  /** Empty: nothing is wrong. */
  problem: string;
  onEdit: () => void;
  autoFocus?: boolean;
  children?: ReactNode;
}

function Field({ label, icon, problem, onEdit, children, ...input }: FieldProps): ReactNode {
  const problemId = useId();
  return (
    <>
      <div className={styles['field']} data-wrong={problem !== ''}>
        {icon}
        <input
          {...input}
          placeholder={label}
          aria-label={label}
          aria-invalid={problem !== ''}
          aria-describedby={problemId}
          autoCapitalize="none"
          spellCheck={false}
          onChange={onEdit}
        />
        {children}
      </div>
      <p id={problemId} className={styles['problem']} role="alert">
        {problem}
      </p>
    </>
  );
}

interface LoginFormProps {
  isBusy: boolean;
  /** Signs in. @returns whether it went well; after a refusal the password is there to be written over. */
  onSubmit: (loginName: string, password: string) => Promise<boolean>;
}

/** Login name and password. The browser's own fields, since the login page has to be there before antd is. */
export function LoginForm({ isBusy, onSubmit }: LoginFormProps): ReactNode {
  const { t } = useTranslation('identity');
  const loginName = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [missing, setMissing] = useState({ loginName: false, password: false });
  const [isShown, setIsShown] = useState(false);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const values = {
      loginName: loginName.current?.value.trim() ?? '',
      password: password.current?.value ?? '',
    };
    setMissing({ loginName: values.loginName === '', password: values.password === '' });
    if (values.loginName === '') {
      loginName.current?.focus();
    } else if (values.password === '') {
      password.current?.focus();
    } else if (!isBusy && !(await onSubmit(values.loginName, values.password))) {
      password.current?.focus();
      password.current?.select();
    }
  };

  return (
    <form noValidate aria-busy={isBusy} onSubmit={(event) => void submit(event)}>
      <Field
        ref={loginName}
        name="loginName"
        type="text"
        label={t('loginName')}
        autoComplete="username"
        autoFocus
        icon={<PlainIcon of={userIcon} />}
        problem={missing.loginName ? t('loginNameRequired') : ''}
        onEdit={() => setMissing((now) => ({ ...now, loginName: false }))}
      />
      <Field
        ref={password}
        name="password"
        type={isShown ? 'text' : 'password'}
        label={t('password')}
        autoComplete="current-password"
        icon={<PlainIcon of={lockIcon} />}
        problem={missing.password ? t('passwordRequired') : ''}
        onEdit={() => setMissing((now) => ({ ...now, password: false }))}
      >
        <button
          type="button"
          className={styles['eye']}
          aria-label={isShown ? t('hidePassword') : t('showPassword')}
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          <PlainIcon of={isShown ? eyeIcon : eyeOffIcon} />
        </button>
      </Field>
      <button type="submit" className={styles['submit']} aria-disabled={isBusy}>
        {isBusy && <i className={styles['turning']} aria-hidden />}
        {t('signIn')}
      </button>
    </form>
  );
}
