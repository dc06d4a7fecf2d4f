export { EmbeddedPostgres } from './embedded-postgres.js';
