import { Button } from 'antd';
import type { ReactNode } from 'react';
import styles from './files.module.css';

interface ToolButtonProps {
  label: string;
  icon: ReactNode;
  isDangerous?: boolean;
  onClick: () => void;
}

/** A button of the toolbar; on a narrow screen its icon alone, with the word as its title. */
export function ToolButton({ label, icon, isDangerous, onClick }: ToolButtonProps): ReactNode {
  return (
    <Button
      className={`${styles['tool']} ${isDangerous ? styles['delete'] : ''}`}
      icon={icon}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <span className={styles['toolWord']}>{label}</span>
    </Button>
  );
}
