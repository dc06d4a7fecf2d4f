import { runCommand } from './run-command.js';
import { Settings, SettingsError } from '../platform/config/index.js';
import { StoredSecrets } from '../platform/secrets/index.js';

// Encrypts all stored secrets with SECRETS_KEY. SECRETS_KEY_PREVIOUS is not needed afterwards.
await runCommand(async (app) => {
  if (app.get(Settings).secretsKey === undefined) throw new SettingsError('SECRETS_KEY must be set.');
  const changed = await app.get(StoredSecrets).reseal();
  console.log(`Encrypted the secrets of ${changed} records again. All are encrypted with SECRETS_KEY.`);
}, 'Not all secrets have been encrypted again. Run the command again.');
