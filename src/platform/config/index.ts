export type { DeclaredField } from './declared-field.js';
export type { JwtIssuer } from './jwt-issuer.js';
export { Layout, type ServerConnection, Settings, SettingsError, type TokenFrom } from './settings.js';
