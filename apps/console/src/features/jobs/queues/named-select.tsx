import { keepPreviousData, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { useDebouncedValue } from '../../../shared/lib/dom/use-debounced-value.js';
import { FailureNote } from '../../../shared/ui/state/failure-note.js';
import type { Named } from './queue-values.js';

interface NamedSelectProps<Row, Answer> {
  /** Given by the form item around it, as the next two. */
  id?: string;
  value?: readonly Named[];
  onChange?: (value: readonly Named[]) => void;
  /** Those whose name holds a text, as the server finds them. */
  find: (name: string) => UseQueryOptions<Answer, Error, Row[]>;
  named: (row: Row) => Named;
  placeholder: string;
  /** Says that none has such a name. */
  none: string;
  /** Says that they could not be loaded. */
  notLoaded: string;
}

/** The longest name that one can look for. */
const longestName = 64;

/** Chooses several among many, which the server searches; what was chosen stays, whatever is searched next. */
export function NamedSelect<Row, Answer = Row[]>(props: NamedSelectProps<Row, Answer>): ReactNode {
  const { id, value = [], onChange, find, named } = props;
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const name = useDebouncedValue(typed.trim().slice(0, longestName));
  const found = useQuery({ ...find(name), enabled: isOpen, placeholderData: keepPreviousData });
  return (
    <>
      <Select<{ value: string; label: ReactNode }[]>
        {...(id === undefined ? {} : { id })}
        mode="multiple"
        labelInValue
        allowClear
        maxTagCount={20}
        placeholder={props.placeholder}
        value={value.map((chosen) => ({ value: chosen.id, label: chosen.name }))}
        onChange={(chosen) =>
          onChange?.(chosen.map((item) => ({ id: item.value, name: String(item.label) })))
        }
        showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
        onOpenChange={setIsOpen}
        loading={isOpen && found.isFetching}
        notFoundContent={found.data ? props.none : null}
        options={(found.data ?? []).map(named).map((item) => ({
          value: item.id,
          label: item.name,
        }))}
      />
      <FailureNote query={found} what={props.notLoaded} />
    </>
  );
}
