import { CloseOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons';
import { limits } from '@clusterdesk/contracts';
import { Button } from 'antd';
import { useCallback, useEffect, useMemo, useState, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useLanguage } from '../../shared/i18n/i18n.js';
import { BrandMark } from '../../shared/ui/layout/brand-mark.js';
import { EmptyState } from '../../shared/ui/feedback/empty-state.js';
import { paths } from '../../shared/paths.js';
import { MenuIcon } from '../menus/menu-icon.js';
import { MenuLink } from '../menus/menu-link.js';
import { entriesOf, menuLabel } from '../menus/menu-tree.js';
import { useMenus } from '../menus/menus-context.js';
import { paged } from './tiles.js';
import styles from './workbench-page.module.css';

/** The workbench: every menu as a tile, 15 a page (spec part 1 §2). Clicking elsewhere or Escape leaves it. */
export function WorkbenchPage(): ReactNode {
  const language = useLanguage();
  const { t } = useTranslation(['shell', 'common']);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const menus = useMenus();
  const pages = useMemo(() => paged(entriesOf(menus), limits.workbenchTilesPerPage), [menus]);
  const [page, setPage] = useState(0);
  const shown = Math.min(page, Math.max(0, pages.length - 1));

  const leave = useCallback(() => {
    // A page opened directly has nothing before it to go back to.
    const hasBefore = window.history.state?.idx > 0;
    void (search.get('isLogin') === 'true' || !hasBefore ? navigate(paths.myFiles) : navigate(-1));
  }, [navigate, search]);
  const turn = useCallback(
    (step: number) => setPage((current) => Math.max(0, Math.min(pages.length - 1, current + step))),
    [pages.length],
  );

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') {
        leave();
      } else if (event.key === 'PageDown' || event.key === 'PageUp') {
        event.preventDefault();
        turn(event.key === 'PageDown' ? 1 : -1);
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [leave, turn]);

  const onClick = (event: MouseEvent): void => {
    if (!(event.target as Element).closest('a, button')) {
      leave();
    }
  };
  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- Escape does the same, from anywhere
    <main className={styles['page']} onClick={onClick}>
      <header className={styles['head']}>
        <BrandMark size={28} />
        <h1>{t('common:productName')}</h1>
        <Button
          type="text"
          className={styles['close'] ?? ''}
          icon={<CloseOutlined />}
          aria-label={t('shell:closeWorkbench')}
          onClick={leave}
        />
      </header>
      {pages.length === 0 && (
        <EmptyState title={t('shell:noTiles')} hint={t('shell:noTilesHint')} />
      )}
      <div className={styles['window']}>
        <div className={styles['strip']} style={{ transform: `translateX(-${shown * 100}%)` }}>
          {pages.map((tiles, index) => (
            <ul key={index} className={styles['tiles']} inert={index !== shown}>
              {tiles.map((menu, place) => (
                <li key={menu?.id ?? place}>
                  {menu ? (
                    <MenuLink menu={menu} className={`card ${styles['tile']}`}>
                      <span aria-hidden>
                        <MenuIcon menu={menu} />
                      </span>
                      {menuLabel(menu, language)}
                    </MenuLink>
                  ) : (
                    <div className={`${styles['tile']} ${styles['empty']}`} aria-hidden />
                  )}
                </li>
              ))}
            </ul>
          ))}
        </div>
      </div>
      {pages.length > 1 ? (
        <nav className={styles['dots']}>
          <Button
            type="text"
            icon={<LeftOutlined />}
            aria-label={t('shell:previousPage')}
            disabled={shown === 0}
            onClick={() => turn(-1)}
          />
          {pages.map((_, index) => (
            <button
              key={index}
              type="button"
              className={styles['dot']}
              aria-label={t('shell:page', { page: index + 1 })}
              aria-current={index === shown ? 'page' : undefined}
              onClick={() => setPage(index)}
            />
          ))}
          <Button
            type="text"
            icon={<RightOutlined />}
            aria-label={t('shell:nextPage')}
            disabled={shown === pages.length - 1}
            onClick={() => turn(1)}
          />
        </nav>
      ) : (
        <span className={styles['dots']} />
      )}
    </main>
  );
}
