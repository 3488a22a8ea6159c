import {
  ApiOutlined,
  AppstoreOutlined,
  AuditOutlined,
  BarsOutlined,
  BgColorsOutlined,
  CloudServerOutlined,
  ClusterOutlined,
  CustomerServiceOutlined,
  DesktopOutlined,
  FileTextOutlined,
  FolderOpenOutlined,
  FundOutlined,
  InboxOutlined,
  LineChartOutlined,
  MenuOutlined,
  PlayCircleOutlined,
  ProjectOutlined,
  SafetyOutlined,
  SettingOutlined,
  ShareAltOutlined,
  SolutionOutlined,
  TeamOutlined,
  UserOutlined,
  UserSwitchOutlined,
} from '@ant-design/icons';
import type { MenuNode } from '@clusterdesk/contracts';
import type { ComponentType, ReactNode } from 'react';
import { iconUrl } from '../../shared/menus/icon-url.js';
import { pathOf } from '../../shared/menus/menu-leaves.js';

const icons: Record<string, ComponentType> = {
  '/myDoc': FolderOpenOutlined,
  '/myShare': ShareAltOutlined,
  '/receiveShare': InboxOutlined,
  '/managementProject': ProjectOutlined,
  '/joinProject': SolutionOutlined,
  '/aduitProject': AuditOutlined,
  '/userList': TeamOutlined,
  '/desktopDot': DesktopOutlined,
  '/onlineUser': UserOutlined,
  '/calculateDot': CloudServerOutlined,
  '/queueManangement': BarsOutlined,
  '/taskManangement': PlayCircleOutlined,
  '/myDesktops': DesktopOutlined,
  '/platformMonitoring': LineChartOutlined,
  '/applicationList': AppstoreOutlined,
  '/roleManagement': UserSwitchOutlined,
  '/menuManagement': MenuOutlined,
  '/authManagement': SafetyOutlined,
  '/logManagement': FileTextOutlined,
  '/themeManagement': BgColorsOutlined,
  '/systemeManagement': SettingOutlined,
  '/contactPage': CustomerServiceOutlined,
};

/** Icons of menus in the footer navigation that stand for a whole area. */
const areaIcons: Record<string, ComponentType> = {
  '/managementProject': ClusterOutlined,
  '/desktopDot': CloudServerOutlined,
  '/platformMonitoring': FundOutlined,
};

/** A menu's icon: the uploaded picture, else the one of its page. */
export function MenuIcon({ menu, isArea }: { menu: MenuNode; isArea?: boolean }): ReactNode {
  const url = iconUrl(menu.menuIcon);
  if (url) {
    const size = '1.2em'; // Beside the drawn icons, which are as large as their words.
    return <img src={url} alt="" style={{ width: size, height: size, borderRadius: 4 }} />;
  }
  const path = pathOf(menu.menuUrl);
  const Icon =
    (isArea ? (areaIcons[`/${menu.id}`] ?? areaIcons[path]) : undefined) ??
    icons[path] ??
    ApiOutlined;
  return <Icon />;
}
