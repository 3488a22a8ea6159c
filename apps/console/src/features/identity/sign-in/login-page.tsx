import moonIcon from '@ant-design/icons-svg/es/asn/MoonOutlined';
import sunIcon from '@ant-design/icons-svg/es/asn/SunOutlined';
import { endpoints } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { messageOf } from '../../../shared/api/api-error.js';
import { safeReturnPath } from '../../../shared/api/cb-url.js';
import { queryOptionsOf } from '../../../shared/api/query.js';
import { readToken, readUserName, consumeSignOutReason } from '../../../shared/api/session.js';
import { useThemeChoice } from '../../../shared/theme/theme-context.js';
import { BrandMark } from '../../../shared/ui/layout/brand-mark.js';
import { PlainIcon } from '../../../shared/ui/layout/plain-icon.js';
import { paths } from '../../../shared/paths.js';
import { signIn, signInWithCode } from './sign-in.js';
import { switchLanguage } from './switch-language.js';
import { LoginFooter } from './login-footer.js';
import { LoginForm } from './login-form.js';
import { SwitchUser } from './switch-user.js';
import styles from './login-page.module.css';

/** Where to go after sign-in: back to the own path in cbUrl, else to the workbench. */
const nextPage = (cbUrl: string | null): string =>
  safeReturnPath(cbUrl) ?? paths.workbenchAfterLogin;

/** The code of the URL, which is taken out of it at once (spec part 1 §2, Login). */
function useCodeOfUrl(): string | null {
  const [search] = useSearchParams();
  const [code] = useState(() => search.get('code'));
  useEffect(() => {
    if (code !== null) {
      const url = new URL(window.location.href);
      url.searchParams.delete('code');
      window.history.replaceState(window.history.state, '', url);
    }
  }, [code]);
  return code;
}

/** Does something once, as soon as it may be done. */
function useOnce(mayBeDone: boolean, work: () => void): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (mayBeDone && !isDone.current) {
      isDone.current = true;
      work();
    }
  });
}

interface LoginPageProps {
  /** Fetches what the change of a password needs, for whoever has to change it first: until then this page stays. */
  preparePasswordChange: () => Promise<unknown>;
}

/** Sign-in (spec part 1 §2, Login). */
export function LoginPage({ preparePasswordChange }: LoginPageProps): ReactNode {
  const { t } = useTranslation(['identity', 'shell', 'common']);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const theme = useThemeChoice();
  const configs = useQuery({
    ...queryOptionsOf(endpoints.operations.publicConfigs, {}),
    staleTime: 60_000,
  });
  const [signOutReason] = useState(consumeSignOutReason);
  const [problem, setProblem] = useState<string | null>(null);
  const code = useCodeOfUrl();
  const [wasSignedIn] = useState(() => readToken() !== null);
  // Anybody can make a link with a code of his own: it replaces nobody's session unasked.
  const isQuestion = code !== null && wasSignedIn;
  const [isBusy, setIsBusy] = useState(code !== null && !isQuestion);
  const target = nextPage(search.get('cbUrl'));

  const goOn = async ({ mustChangePassword = false } = {}): Promise<void> => {
    if (mustChangePassword) {
      // What cannot be fetched now, its page fetches itself.
      await preparePasswordChange().catch(() => undefined);
    }
    await navigate(mustChangePassword ? paths.ownPasswordFirst(target) : target, { replace: true });
  };
  const enterByCode = async (given: string): Promise<void> => {
    setIsBusy(true);
    try {
      await goOn(await signInWithCode(given));
    } catch (error) {
      setProblem(messageOf(error));
      setIsBusy(false);
    }
  };
  useOnce(code !== null && !isQuestion, () => void enterByCode(code ?? ''));
  const submit = async (loginName: string, password: string): Promise<boolean> => {
    setIsBusy(true);
    setProblem(null);
    try {
      const publicKey = (configs.data ?? (await configs.refetch({ throwOnError: true })).data)
        ?.publicKey;
      if (!publicKey) {
        throw new Error(t('identity:configFailed'));
      }
      await goOn(await signIn(publicKey, loginName, password));
      return true;
    } catch (error) {
      setProblem(messageOf(error));
      setIsBusy(false);
      return false;
    }
  };

  if (wasSignedIn && !isQuestion) {
    return <Navigate replace to={target} />;
  }
  return (
    <div className={styles['page']}>
      <section className={styles['art']} aria-label={t('common:productName')}>
        <div className={styles['glow']} aria-hidden />
        <div className={styles['intro']}>
          <BrandMark size={48} />
          <h1>{t('common:productName')}</h1>
          <p>{t('identity:slogan')}</p>
        </div>
        <LoginFooter configs={configs.data} />
      </section>
      <main className={styles['side']}>
        <div className={styles['box']}>
          <h2>{isQuestion ? t('identity:switchTitle') : t('identity:signIn')}</h2>
          <p className={styles['hint']} role="status">
            {isBusy && code !== null && t('identity:signingIn')}
            {!(isBusy && code !== null) && !isQuestion && t('identity:signInHint')}
          </p>
          {(problem ?? signOutReason) && (
            <p
              role="alert"
              className={`${styles['notice']} ${problem === null ? '' : styles['problem']}`}
            >
              {problem ?? signOutReason}
            </p>
          )}
          {isQuestion ? (
            <SwitchUser
              userName={readUserName()}
              isBusy={isBusy}
              onStay={() => void goOn()}
              onSwitch={() => void enterByCode(code)}
            />
          ) : (
            <LoginForm isBusy={isBusy} onSubmit={submit} />
          )}
          <div className={styles['choices']}>
            <button
              type="button"
              aria-label={theme.name === 'light' ? t('shell:themeToDark') : t('shell:themeToLight')}
              onClick={() => theme.choose(theme.name === 'light' ? 'dark' : 'light')}
            >
              <PlainIcon of={theme.name === 'light' ? moonIcon : sunIcon} />
            </button>
            <button type="button" onClick={() => void switchLanguage()}>
              {t('identity:otherLanguage')}
            </button>
          </div>
        </div>
      </main>
    </div>
  );
}
