import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Environment, EnvironmentError } from '../config/index.js';

/** Prefix of encrypted secrets. Texts without it were stored before a key was set. */
const prefix = 'sealed:1:';

const algorithm = 'aes-256-gcm';
const [nonceLength, tagLength] = [12, 16];

/**
 * Encrypts secrets for storage by AES-256-GCM with a random nonce and a key that scrypt derives from `SECRETS_KEY`.
 * Without that setting secrets are stored as they are.
 */
@Injectable()
export class SecretBox {
  private readonly key: Buffer | undefined;

  constructor({ secretsKey }: Environment) {
    // A constant salt is sufficient, because the setting is a random key rather than a password.
    this.key = secretsKey === undefined ? undefined : scryptSync(secretsKey, 'secret-box', 32);
  }

  /**
   * Returns the text in encrypted form. `''` stays `''`.
   *
   * @param stored the current value in the database, which is returned if it decrypts to the same text
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

  /** Returns the decrypted text. @throws EnvironmentError if it was encrypted with another key */
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

  /** Returns an SQL condition that is true for encrypted values of the column. */
  static isSealed(column: string): string {
    return `starts_with(${column}, '${prefix}')`;
  }
}
