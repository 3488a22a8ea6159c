import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { roleNameOf } from './role-name.js';
import { roleList } from '../api/role-queries.js';
import { FailureNote } from '../../../shared/ui/state/failure-note.js';

interface RoleSelectProps<Value> {
  mode?: 'multiple';
  /** Given by the form item around it. */
  id?: string;
  value?: Value;
  onChange?: (value: Value) => void;
}

/** Chooses among the roles there are. */
export function RoleSelect<Value extends string | string[]>({
  value,
  onChange,
  ...props
}: RoleSelectProps<Value>): ReactNode {
  const { t } = useTranslation('roles');
  const roles = useQuery(roleList());
  // Who goes through them by key meets administrators last.
  const options = (roles.data ?? [])
    .toSorted((a, b) => Number(a.isSystemAdministrator) - Number(b.isSystemAdministrator))
    .map((role) => ({
      value: role.id,
      label: role.isSystemAdministrator
        ? `${roleNameOf(role)} · ${t('allPermissions')}`
        : roleNameOf(role),
    }));
  return (
    <>
      <Select<Value>
        {...props}
        {...(value === undefined ? {} : { value })}
        {...(onChange ? { onChange } : {})}
        loading={roles.isPending}
        showSearch={{ optionFilterProp: 'label' }}
        options={options}
      />
      <FailureNote query={roles} what={t('notLoaded')} />
    </>
  );
}
