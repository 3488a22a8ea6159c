import moonIcon from '@ant-design/icons-svg/es/asn/MoonOutlined';
import sunIcon from '@ant-design/icons-svg/es/asn/SunOutlined';
import { limits, shareVisitorEndpoints, type EndpointResult } from '@clusterdesk/contracts';
import {
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
  type FormEvent,
  type ReactNode,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { messageOf } from '../../../shared/api/api-error.js';
import { call } from '../../../shared/api/call.js';
import { changeLanguage, currentLanguage } from '../../../shared/i18n/i18n.js';
import { useThemeChoice } from '../../../shared/theme/theme-context.js';
import { PlainIcon } from '../../../shared/ui/layout/plain-icon.js';
import { isolated } from './isolated.js';
import { FileDrop } from './file-drop.js';
import { SentFiles } from './sent-files.js';
import { isUnderWay, VisitorUploads } from './visitor-uploads.js';
import styles from './drop-page.module.css';

type Box = EndpointResult<typeof shareVisitorEndpoints.lookAtDropBox>;

/** The code after the `#`, which browsers send to nobody; it is taken out of the address at once, so that it does not stay there. */
function useCodeOfFragment(): string {
  const [code] = useState(() => decodeFragment(window.location.hash.slice(1)));
  useEffect(() => {
    if (window.location.hash !== '') {
      const { pathname, search } = window.location;
      window.history.replaceState(window.history.state, '', pathname + search);
    }
  }, []);
  return code;
}

function decodeFragment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** What leaves the page while files are under way asks first. */
function useLeaveWarning(isNeeded: boolean): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    if (isNeeded) {
      window.addEventListener('beforeunload', warn);
    }
    return () => window.removeEventListener('beforeunload', warn);
  }, [isNeeded]);
}

interface CodeFormProps {
  isBusy: boolean;
  problem: string;
  onCode: (code: string) => void;
}

function CodeForm({ isBusy, problem, onCode }: CodeFormProps): ReactNode {
  const { t } = useTranslation('dropBox');
  const id = useId();
  const [code, setCode] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsMissing(code.trim() === '');
    if (code.trim() !== '' && !isBusy) {
      onCode(code.trim());
    }
  };
  return (
    <form noValidate aria-busy={isBusy} onSubmit={submit}>
      <p className={styles['soft']}>{t('enterCode')}</p>
      <label htmlFor={id}>{t('code')}</label>
      <input
        id={id}
        value={code}
        maxLength={64}
        autoFocus
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        aria-invalid={isMissing || problem !== ''}
        aria-describedby={`${id}-problem`}
        onChange={({ target }) => setCode(target.value)}
      />
      <p id={`${id}-problem`} role="alert" className={styles['problem']}>
        {isMissing ? t('codeMissing') : problem}
      </p>
      <button type="submit" className={styles['primary']} aria-disabled={isBusy}>
        {t(isBusy ? 'opening' : 'open')}
      </button>
    </form>
  );
}

/** The name that the owner of the box is told; it goes with the first file, and stays as it was then. */
function NameField({
  sharer,
  isFixed,
  onName,
}: {
  sharer: string;
  isFixed: boolean;
  onName: (name: string) => void;
}): ReactNode {
  const { t } = useTranslation('dropBox');
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{t('name')}</label>
      <input
        id={id}
        maxLength={limits.visitorNameLength}
        autoComplete="name"
        readOnly={isFixed}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onName(target.value)}
      />
      <p id={`${id}-hint`} className={styles['soft']}>
        {t('nameHint', { sharer })}
      </p>
    </>
  );
}

/** What a visitor sees of a drop box: who asks, what it is called, and the own files on their way. */
function OpenBox({ id, code, box }: { id: string; code: string; box: Box }): ReactNode {
  const { t } = useTranslation('dropBox');
  const name = useRef('');
  const [uploads] = useState(
    () =>
      new VisitorUploads(
        async () =>
          (await call(shareVisitorEndpoints.enterDropBox, { id, code, name: name.current })).ticket,
      ),
  );
  const files = useSyncExternalStore(uploads.subscribe, uploads.list);
  useLeaveWarning(files.some((file) => isUnderWay(file) || file.state === 'waiting'));
  const sharer = isolated(box.sharer);
  return (
    <>
      <h1>{t('asks', { sharer, title: isolated(box.title) })}</h1>
      <p className={styles['soft']}>{t('blind')}</p>
      <NameField
        sharer={sharer}
        isFixed={files.length > 0}
        onName={(given) => {
          name.current = given;
        }}
      />
      <FileDrop onFiles={(chosen) => uploads.add(chosen)} />
      {files.length > 0 && <SentFiles files={files} uploads={uploads} />}
    </>
  );
}

function Choices(): ReactNode {
  const { t } = useTranslation(['identity', 'shell']);
  const theme = useThemeChoice();
  const isLight = theme.name === 'light';
  return (
    <div className={styles['choices']}>
      <button
        type="button"
        aria-label={t(isLight ? 'shell:themeToDark' : 'shell:themeToLight')}
        onClick={() => theme.choose(isLight ? 'dark' : 'light')}
      >
        <PlainIcon of={isLight ? moonIcon : sunIcon} />
      </button>
      <button
        type="button"
        onClick={() => void changeLanguage(currentLanguage() === 'cn' ? 'en' : 'cn')}
      >
        {t('identity:otherLanguage')}
      </button>
    </div>
  );
}

/** Where people without an account add files to a drop box. No session is asked for, and none is made. */
export function DropPage(): ReactNode {
  const { t } = useTranslation('dropBox');
  const { id = '' } = useParams();
  const sentCode = useCodeOfFragment();
  const [isBusy, setIsBusy] = useState(sentCode !== '');
  const [problem, setProblem] = useState('');
  const [open, setOpen] = useState<{ code: string; box: Box } | null>(null);

  const look = async (code: string): Promise<void> => {
    setIsBusy(true);
    setProblem('');
    try {
      setOpen({ code, box: await call(shareVisitorEndpoints.lookAtDropBox, { id, code }) });
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setIsBusy(false);
    }
  };
  const isAsked = useRef(false);
  useEffect(() => {
    if (sentCode !== '' && !isAsked.current) {
      isAsked.current = true;
      void look(sentCode);
    }
  });

  return (
    <main className={styles['page']}>
      <div className={styles['box']}>
        {open ? (
          <OpenBox id={id} {...open} />
        ) : (
          <>
            <h1>{t('title')}</h1>
            <CodeForm isBusy={isBusy} problem={problem} onCode={(code) => void look(code)} />
          </>
        )}
        <Choices />
      </div>
    </main>
  );
}
