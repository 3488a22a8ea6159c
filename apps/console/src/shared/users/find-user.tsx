import type { UserOption } from '@clusterdesk/contracts';
import { keepPreviousData, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDebouncedValue } from '../lib/dom/use-debounced-value.js';
import { FailureNote } from '../ui/state/failure-note.js';
import { personWithAccount } from './person-name.js';

interface FindUserProps<Answer> {
  /** Given by the form item around it. */
  id?: string;
  /** What the field is called where no form item names it. */
  label?: string;
  /** Users whose name holds a text, as the server finds them. */
  find: (name: string) => UseQueryOptions<Answer, Error, UserOption[]>;
  /** Suggested before anybody else. */
  recent?: readonly UserOption[];
  /** Not offered: who is chosen already. */
  exceptIds?: ReadonlySet<string>;
  /** The keyboard begins here, once; not where it would cover the page. */
  takesFocus?: boolean;
  onPick: (user: UserOption) => void;
}

/** The longest name that one can look for. */
const longestName = 64;

const holds = ({ userName, realName }: UserOption, part: string): boolean =>
  `${userName} ${realName ?? ''}`.toLowerCase().includes(part.toLowerCase());

/**
 * One user by typing a part of the name: Enter takes the first, who is marked. Until the server has answered, only those are
 * offered of whom it is known that they match, so that Enter never takes somebody else.
 */
export function FindUser<Answer = UserOption[]>(props: FindUserProps<Answer>): ReactNode {
  const { id, label, find, recent = [], exceptIds, takesFocus = false } = props;
  const { t } = useTranslation('common');
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().slice(0, longestName);
  const asked = useDebouncedValue(wanted);
  // Who types after a pick may have opened the list before the select says that the pick has closed it.
  const isLooking = isOpen || wanted !== '';
  const found = useQuery({ ...find(asked), enabled: isLooking, placeholderData: keepPreviousData });
  const isSettled = asked === wanted && !found.isPlaceholderData && found.data !== undefined;

  const isOffered = (user: UserOption): boolean => !exceptIds?.has(user.id);
  const first = recent.filter((user) => isOffered(user) && holds(user, wanted));
  const firstIds = new Set(first.map((user) => user.id));
  const others = (found.data ?? []).filter(
    (user) => isOffered(user) && !firstIds.has(user.id) && (isSettled || holds(user, wanted)),
  );
  const optionsOf = (users: readonly UserOption[]) =>
    users.map((user) => ({ value: user.id, label: personWithAccount(user) }));
  const pick = (userId: string): void => {
    const user = [...first, ...others].find((offered) => offered.id === userId);
    setTyped('');
    if (user) {
      props.onPick(user);
    }
  };
  // The list takes whoever is marked by Tab, too: who only goes through the form has meant nobody.
  const leave = (event: KeyboardEvent): void => {
    if (event.key === 'Tab' && wanted === '') {
      event.stopPropagation();
    }
  };
  return (
    <>
      <div onKeyDownCapture={leave}>
        <Select<string | null>
          {...(id !== undefined && { id })}
          {...(label !== undefined && { 'aria-label': label })}
          value={null}
          autoFocus={takesFocus && !matchMedia('(pointer: coarse)').matches}
          placeholder={t('findUser')}
          style={{ width: '100%' }}
          showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
          onOpenChange={setIsOpen}
          loading={isLooking && !isSettled}
          notFoundContent={t(
            found.error ? 'usersNotLoaded' : isSettled ? 'noUserMatch' : 'loading',
          )}
          options={
            first.length === 0
              ? optionsOf(others)
              : [
                  { label: t('recentUsers'), options: optionsOf(first) },
                  ...(others.length === 0
                    ? []
                    : [{ label: t('otherUsers'), options: optionsOf(others) }]),
                ]
          }
          onSelect={(userId) => userId !== null && pick(userId)}
        />
      </div>
      <FailureNote query={found} what={t('usersNotLoaded')} />
    </>
  );
}
