export { FirstAccess } from './application/first-access.js';
export type { AccountRecord, TokenRecord } from './application/identity.queries.js';
export { type TokenOrder, TokenService } from './application/token.service.js';
export { type ContentOfUser, type Eraser, type Erasure, UserErasure } from './application/user-erasure.js';
export { type UserDataRecord, UserExport } from './application/user-export.js';
export { type ProfileKey, UserService } from './application/user.service.js';
export {
  type Caller,
  callerOf,
  includesScope,
  type Permission,
  type ProjectRole,
  type Scope,
} from './domain/caller.js';
export { type HostPerson, HostTokenVerifier, type HostUser } from './domain/host-token-verifier.js';
export {
  EmailTaken,
  IdentityProviderUnavailable,
  InsufficientScope,
  UserNotFound,
  UsersManagedElsewhere,
} from './domain/identity.errors.js';
export { ProjectDirectory } from './domain/project-directory.js';
export { isMistypedToken } from './domain/token-text.js';
export { HostUserDirectory, UserDirectory } from './domain/user-directory.js';
export {
  addressOf,
  externalIdRules,
  knownEmailRules,
  type UserByReference,
  type UserChanges,
  userRules,
  validOrEmpty,
} from './domain/user.js';
export {
  type AuthenticatedRequest,
  CurrentCaller,
  ReachedByBoundTokens,
  RequirePermission,
} from './http/access.decorators.js';
export { accessNote } from './http/access.note.js';
export { requireAccess } from './http/bearer-access.js';
export { identityFieldErrors } from './http/identity.problems.js';
export { UserReference } from './http/identity.requests.js';
export { PublicUserResponse, UserResponse } from './http/identity.responses.js';
export { resolveMe, UserIdParam, userIdParameter, userIdOr, userIdRules } from './http/user-id.js';
export { IdentityModule, ProtectedResourceModule } from './identity.module.js';
