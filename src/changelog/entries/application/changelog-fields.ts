import { DeclaredFields } from '../../../project/index.js';

/** The fields that the application around the service declares for the changelog entries of all projects. */
export class ChangelogFields extends DeclaredFields {}
