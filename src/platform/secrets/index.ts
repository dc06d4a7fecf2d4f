export { SecretBox } from './secret-box.js';
export { SecretsModule } from './secrets.module.js';
export { StoredSecrets } from './stored-secrets.js';
