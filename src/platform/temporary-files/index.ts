export { openTemporaryFile } from './temporary-file.js';
