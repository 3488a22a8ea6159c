import { LockOutlined, MoonOutlined, SunOutlined, UserOutlined } from '@ant-design/icons';
import { endpoints } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Form, Input } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { messageOf } from '../../../shared/api/api-error.js';
import { safeReturnPath } from '../../../shared/api/cb-url.js';
import { queryOptionsOf } from '../../../shared/api/query.js';
import { readToken, consumeSignOutReason } from '../../../shared/api/session.js';
import { focusField } from '../../../shared/ui/form/focus-field.js';
import { useSubmit } from '../../../shared/ui/form/use-submit.js';
import { useThemeChoice } from '../../../shared/theme/theme-context.js';
import { BrandMark } from '../../../shared/ui/layout/brand-mark.js';
import { paths } from '../../../shared/paths.js';
import { signIn, signInWithCode } from './sign-in.js';
import { switchLanguage } from './switch-language.js';
import { LoginFooter } from './login-footer.js';
import styles from './login-page.module.css';

interface Credentials {
  loginName: string;
  password: string;
}

/** Where to go after sign-in: back to the own path in cbUrl, else to the workbench. */
const nextPage = (cbUrl: string | null): string =>
  safeReturnPath(cbUrl) ?? paths.workbenchAfterLogin;

/** Signs in by the code of the URL, once, and takes the code out of the URL (spec part 1 §2, Login). */
function useSignInByCode(
  code: string | null,
  onSignedIn: () => Promise<void>,
  onFailed: (error: unknown) => void,
): void {
  const isUsed = useRef(false);
  useEffect(() => {
    if (code === null || isUsed.current) {
      return;
    }
    isUsed.current = true;
    const url = new URL(window.location.href);
    url.searchParams.delete('code');
    window.history.replaceState(window.history.state, '', url);
    signInWithCode(code).then(onSignedIn).catch(onFailed);
  });
}

/** Sign-in (spec part 1 §2, Login). */
export function LoginPage(): ReactNode {
  const { t } = useTranslation(['identity', 'shell', 'common']);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const theme = useThemeChoice();
  const configs = useQuery({
    ...queryOptionsOf(endpoints.operations.publicConfigs, {}),
    staleTime: 60_000,
  });
  const [signOutReason] = useState(consumeSignOutReason);
  const [code] = useState(() => search.get('code'));
  const [codeProblem, setCodeProblem] = useState<string | null>(null);
  const [isByCode, setIsByCode] = useState(code !== null);
  const [wasSignedIn] = useState(() => readToken() !== null);
  const [form] = Form.useForm<Credentials>();
  const target = nextPage(search.get('cbUrl'));

  const goOn = async (): Promise<void> => navigate(target, { replace: true });
  useSignInByCode(code, goOn, (error) => {
    setCodeProblem(messageOf(error));
    setIsByCode(false);
  });
  const { submit, ...sent } = useSubmit(form, async ({ loginName, password }: Credentials) => {
    setCodeProblem(null);
    try {
      const publicKey = (configs.data ?? (await configs.refetch({ throwOnError: true })).data)
        ?.publicKey;
      if (!publicKey) {
        throw new Error(t('identity:configFailed'));
      }
      await signIn(publicKey, loginName, password);
      await goOn();
    } catch (error) {
      focusField(form, 'password');
      throw error;
    }
  });
  const isBusy = isByCode || sent.isBusy;
  const problem = sent.problem ?? codeProblem;

  if (wasSignedIn && !isBusy) {
    return <Navigate replace to={target} />;
  }
  return (
    <div className={styles['page']}>
      <section className={styles['art']}>
        <div className={styles['glow']} aria-hidden />
        <div className={styles['intro']}>
          <BrandMark size={48} image={configs.data?.logoBase64Images} />
          <h1>{t('common:productName')}</h1>
          <p>{t('identity:slogan')}</p>
        </div>
        <LoginFooter configs={configs.data} />
      </section>
      <main className={styles['side']}>
        <div className={styles['box']}>
          <h2>{t('identity:signIn')}</h2>
          <p className={styles['hint']} role="status">
            {isByCode ? t('identity:signingIn') : t('identity:signInHint')}
          </p>
          {(problem ?? signOutReason) && (
            <Alert
              type={problem ? 'error' : 'info'}
              showIcon
              title={problem ?? signOutReason}
              role="alert"
              className={styles['alert'] ?? ''}
            />
          )}
          <Form<Credentials>
            form={form}
            size="large"
            requiredMark={false}
            validateTrigger="onBlur"
            onFinish={(values) => void (isByCode || submit(values))}
            aria-busy={isBusy}
          >
            <Form.Item
              name="loginName"
              rules={[
                { required: true, whitespace: true, message: t('identity:loginNameRequired') },
              ]}
            >
              <Input
                autoFocus
                prefix={<UserOutlined />}
                placeholder={t('identity:loginName')}
                aria-label={t('identity:loginName')}
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={64}
              />
            </Form.Item>
            <Form.Item
              name="password"
              rules={[{ required: true, message: t('identity:passwordRequired') }]}
            >
              <Input.Password
                prefix={<LockOutlined />}
                placeholder={t('identity:password')}
                aria-label={t('identity:password')}
                autoComplete="current-password"
              />
            </Form.Item>
            <Button type="primary" htmlType="submit" block loading={isBusy}>
              {t('identity:signIn')}
            </Button>
          </Form>
          <div className={styles['choices']}>
            <Button
              type="text"
              size="small"
              icon={theme.name === 'light' ? <MoonOutlined /> : <SunOutlined />}
              aria-label={theme.name === 'light' ? t('shell:themeToDark') : t('shell:themeToLight')}
              onClick={() => theme.choose(theme.name === 'light' ? 'dark' : 'light')}
            />
            <Button type="text" size="small" onClick={() => void switchLanguage()}>
              {t('identity:otherLanguage')}
            </Button>
          </div>
        </div>
      </main>
    </div>
  );
}
