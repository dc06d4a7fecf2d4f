export { copyDatabase, type CopiedTable, NotCopied } from './copy-database.js';
