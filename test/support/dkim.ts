import { createHash, verify } from 'node:crypto';

/**
 * Returns whether a mail is signed by DKIM (RFC 6376) with a key, by the algorithm `rsa-sha256` and with the canonicalization
 * `relaxed/relaxed`.
 *
 * @param source the mail as it was delivered; what servers on its way have added at the beginning is not signed
 * @param publicKey PEM
 */
export function isSignedBy(source: string, publicKey: string): boolean {
  const mail = source.replaceAll(/\r?\n/g, '\r\n');
  const end = mail.indexOf('\r\n\r\n');
  const fields = mail.slice(0, end).split(/\r\n(?![ \t])/);
  const ownField = fields.find((field) => nameOf(field) === 'dkim-signature') ?? '';
  const tags = new Map(
    valueOf(ownField)
      .split(';')
      .map((tag) => [
        tag.slice(0, tag.indexOf('=')).trim(),
        tag.slice(tag.indexOf('=') + 1).replaceAll(/\s/g, ''),
      ]),
  );
  if (tags.get('a') !== 'rsa-sha256' || tags.get('c') !== 'relaxed/relaxed') return false;
  const bodyHash = createHash('sha256')
    .update(relaxedBody(mail.slice(end + 4)))
    .digest('base64');
  const waiting = fields.toReversed();
  const signed = tags
    .get('h')!
    .split(':')
    .flatMap((name) => {
      const index = waiting.findIndex((field) => nameOf(field) === name.toLowerCase());
      return index < 0 ? [] : waiting.splice(index, 1).map(relaxedField);
    });
  const unsigned = relaxedField(ownField.replace(/([;\s]b=)[^;]*/, '$1'));
  const data = Buffer.from([...signed, unsigned].join('\r\n'));
  return (
    tags.get('bh') === bodyHash && verify('sha256', data, publicKey, Buffer.from(tags.get('b')!, 'base64'))
  );
}

const nameOf = (field: string): string => field.slice(0, field.indexOf(':')).trim().toLowerCase();

const valueOf = (field: string): string => field.slice(field.indexOf(':') + 1);

const relaxedField = (field: string): string =>
  `${nameOf(field)}:${valueOf(field)
    .replaceAll('\r\n', '')
    .replaceAll(/[ \t]+/g, ' ')
    .trim()}`;

function relaxedBody(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replaceAll(/[ \t]+/g, ' ').trimEnd());
  while (lines.at(-1) === '') lines.pop();
  return lines.map((line) => `${line}\r\n`).join('');
}
