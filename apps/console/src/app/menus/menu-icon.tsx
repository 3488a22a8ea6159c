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
import { pagePaths } from '../../shared/paths.js';
import { shellRoutes } from '../features.js';

/** The icons by the names that routes give (`feature.ts`): those are facts, and bring no picture. */
const icons = {
  appstore: AppstoreOutlined,
  audit: AuditOutlined,
  bars: BarsOutlined,
  bgColors: BgColorsOutlined,
  cloudServer: CloudServerOutlined,
  customerService: CustomerServiceOutlined,
  desktop: DesktopOutlined,
  fileText: FileTextOutlined,
  folderOpen: FolderOpenOutlined,
  inbox: InboxOutlined,
  lineChart: LineChartOutlined,
  menu: MenuOutlined,
  playCircle: PlayCircleOutlined,
  project: ProjectOutlined,
  safety: SafetyOutlined,
  setting: SettingOutlined,
  shareAlt: ShareAltOutlined,
  solution: SolutionOutlined,
  team: TeamOutlined,
  user: UserOutlined,
  userSwitch: UserSwitchOutlined,
} satisfies Record<string, ComponentType>;

export type MenuIconName = keyof typeof icons;

/** Icons of menus in the footer navigation that stand for a whole area. */
const areaIcons: Partial<Record<string, ComponentType>> = {
  [pagePaths.managedProjects]: ClusterOutlined,
  [pagePaths.desktops]: CloudServerOutlined,
  [pagePaths.monitoring]: FundOutlined,
};

/** A menu's icon: the uploaded picture, else the one of its page. */
export function MenuIcon({ menu, isArea }: { menu: MenuNode; isArea?: boolean }): ReactNode {
  const url = iconUrl(menu.menuIcon);
  if (url) {
    const size = '1.2em'; // Beside the drawn icons, which are as large as their words.
    return <img src={url} alt="" style={{ width: size, height: size, borderRadius: 4 }} />;
  }
  const path = pathOf(menu.menuUrl);
  const name = shellRoutes.find((route) => route.path === path)?.icon;
  const Icon =
    (isArea ? (areaIcons[`/${menu.id}`] ?? areaIcons[path]) : undefined) ??
    (name && icons[name]) ??
    ApiOutlined;
  return <Icon />;
}
