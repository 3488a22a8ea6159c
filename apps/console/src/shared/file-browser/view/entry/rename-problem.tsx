import { Tooltip } from 'antd';
import type { ReactNode } from 'react';

/** What is wrong with a new name, below its field and above the rows around it. */
export const RenameProblem = ({ says }: { says: string }): ReactNode => (
  <Tooltip open title={says} placement="bottomLeft">
    <span />
  </Tooltip>
);
