import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { limits, type WorkbenchFigures } from '@clusterdesk/contracts';
import { Button } from 'antd';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isTyping } from '../../shared/lib/dom/is-typing.js';
import { EmptyState } from '../../shared/ui/state/empty-state.js';
import { entriesOf } from '../../shared/menus/menu-leaves.js';
import { useMenus } from '../menus/menus-context.js';
import { Tile } from './tile.js';
import { paged } from './tiles.js';
import styles from './workbench-page.module.css';

/** Every menu as a tile, 15 a page; PageUp and PageDown turn it (spec part 1 §2). */
export function TilePages({ facts }: { facts: WorkbenchFigures | undefined }): ReactNode {
  const { t } = useTranslation(['shell', 'common']);
  const menus = useMenus();
  const pages = useMemo(() => paged(entriesOf(menus), limits.workbenchTilesPerPage), [menus]);
  const [page, setPage] = useState(0);
  const shown = Math.min(page, Math.max(0, pages.length - 1));
  const turn = useCallback(
    (step: number) => setPage((current) => Math.max(0, Math.min(pages.length - 1, current + step))),
    [pages.length],
  );
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isTurn = event.key === 'PageDown' || event.key === 'PageUp';
      if (isTurn && pages.length > 1 && !event.defaultPrevented && !isTyping(event.target)) {
        event.preventDefault();
        turn(event.key === 'PageDown' ? 1 : -1);
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [turn, pages.length]);

  if (pages.length === 0) {
    return <EmptyState title={t('noTiles')} hint={t('noTilesHint')} />;
  }
  return (
    <>
      <div className={styles['window']}>
        <div className={styles['strip']} style={{ transform: `translateX(-${shown * 100}%)` }}>
          {pages.map((tiles, index) => (
            <ul key={index} className={styles['tiles']} inert={index !== shown}>
              {tiles.map((menu, place) => (
                <li key={menu?.id ?? place}>
                  {menu ? (
                    <Tile menu={menu} facts={facts} />
                  ) : (
                    <div className={`${styles['tile']} ${styles['empty']}`} aria-hidden />
                  )}
                </li>
              ))}
            </ul>
          ))}
        </div>
      </div>
      {pages.length > 1 && (
        <nav className={styles['dots']} aria-label={t('tilePages')}>
          <Button
            type="text"
            icon={<LeftOutlined />}
            aria-label={t('common:previousPage')}
            disabled={shown === 0}
            onClick={() => turn(-1)}
          />
          {pages.map((_, index) => (
            <button
              key={index}
              type="button"
              className={styles['dot']}
              aria-label={t('page', { page: index + 1 })}
              aria-current={index === shown ? 'page' : undefined}
              onClick={() => setPage(index)}
            />
          ))}
          <Button
            type="text"
            icon={<RightOutlined />}
            aria-label={t('common:nextPage')}
            disabled={shown === pages.length - 1}
            onClick={() => turn(1)}
          />
        </nav>
      )}
    </>
  );
}
