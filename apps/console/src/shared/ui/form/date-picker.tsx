import { DatePicker as AntDatePicker } from 'antd';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn.js';
import type { ComponentProps, ReactNode } from 'react';
import { useLanguage } from '../../i18n/i18n.js';

/**
 * antd's date picker in the language in use. The names of months and days, and the first day of the week, it takes from
 * dayjs, which is told here: pages without dates do not fetch it.
 */
export function DatePicker(props: ComponentProps<typeof AntDatePicker>): ReactNode {
  const language = useLanguage();
  dayjs.locale(language === 'cn' ? 'zh-cn' : 'en');
  return <AntDatePicker {...props} />;
}
