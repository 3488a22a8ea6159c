import { endpoints, type MenuInfo, type MenuNode } from '@clusterdesk/contracts';
import { Checkbox, Form, Input, Radio, TreeSelect } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldPair } from '../../../shared/ui/form/field-pair.js';
import { FormPage } from '../../../shared/ui/form/form-page.js';
import { mapSource, type FormSource } from '../../../shared/ui/form/source/use-form-source.js';
import { paths } from '../../../shared/paths.js';
import { useIsAdministrator } from '../../../shared/users/use-is-administrator.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { schemaRule } from '../../../shared/ui/form/schema-rule.js';
import { queriesOfMenus } from '../api/shown.js';
import { requiredRule } from '../form-rules.js';
import { isMenuUrl, possibleParents } from './menu-rows.js';
import { IconField } from './icon-field.js';
import { nameOf } from './menu-columns.js';

const { shape } = endpoints.menus.save.input;
const menuTypes = [1, 2, 3] as const;
const urlFaults = { 1: 'urlMustBePath', 2: 'urlMustBeHttp', 3: 'urlMustBeEither' } as const;
const topLevelId = '0';

interface Values {
  menuName: string;
  menuNameEn?: string;
  menuUrl: string;
  menuType: 1 | 2 | 3;
  parentId: string;
  menuIcon: string;
  /** Not in the form of who may not set it. */
  allowFiles?: boolean;
}

interface Choice {
  value: string;
  title: string;
  children: Choice[];
}

const toChoice = (menu: MenuNode): Choice => ({
  value: menu.id,
  title: nameOf(menu),
  children: menu.children.map(toChoice),
});

interface MenuFormProps {
  tree: readonly MenuNode[];
  /** The menu to change; absent: a new one. */
  source?: FormSource<MenuInfo>;
  /** Where a new menu hangs. */
  parentId: string | null;
}

/** The form of a menu (spec part 2 §2, /editMenu). */
export function MenuForm({ tree, source, parentId }: MenuFormProps): ReactNode {
  const menu = source?.now;
  const { t } = useTranslation(['menus', 'common']);
  const [form] = Form.useForm<Values>();
  const menuType = Form.useWatch('menuType', form) ?? menu?.menuType ?? 1;
  const isAdministrator = useIsAdministrator();
  const parents = [
    {
      value: topLevelId,
      title: t('topLevel'),
      children: possibleParents(tree, menu?.id ?? null).map(toChoice),
    },
  ];
  const save = useAction(endpoints.menus.save, {
    invalidates: queriesOfMenus,
    done: t('common:saved'),
  });
  return (
    <FormPage<Values>
      form={form}
      title={menu ? t('editMenu') : t('addMenu')}
      backTo={paths.menus}
      backLabel={t('title')}
      width="columns"
      submitLabel={menu ? undefined : t('common:add')}
      source={source && mapSource(source, (info) => ({ ...info, menuIcon: info.menuIcon ?? '' }))}
      initialValues={{ menuType: 1, parentId: parentId ?? topLevelId, menuIcon: '' }}
      onSubmit={async (values, changed) => {
        await save.submit(menu ? { id: menu.id, ...changed } : values);
        return paths.menus;
      }}
    >
      <FieldPair>
        <Form.Item
          name="menuName"
          label={t('menuName')}
          required
          rules={[schemaRule(shape.menuName, { empty: t('menuNameRequired') })]}
        >
          <Input autoFocus maxLength={64} autoComplete="off" />
        </Form.Item>
        <Form.Item name="menuNameEn" label={t('menuNameEn')} extra={t('menuNameEnHint')}>
          <Input maxLength={64} autoComplete="off" />
        </Form.Item>
      </FieldPair>
      <Form.Item
        name="menuType"
        label={t('menuType')}
        extra={t(`typeHint_${menuType}`)}
        rules={[{ required: true, message: t('menuTypeRequired') }]}
      >
        <Radio.Group
          options={menuTypes.map((type) => ({ value: type, label: t(`type_${type}`) }))}
        />
      </Form.Item>
      <Form.Item
        name="menuUrl"
        label={t('menuUrl')}
        required
        dependencies={['menuType']}
        rules={[
          // Of the type as the form holds it: what this page shows of it comes a moment later.
          ({ getFieldValue }) => {
            const type = getFieldValue('menuType') as Values['menuType'];
            return requiredRule(
              t('menuUrlRequired'),
              (url) => isMenuUrl(url, type),
              t(urlFaults[type]),
            );
          },
        ]}
      >
        <Input maxLength={1000} autoComplete="off" spellCheck={false} />
      </Form.Item>
      {isAdministrator && menuType !== 1 && (
        <Form.Item name="allowFiles" valuePropName="checked" extra={t('allowFilesHint')}>
          <Checkbox>{t('allowFiles')}</Checkbox>
        </Form.Item>
      )}
      <Form.Item name="parentId" label={t('parent')}>
        <TreeSelect
          treeData={parents}
          treeDefaultExpandAll
          showSearch={{ treeNodeFilterProp: 'title' }}
        />
      </Form.Item>
      <Form.Item name="menuIcon" label={t('icon')} extra={t('iconHint')}>
        <IconField />
      </Form.Item>
    </FormPage>
  );
}
