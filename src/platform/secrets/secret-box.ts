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
 * The form is `sealed:2:<key id>:<base64>`, where 2 is its version.
 */
@Injectable()
export class SecretBox {
  /**
   * A regular expression, for PostgreSQL and JavaScript, that matches an encrypted text. Its groups are the id of the key and
   * the encrypted data.
   */
  static readonly pattern = `${prefix}2:([0-9a-f]+):([A-Za-z0-9+/=]*)`;

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
    const [, id, data = ''] = sealedText.exec(stored) ?? [];
    const key = this.keys.find((each) => each.id === id);
    const text = key ? decrypt(Buffer.from(data, 'base64'), key) : null;
    if (text !== null) return text;
    throw new SettingsError(
      (nameOf) =>
        `${nameOf('secretsKey')} or ${nameOf('secretsKeyPrevious')} must be the one that the secrets in the database ` +
        'were encrypted with.',
    );
  }
}

const sealedText = new RegExp(`^${SecretBox.pattern}$`);

function deriveKey(setting: string): Key {
  // scrypt, because the setting may be a passphrase. It has at least 32 characters, so a constant salt is sufficient.
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
