export {
  type DeclaredField,
  Layout,
  type ServerConnection,
  Settings,
  SettingsError,
  type TokenFrom,
  type JwtIssuer,
} from './settings.js';
