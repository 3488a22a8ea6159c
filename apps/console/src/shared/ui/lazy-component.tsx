import { Button } from 'antd';
import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useMessages } from './messages/messages.js';

interface LateProps {
  /** The code cannot be had, and the user has been told: whoever waits for an answer gives up. */
  onMissing?: () => void;
}

/** Stands where a part of a page could not be fetched: the rest of the page goes on. */
function PartMissing({ onRetry }: { onRetry: () => void }): ReactNode {
  const { t } = useTranslation('common');
  return (
    <span role="status">
      {t('codeUnavailable')}{' '}
      <Button type="link" size="small" onClick={onRetry}>
        {t('retry')}
      </Button>
    </span>
  );
}

/**
 * A component whose code is fetched when it is first drawn: for what a page shows only after the user asked for it. Until the
 * code is there `fallback` is drawn. When it cannot be had, its place says so and offers to try again, which happens by itself
 * when the network is back; who gives `onMissing` draws something that somebody waits for, and hears of it instead.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props & LateProps> {
  let loaded: ComponentType<Props> | null = null;
  return function Late({ onMissing, ...props }: Props & LateProps): ReactNode {
    const { t } = useTranslation('common');
    const { message } = useMessages();
    const [Loaded, setLoaded] = useState(() => loaded);
    const [isMissing, setIsMissing] = useState(false);
    const isDrawn = useRef(false);
    const giveUp = useRef<(() => void) | null>(null);
    useEffect(() => {
      giveUp.current = onMissing
        ? () => {
            void message.error(t('codeUnavailable'));
            onMissing();
          }
        : null;
    });
    const fetchCode = useCallback(async (): Promise<void> => {
      try {
        loaded ??= await load();
        if (isDrawn.current) {
          setLoaded(() => loaded);
        }
      } catch {
        if (isDrawn.current) {
          setIsMissing(true);
          giveUp.current?.();
        }
      }
    }, []);
    useEffect(() => {
      isDrawn.current = true;
      void fetchCode();
      return () => {
        isDrawn.current = false;
      };
    }, [fetchCode]);
    useEffect(() => {
      if (!isMissing) {
        return undefined;
      }
      const onOnline = (): void => void fetchCode();
      window.addEventListener('online', onOnline);
      return () => window.removeEventListener('online', onOnline);
    }, [isMissing, fetchCode]);
    if (Loaded) {
      // What is left of the props without `onMissing` is what the component takes; the compiler cannot subtract from `Props`.
      return <Loaded {...(props as unknown as Props)} />;
    }
    return isMissing && !onMissing ? <PartMissing onRetry={() => void fetchCode()} /> : fallback;
  };
}
