import {
  copyrightLength,
  endpoints,
  recordNumberLength,
  type PublicConfigs,
} from '@clusterdesk/contracts';
import { Alert, Button, Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callWithMessage } from '../../../shared/api/call.js';
import { queryOptionsOf } from '../../../shared/api/query.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { FieldPair } from '../../../shared/ui/form/field-pair.js';
import { TheirValues } from '../../../shared/ui/form/source/their-values.js';
import { useFormChanges } from '../../../shared/ui/form/source/use-form-changes.js';
import {
  mapSource,
  useFormSource,
  type FormSource,
} from '../../../shared/ui/form/source/use-form-source.js';
import { useUnsavedWork } from '../../../shared/ui/form/unsaved-work.js';
import { useSubmit } from '../../../shared/ui/form/use-submit.js';
import { PageState } from '../../../shared/ui/state/page-state.js';
import { textsOf, valuesOf, type BrandingValues } from './branding-values.js';
import styles from './copyright.module.css';
import { LogoField, type LogoChange } from './logo-field.js';

const { save, uploadLogo, removeLogo, uploadPoliceIcon, removePoliceIcon } = endpoints.branding;

/** Sends what was changed: the pictures first, since one may be refused. */
async function send(changed: Partial<BrandingValues>): Promise<{ result: null; message: string }> {
  let answer = await sendPicture(changed.logo, uploadLogo, removeLogo);
  answer = (await sendPicture(changed.policeIcon, uploadPoliceIcon, removePoliceIcon)) ?? answer;
  const texts = textsOf(changed);
  answer = texts ? await callWithMessage(save, texts) : answer;
  return { result: null, message: answer?.message ?? '' };
}

async function sendPicture(
  change: LogoChange | undefined,
  upload: typeof uploadLogo | typeof uploadPoliceIcon,
  remove: typeof removeLogo | typeof removePoliceIcon,
): Promise<{ message: string } | null> {
  if (change === undefined) {
    return null;
  }
  return change === 'builtIn'
    ? callWithMessage(remove, {})
    : callWithMessage(upload, { file: change });
}

function BrandingForm({ source }: { source: FormSource<PublicConfigs> }): ReactNode {
  const { t } = useTranslation('licence');
  const [form] = Form.useForm<BrandingValues>();
  const values = mapSource<PublicConfigs, BrandingValues>(source, valuesOf);
  const changes = useFormChanges(form, values);
  useUnsavedWork(changes.isDirty);
  const saving = useAction(send, { invalidates: [endpoints.operations.publicConfigs] });
  const { submit, isBusy, problem } = useSubmit(form, async (filled: BrandingValues) => {
    const changed = changes.changedIn(filled);
    if (Object.keys(changed).length > 0) {
      await saving.submit(changed);
      form.setFieldValue('logo', undefined);
      form.setFieldValue('policeIcon', undefined);
      changes.markSaved();
    }
  });
  const field = (name: keyof BrandingValues, label: string, most: number): ReactNode => (
    <Form.Item name={name} label={label}>
      <Input maxLength={most} autoComplete="off" />
    </Form.Item>
  );
  return (
    <Form<BrandingValues>
      form={form}
      layout="vertical"
      className={styles['form'] ?? ''}
      initialValues={values.first}
      onFinish={(filled) => void submit(filled)}
      onFieldsChange={changes.keepNotes}
      aria-busy={isBusy}
    >
      {problem && <Alert type="error" showIcon title={problem} role="alert" />}
      {changes.takeTheirs && <TheirValues onTake={changes.takeTheirs} />}
      <FieldPair>
        {field('cnCopyright', t('copyright_cn'), copyrightLength)}
        {field('enCopyright', t('copyright_en'), copyrightLength)}
      </FieldPair>
      <FieldPair>
        {field('cnDomain', t('domainNumber_cn'), recordNumberLength)}
        {field('enDomain', t('domainNumber_en'), recordNumberLength)}
      </FieldPair>
      <FieldPair>
        {field('cnPolice', t('policeNumber_cn'), recordNumberLength)}
        {field('enPolice', t('policeNumber_en'), recordNumberLength)}
      </FieldPair>
      <Form.Item name="policeIcon" label={t('policeIcon')} extra={t('policeIconHint')}>
        <LogoField kind="policeIcon" current={source.now.copyrightInfo.cn.policeRegistrationIcon} />
      </Form.Item>
      <Form.Item name="logo" label={t('logo')} extra={t('logoHint')}>
        <LogoField kind="logo" current={source.now.logoBase64Images} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={isBusy}>
        {t('submit')}
      </Button>
    </Form>
  );
}

/** Copyright, record numbers and logo; for the login name `develop` only, as the server decides, too. */
export function BrandingCard(): ReactNode {
  const { t } = useTranslation('licence');
  const query = useFormSource(queryOptionsOf(endpoints.operations.publicConfigs, {}));
  return (
    <section className={`card ${styles['card']}`}>
      <h2>{t('branding')}</h2>
      <p className="soft">{t('brandingHint')}</p>
      <PageState isInCard query={query}>
        {(source) => <BrandingForm source={source} />}
      </PageState>
    </section>
  );
}
