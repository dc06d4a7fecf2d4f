export { authentication, type JwtIssuer, jwtIssuer, type JwtIssuerSettings } from './authentication.js';
export { database, type PostgresOptions, type ServerConnection } from './database.js';
export { mail } from './mail.js';
export {
  type Checked,
  converted,
  flag,
  type Given,
  type Group,
  integer,
  isSetting,
  oneOf,
  type Setting,
  text,
  value,
} from './setting.js';
export { type DeclaredField, Layout, Settings, settings, SettingsError } from './settings.js';
