import type { Operation } from '../../shared/operation.js';

/** Desktop and compute nodes in the log. */
export const nodeOperations: readonly Operation[] = [
  {
    calls: ['/desktop/add', '/calculation/add'],
    name: { cn: '添加、修改或分配节点', en: 'Add, change or assign a node' },
    done: { cn: '修改了节点{{object}}', en: 'changed the node {{object}}' },
    // Adding, editing and assigning are one call: a new node has nothing before it.
    variants: [
      {
        fits: ({ details }) => details?.['after'] !== undefined && details['before'] === undefined,
        done: { cn: '添加了节点{{object}}', en: 'added the node {{object}}' },
      },
      {
        fits: ({ changed }) => changed.length > 0 && changed.every((name) => name === 'users'),
        done: { cn: '修改了节点{{object}}的用户', en: 'changed the users of the node {{object}}' },
      },
    ],
  },
  {
    calls: ['/desktop/delete', '/calculation/delete'],
    name: { cn: '删除节点', en: 'Delete a node' },
    done: { cn: '删除了节点{{object}}', en: 'deleted the node {{object}}' },
  },
  {
    calls: ['/desktop/enrol', '/calculation/enrol'],
    name: { cn: '生成注册命令', en: 'Create an enrollment command' },
    done: {
      cn: '为节点{{object}}生成了注册命令',
      en: 'created an enrollment command for the node {{object}}',
    },
  },
  {
    calls: ['/desktop/revoke', '/calculation/revoke'],
    name: { cn: '吊销代理', en: 'Revoke an agent' },
    done: { cn: '吊销了节点{{object}}的代理', en: 'revoked the agent of the node {{object}}' },
  },
  {
    calls: ['/calculation/hold'],
    name: { cn: '暂停或恢复向节点分配任务', en: 'Take a node out of service' },
    done: {
      cn: '修改了是否向节点{{object}}分配任务',
      en: 'changed whether the node {{object}} is in service',
    },
  },
  {
    calls: ['node.enrolled'],
    name: { cn: '节点接入', en: 'Enroll a node' },
    done: { cn: '节点{{object}}已接入', en: 'enrolled the node {{object}}' },
  },
  {
    calls: ['node.cloned'],
    name: { cn: '发现克隆节点', en: 'Find a cloned node' },
    done: {
      cn: '发现多台主机使用节点{{object}}的凭据',
      en: 'found several hosts using the credentials of the node {{object}}',
    },
  },
  {
    calls: ['/idw/closeDesktop'],
    name: { cn: '关闭桌面会话', en: 'Close a desktop session' },
    done: { cn: '关闭了{{object}}的桌面会话', en: 'closed the desktop session of {{object}}' },
  },
  {
    calls: ['/thirdparty/jumpNode', '/thirdparty/jumpTarget'],
    name: { cn: '打开外部站点', en: 'Open a site' },
    done: { cn: '打开了外部站点{{object}}', en: 'opened the site {{object}}' },
  },
];
