export { copyDatabase, type CopiedTable, NotCopied } from './persistence/copy-database.js';
