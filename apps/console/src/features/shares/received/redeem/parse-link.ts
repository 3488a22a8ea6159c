/** What a pasted text says of a link; null: nothing. */
export interface LinkParts {
  id: string | null;
  code: string | null;
}

/** A share's id is 16 random bytes in base64url. */
const bareId = /(?<![\w-])[\w-]{22}(?![\w-])/;
const idInLink = /[?&]id=([\w-]+)/;
const codeInLink = /[?&]verification=([A-Za-z0-9]+)/;
/** As the platform and others write it beside a link. */
const namedCode = /(?:提取码|验证码|校验码|code|password)\s*[:：]\s*([A-Za-z0-9]{4,16})/i;

/** Finds the id and the code in what somebody was sent: the copied text, the link alone, or the bare id. */
export const parseLink = (text: string): LinkParts => ({
  id: idInLink.exec(text)?.[1] ?? bareId.exec(text)?.[0] ?? null,
  code: codeInLink.exec(text)?.[1] ?? namedCode.exec(text)?.[1] ?? null,
});
