import { answerCodes, type Language, type LocalizedText } from '@clusterdesk/contracts';
import { domainError, DomainError } from '../../../platform/http/domain-error.js';

/** Some of the new values break their rules, or belong to no setting; `fields` says what is wrong with each, by its key. */
export class SettingsRefusedError extends DomainError {
  constructor(fields: Readonly<Record<string, LocalizedText>>, language: Language) {
    const keys = Object.keys(fields);
    super(
      'SETTINGS_REFUSED',
      answerCodes.invalid,
      {
        cn: `未保存：${keys.length} 项设置的值无效，请修改后重试`,
        en: `Nothing was saved: correct the settings that are marked (${keys.length}).`,
      },
      {
        fields: Object.fromEntries(keys.map((key) => [key, fields[key]?.[language] ?? ''])),
      },
    );
  }
}

export class NoMailServerError extends domainError('SETTINGS_NO_MAIL', answerCodes.conflict, {
  cn: '尚未设置邮件服务器，请先填写并保存',
  en: 'No mail server is set. Enter one and save first.',
}) {}

export class NoSmsGatewayError extends domainError('SETTINGS_NO_SMS', answerCodes.conflict, {
  cn: '尚未设置短信网关，请先填写并保存',
  en: 'No SMS gateway is set. Enter one and save first.',
}) {}

/** The mail server or the SMS gateway did not take the message. */
export class MessageNotSentError extends DomainError {
  constructor(reason: LocalizedText) {
    super('SETTINGS_MESSAGE_NOT_SENT', answerCodes.conflict, {
      cn: `未能发送：${reason.cn}`,
      en: `Not sent: ${reason.en}`,
    });
  }
}
