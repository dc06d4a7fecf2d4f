import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Environment, EnvironmentError } from '../config/index.js';

/** What sealed texts begin with. Others are plain: from before there was a key. */
const prefix = 'sealed:1:';

const algorithm = 'aes-256-gcm';
const [nonceLength, tagLength] = [12, 16];

/**
 * Encrypts the secrets that have to be stored in a form in which they can be used again: AES-256-GCM with a random nonce
 * and a key that scrypt makes of `SECRETS_KEY`. Without that setting they are stored as they are.
 */
@Injectable()
export class SecretBox {
  private readonly key: Buffer | undefined;

  constructor({ secretsKey }: Environment) {
    // The salt need not differ between instances: the setting is no password that many would choose.
    this.key = secretsKey === undefined ? undefined : scryptSync(secretsKey, 'secret-box', 32);
  }

  /**
   * The text as it is to be stored. `''` stays `''`: there is nothing to hide.
   *
   * @param stored what is stored now: it is given back where it says the same, so that nothing seems to change
   */
  seal(text: string, stored?: string | null): string {
    if (text.startsWith(prefix)) throw new Error(`A secret cannot begin with ${prefix}`);
    if (this.key === undefined || text === '') return text;
    if (stored?.startsWith(prefix) && this.open(stored) === text) return stored;
    const nonce = randomBytes(nonceLength);
    const cipher = createCipheriv(algorithm, this.key, nonce);
    const sealed = Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
    return `${prefix}${sealed.toString('base64')}`;
  }

  /** The text that was stored. @throws EnvironmentError where it was sealed with another key */
  open(stored: string): string {
    if (!stored.startsWith(prefix)) return stored;
    try {
      const sealed = Buffer.from(stored.slice(prefix.length), 'base64');
      const decipher = createDecipheriv(algorithm, this.key ?? '', sealed.subarray(0, nonceLength));
      decipher.setAuthTag(sealed.subarray(-tagLength));
      const text = decipher.update(sealed.subarray(nonceLength, -tagLength));
      return Buffer.concat([text, decipher.final()]).toString();
    } catch {
      throw new EnvironmentError(
        'SECRETS_KEY must be the one that the secrets in the database were encrypted with.',
      );
    }
  }

  /** SQL for whether what is stored in a column is sealed. */
  static isSealed(column: string): string {
    return `starts_with(${column}, '${prefix}')`;
  }
}
