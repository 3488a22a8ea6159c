import { Button } from 'antd';
import { useEffect, useEffectEvent, type ComponentType, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeSlot, useCode } from '../lib/code/code-slot.js';
import { useMessages } from './messages/messages.js';

interface LateProps {
  /** Stands in its place until the code is there. */
  pending?: ReactNode;
  /** What stands in its place where the code cannot be had; otherwise a note, and a way to try again. */
  missing?: (again: () => Promise<void>) => ReactNode;
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
 * A component whose code is fetched when it is first drawn: for what a page shows only after the user asked for it. When it
 * cannot be had, its place says so and offers to try again, which happens by itself when the network is back; who gives
 * `onMissing` draws something that somebody waits for, and hears of it instead.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & LateProps> {
  const slot = new CodeSlot(load);
  return function Late({ pending, missing, onMissing, ...props }: Props & LateProps): ReactNode {
    const { t } = useTranslation('common');
    const { message } = useMessages();
    const { code: Loaded, isMissing, again } = useCode(slot);
    useEffect(() => void again(), [again]);
    const giveUp = useEffectEvent((): void => {
      if (onMissing) {
        void message.error(t('codeUnavailable'));
        onMissing();
      }
    });
    useEffect(() => {
      if (isMissing) {
        giveUp();
      }
    }, [isMissing]);
    if (Loaded) {
      // What is left of the props is what the component takes; the compiler cannot subtract from `Props`.
      return <Loaded {...(props as unknown as Props)} />;
    }
    if (!isMissing || onMissing) {
      return pending;
    }
    return missing?.(again) ?? <PartMissing onRetry={() => void again()} />;
  };
}
