import { LoadingOutlined } from '@ant-design/icons';
import type { ConfigProviderProps } from 'antd';

/**
 * How every button of antd is. The sign of a busy one is decoration, for its form or dialog says that it is busy. antd's own
 * sign would belong to the button's name, and where its last transition is cut short it stays there, unseen, for good.
 */
export const buttonDefaults: NonNullable<ConfigProviderProps['button']> = {
  autoInsertSpace: false,
  loadingIcon: <LoadingOutlined />,
};
