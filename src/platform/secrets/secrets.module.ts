import { Global, Module } from '@nestjs/common';
import { SecretBox } from './secret-box.js';
import { StoredSecrets } from './stored-secrets.js';

/** Provides the encryption of stored secrets to every module. */
@Global()
@Module({ providers: [SecretBox, StoredSecrets], exports: [SecretBox, StoredSecrets] })
export class SecretsModule {}
