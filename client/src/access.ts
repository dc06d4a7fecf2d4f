import type { Member, Token } from './generated/types.js';

/** The role of a member in a project. */
export type Role = Member['role'];

/** What an access token permits. */
export type Scope = Token['scope'];
