import type { LocalizedText } from '@clusterdesk/contracts';
import { SmsRefused } from './mail-and-sms.service.js';

/** How much of what a mail server says is passed on. */
const mostSaid = 300;

const reasons: Readonly<Record<string, LocalizedText>> = {
  EDNS: {
    cn: '找不到该主机名，请检查地址',
    en: 'No host of this name was found. Check the address.',
  },
  ECONNECTION: {
    cn: '无法连接，请检查地址、端口和防火墙',
    en: 'It cannot be reached. Check address, port and firewall.',
  },
  ETIMEDOUT: {
    cn: '没有及时应答，请检查地址、端口和加密方式',
    en: 'It did not answer in time. Check address, port and security.',
  },
  ETLS: {
    cn: '无法建立加密连接，请检查加密方式和服务器证书',
    en: 'No secure connection came about. Check the kind of security and the certificate of the server.',
  },
  EAUTH: {
    cn: '用户名或密码未被接受',
    en: 'It did not accept the user name or the password.',
  },
  EENVELOPE: {
    cn: '发件人或收件人地址未被接受',
    en: 'It did not accept the address of the sender or of the recipient.',
  },
  EMESSAGE: { cn: '邮件未被接受', en: 'It did not accept the mail.' },
  EPROTOCOL: {
    cn: '应答不符合邮件协议，请检查地址、端口和加密方式',
    en: 'It does not answer as a mail server does. Check address, port and security.',
  },
};

/** By the names that the operating system gives, where a library passes them on. */
const sameAs: Readonly<Record<string, string>> = {
  ENOTFOUND: 'EDNS',
  EAI_AGAIN: 'EDNS',
  ECONNREFUSED: 'ECONNECTION',
  EHOSTUNREACH: 'ECONNECTION',
  ENETUNREACH: 'ECONNECTION',
  ECONNRESET: 'ECONNECTION',
  ESOCKET: 'ECONNECTION',
  UND_ERR_SOCKET: 'ECONNECTION',
  UND_ERR_CONNECT_TIMEOUT: 'ETIMEDOUT',
  ENOAUTH: 'EAUTH',
  EREQUIRETLS: 'ETLS',
};

const other: LocalizedText = {
  cn: '发送失败，请检查设置',
  en: 'Sending failed. Check the settings.',
};

/** Why a message did not go out, in plain words, with what the server at the other end said itself; never its address. */
export function explainMessageFailure(error: unknown): LocalizedText {
  if (error instanceof SmsRefused) {
    return {
      cn: `网关以 HTTP ${error.status} 拒绝，请检查地址`,
      en: `The gateway refused with HTTP ${error.status}. Check the address.`,
    };
  }
  const reason = reasonOf(error);
  const said = fieldOf(error, 'response').replaceAll(/\s+/g, ' ').slice(0, mostSaid);
  return said === ''
    ? reason
    : { cn: `${reason.cn}（对方应答：${said}）`, en: `${reason.en} It said: ${said}` };
}

function reasonOf(error: unknown): LocalizedText {
  // A wrong or missing certificate, or no TLS at that port, comes as a fault of the socket.
  if (/\b(certificate|SSL|TLS|wrong version)\b/i.test(fieldOf(error, 'message'))) {
    return reasons['ETLS'] ?? other;
  }
  if (fieldOf(error, 'name') === 'TimeoutError') {
    return reasons['ETIMEDOUT'] ?? other;
  }
  // What the operating system said is more exact than what a library calls it.
  const codes = [
    fieldOf(valueOf(error, 'cause'), 'code'),
    fieldOf(error, 'errno'),
    fieldOf(error, 'code'),
  ];
  const known = codes.map((code) => reasons[sameAs[code] ?? code]).find((reason) => reason);
  return known ?? other;
}

function fieldOf(error: unknown, name: string): string {
  const value = valueOf(error, name);
  return typeof value === 'string' ? value : '';
}

const valueOf = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
