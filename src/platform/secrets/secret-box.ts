import { createCipheriv, createDecipheriv, hash, randomBytes, scryptSync } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Settings, SettingsError } from '../config/index.js';

/** Begins encrypted secrets. Texts without it were stored before a key was set. */
const prefix = 'sealed:';

const algorithm = 'aes-256-gcm';
const [nonceLength, tagLength] = [12, 16];

interface Key {
  readonly id: string;
  readonly bytes: Buffer;
}

/**
 * Encrypts secrets for storage by AES-256-GCM with a random nonce and a key that scrypt derives from `SECRETS_KEY`.
 * Without that setting secrets are stored as they are. What `SECRETS_KEY_PREVIOUS` encrypted can be decrypted as well.
 *
 * The form is `sealed:2:<key id>:<base64>`; that of earlier releases, `sealed:1:<base64>`, does not name its key.
 */
@Injectable()
export class SecretBox {
  /**
   * A regular expression, for PostgreSQL and JavaScript, that matches an encrypted text; its first group is the version with
   * the id of the key.
   */
  static readonly pattern = `${prefix}(1|2:[0-9a-f]+):[A-Za-z0-9+/=]*`;

  /** The key that encrypts, and the others. */
  private readonly keys: readonly Key[];

  constructor({ secretsKey, secretsKeyPrevious }: Settings) {
    this.keys = [secretsKey, secretsKeyPrevious].flatMap((key) => (key === undefined ? [] : deriveKey(key)));
  }

  /**
   * Returns the text in encrypted form. `''` stays `''`.
   *
   * @param stored the current value in the database, which is returned if it is the same text under the same key
   */
  seal(text: string, stored?: string | null): string {
    if (text.startsWith(prefix)) throw new Error(`A secret cannot begin with ${prefix}`);
    const [key] = this.keys;
    if (key === undefined || text === '') return text;
    const header = `${prefix}2:${key.id}:`;
    if (stored?.startsWith(header) && this.open(stored) === text) return stored;
    const nonce = randomBytes(nonceLength);
    const cipher = createCipheriv(algorithm, key.bytes, nonce);
    const sealed = Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
    return `${header}${sealed.toString('base64')}`;
  }

  /** Returns the decrypted text. @throws SettingsError if it was encrypted with another key */
  open(stored: string): string {
    if (!stored.startsWith(prefix)) return stored;
    const [, version, id = '', data = id] = stored.split(':');
    const sealed = Buffer.from(data, 'base64');
    for (const key of this.keys.filter((each) => version === '1' || each.id === id)) {
      const text = decrypt(sealed, key);
      if (text !== null) return text;
    }
    throw new SettingsError(
      'SECRETS_KEY or SECRETS_KEY_PREVIOUS must be the one that the secrets in the database were encrypted with.',
    );
  }
}

function deriveKey(setting: string): Key {
  // A constant salt is sufficient, because the setting is a random key rather than a password.
  const bytes = scryptSync(setting, 'secret-box', 32);
  return { id: hash('sha256', bytes).slice(0, 8), bytes };
}

/** Returns null if the text was encrypted with another key, or is damaged. */
function decrypt(sealed: Buffer, key: Key): string | null {
  try {
    const decipher = createDecipheriv(algorithm, key.bytes, sealed.subarray(0, nonceLength), {
      authTagLength: tagLength,
    });
    decipher.setAuthTag(sealed.subarray(-tagLength));
    const text = decipher.update(sealed.subarray(nonceLength, -tagLength));
    return Buffer.concat([text, decipher.final()]).toString();
  } catch {
    return null;
  }
}
