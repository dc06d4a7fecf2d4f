import { DeclaredFields } from '../../../project/index.js';

/** The fields that the application around the service declares for the comments of all projects. */
export class CommentFields extends DeclaredFields {}
