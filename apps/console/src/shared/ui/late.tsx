import { App } from 'antd';
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface LateProps {
  /** The code cannot be had, and the user has been told: whoever waits for an answer gives up. */
  onMissing?: () => void;
}

/**
 * A component whose code is fetched when it is first drawn: for what a page shows only after the user asked for it. Until the
 * code is there nothing is drawn; when it cannot be had, a message says so, and the next time it is drawn it is tried again.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & LateProps> {
  let loaded: ComponentType<Props> | null = null;
  return function Late({ onMissing, ...props }: Props & LateProps): ReactNode {
    const { t } = useTranslation('common');
    const { message } = App.useApp();
    const [Loaded, setLoaded] = useState(() => loaded);
    useEffect(() => {
      let isWanted = true;
      if (!loaded) {
        load().then(
          (component) => {
            loaded = component;
            if (isWanted) {
              setLoaded(() => component);
            }
          },
          () => {
            if (isWanted) {
              void message.error(t('codeUnavailable'));
              onMissing?.();
            }
          },
        );
      }
      return () => {
        isWanted = false;
      };
      // Once for as long as it is drawn.
      // eslint-disable-next-line react-hooks/exhaustive-deps
    }, []);
    // What is left of the props without `onMissing` is what the component takes; the compiler cannot subtract from `Props`.
    return Loaded && <Loaded {...(props as unknown as Props)} />;
  };
}
