import {
  applicationActions,
  type ApplicationAction,
  type ApplicationNode,
  type ApplicationPlan,
  type HostApplication,
  type InstallStatus,
  type Language,
  type LocalizedText,
} from '@clusterdesk/contracts';
import type { ApplicationCounts, NodeRow, PlannedRow } from './application.repository.js';
import { digestOf, type Manifest } from './catalogue/manifest.js';
import { reasonSentence } from './runs/run-reasons.js';

/** 2 while a node runs a script, 1 when all online nodes have it, else 0 (contract: Cluster). */
export function installStatusOf({
  online,
  installed,
  working,
}: Pick<ApplicationCounts, 'online' | 'installed' | 'working'>): InstallStatus {
  if (working > 0) {
    return 2;
  }
  return online > 0 && installed === online ? 1 : 0;
}

const actionWords: Record<ApplicationAction, LocalizedText> = {
  install: { cn: '安装', en: 'Installing' },
  uninstall: { cn: '卸载', en: 'Uninstalling' },
  update: { cn: '更新', en: 'Updating' },
};

function actionOf({ failedActions }: Pick<ApplicationCounts, 'failedActions'>): LocalizedText {
  const [first] = failedActions;
  return first && failedActions.length === 1
    ? actionWords[first]
    : { cn: '操作', en: 'The last script' };
}

function whyOf({ reasons }: Pick<ApplicationCounts, 'reasons'>): LocalizedText {
  return reasons.length === 1
    ? reasonSentence(reasons[0] ?? '')
    : { cn: '原因不一，见各节点结果', en: 'for different reasons; see the results by node.' };
}

/** Why it is not on all nodes; null: it is on none, and nothing was tried. */
function reasonOf(counts: ApplicationCounts): LocalizedText | null {
  const { online, installed, outdated, failed } = counts;
  if (failed > 0) {
    const what = actionOf(counts);
    const why = whyOf(counts);
    return {
      cn: `${what.cn}在 ${online} 个在线节点中的 ${failed} 个上失败：${why.cn}`,
      en: `${what.en} failed on ${failed} of ${online} online nodes: ${why.en}`,
    };
  }
  if (online === 0) {
    return { cn: '没有适用的在线节点', en: 'No suitable node is online.' };
  }
  if (outdated > 0) {
    return {
      cn: `${online} 个在线节点中有 ${outdated} 个是其他版本，可更新`,
      en: `${outdated} of ${online} online nodes have another version; update them.`,
    };
  }
  return installed > 0
    ? {
        cn: `${online} 个在线节点中只有 ${installed} 个已安装`,
        en: `Installed on only ${installed} of ${online} online nodes.`,
      }
    : null;
}

export function toHostApplication(
  { name, version, type, description, kinds }: Manifest,
  counts: ApplicationCounts,
  language: Language,
): HostApplication {
  const { online, installed, outdated, failed, working } = counts;
  const installStatus = installStatusOf(counts);
  return {
    name,
    version,
    type,
    description: description[language] || description.en || description.cn,
    descriptions: description,
    kinds,
    installStatus,
    message: installStatus === 0 ? (reasonOf(counts)?.[language] ?? '') : '',
    nodes: { online, installed, outdated, failed, working },
    targets: {
      install: online,
      uninstall: counts.removable,
      update: counts.updatable,
      retry: counts.retryable,
    },
  };
}

export function toApplicationNode(
  { reason, ...node }: NodeRow,
  language: Language,
): ApplicationNode {
  return { ...node, message: reasonSentence(reason)[language] };
}

/** What an action would run, and where. */
export function toApplicationPlan(
  manifest: Manifest,
  action: ApplicationAction | 'retry',
  rows: readonly PlannedRow[],
): ApplicationPlan {
  const nodes = rows.map(({ online, failed, mayStillRun, ...node }) => ({
    ...node,
    action: action === 'retry' ? (failed ?? 'install') : action,
    state: !online
      ? ('offline' as const)
      : mayStillRun
        ? ('stillRunning' as const)
        : ('ready' as const),
  }));
  const isMeant = (one: ApplicationAction): boolean =>
    action === 'retry' ? nodes.some((node) => node.action === one) : one === action;
  return {
    scripts: applicationActions
      .filter(isMeant)
      .map((one) => ({ action: one, script: manifest[one] })),
    digest: digestOf(manifest),
    nodes,
  };
}
