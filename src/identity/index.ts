export { FirstAccess } from './access-tokens/application/first-access.js';
export type { AccountRecord, TokenRecord } from './users/application/identity.queries.js';
export { type TokenOrder, TokenService } from './access-tokens/application/token.service.js';
export {
  type ContentOfUser,
  type Erasure,
  PersonalData,
  type UserExportFilter,
  type UserRecordReader,
} from './users/application/personal-data.js';
export { type UserDataRecord, UserExport } from './users/application/user-export.js';
export { type ProfileKey, UserService } from './users/application/user.service.js';
export {
  type Caller,
  callerOf,
  includesScope,
  type Permission,
  type ProjectRole,
  type Scope,
} from './authentication/domain/caller.js';
export {
  type HostPerson,
  HostTokenVerifier,
  type HostUser,
} from './authentication/domain/host-token-verifier.js';
export {
  EmailTaken,
  IdentityProviderUnavailable,
  InsufficientScope,
  UserNotFound,
  UsersManagedElsewhere,
} from './users/domain/identity.errors.js';
export { ProjectDirectory } from './users/domain/project-directory.js';
export { isMistypedToken } from './access-tokens/domain/token-text.js';
export { HostUserDirectory } from './users/domain/user-directory.js';
export {
  externalIdRules,
  knownEmailRules,
  type UserByReference,
  type UserChanges,
  userRules,
  validOrEmpty,
} from './users/domain/user.js';
export {
  type AuthenticatedRequest,
  CurrentCaller,
  ReachedByBoundTokens,
  RequirePermission,
  requireAccess,
} from './authentication/http/access.decorators.js';
export { accessNote } from './authentication/http/access.note.js';
export { identityFieldErrors } from './users/http/identity.problems.js';
export { PublicUserResponse, UserReference, UserResponse } from './users/http/user.dto.js';
export { resolveMe, UserIdParam, userIdParameter, userIdOr, userIdRules } from './users/http/user-id.js';
export { IdentityModule, ProtectedResourceModule } from './identity.module.js';
