import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { Settings } from '../platform/config/index.js';
import { AccessControl } from '../platform/http/index.js';
import type { Persistence } from '../platform/persistence/index.js';
import { FirstAccess } from './application/first-access.js';
import { IdentityQueries } from './application/identity.queries.js';
import { ExternalUserService } from './application/external-user.service.js';
import { UserExport } from './application/user-export.js';
import { UserExportController } from './http/user-export.controller.js';
import { TokenService } from './application/token.service.js';
import { UserErasure } from './application/user-erasure.js';
import { UserService } from './application/user.service.js';
import { AccessTokenRepository } from './domain/access-token.repository.js';
import { AccessTokenVerifier, HostAccessTokenVerifier } from './domain/access-token-verifier.js';
import { hasTokenPrefix } from './domain/token-text.js';
import { UserIdentityRepository } from './domain/user-identity.repository.js';
import { HostUserDirectory, UserDirectory } from './domain/user-directory.js';
import { UserSource } from './domain/user-source.js';
import { UserRepository } from './domain/user.repository.js';
import { BearerAccess } from './http/bearer-access.js';
import { MeController } from './http/me.controller.js';
import { ProtectedResourceController } from './http/protected-resource.controller.js';
import { ProtectedResourceMetadata } from './http/protected-resource.metadata.js';
import { TokensController } from './http/tokens.controller.js';
import { UsersController } from './http/users.controller.js';
import { JwtAccessTokenVerifier } from './network/jwt-access-token-verifier.js';
import { ErasureJobs } from './persistence/erasure-jobs.js';
import { accessTokenSchema, userSchema } from './persistence/identity.schema.js';
import { Identity1763600001000 } from './persistence/migrations/identity-1763600001000.js';
import { Identity1763700001000 } from './persistence/migrations/identity-1763700001000.js';
import { Identity1763700008000 } from './persistence/migrations/identity-1763700008000.js';
import { SqlUserDirectory } from './persistence/sql-user-directory.js';
import { HostUserView } from './persistence/host-user-view.js';
import { SqlIdentityQueries } from './persistence/sql-identity.queries.js';
import { SqlUserIdentityRepository } from './persistence/sql-user-identity.repository.js';
import { StoredAccessTokenVerifier } from './persistence/stored-access-token-verifier.js';
import { TypeormAccessTokenRepository } from './persistence/typeorm-access-token.repository.js';
import { TypeormUserRepository } from './persistence/typeorm-user.repository.js';

/** Users and access tokens. Global, since the operations of all modules require the access that it controls. */
@Global()
@Module({
  controllers: [MeController, TokensController, UsersController, UserExportController],
  providers: [
    UserService,
    UserErasure,
    ErasureJobs,
    UserExport,
    TokenService,
    FirstAccess,
    ProtectedResourceMetadata,
    { provide: AccessControl, useClass: BearerAccess },
    {
      provide: UserSource,
      inject: [Settings],
      useFactory: ({ usersView }: Settings) => new UserSource(usersView ?? null),
    },
    SqlUserDirectory,
    {
      provide: UserDirectory,
      inject: [SqlUserDirectory, { token: HostUserDirectory, optional: true }],
      useFactory: (stored: UserDirectory, ofHost?: UserDirectory) => ofHost ?? stored,
    },
    HostUserView,
    { provide: UserRepository, useClass: TypeormUserRepository },
    { provide: AccessTokenRepository, useClass: TypeormAccessTokenRepository },
    ExternalUserService,
    { provide: UserIdentityRepository, useClass: SqlUserIdentityRepository },
    StoredAccessTokenVerifier,
    JwtAccessTokenVerifier,
    {
      provide: AccessTokenVerifier,
      inject: [
        StoredAccessTokenVerifier,
        JwtAccessTokenVerifier,
        { token: HostAccessTokenVerifier, optional: true },
      ],
      useFactory: combineVerifiers,
    },
    { provide: IdentityQueries, useClass: SqlIdentityQueries },
  ],
  exports: [FirstAccess, UserErasure, UserExport, UserService, AccessControl, ProtectedResourceMetadata],
})
export class IdentityModule implements OnModuleInit {
  static readonly persistence: Persistence = {
    schemas: [userSchema, accessTokenSchema],
    migrations: [Identity1763600001000, Identity1763700001000, Identity1763700008000],
  };

  constructor(private readonly hostUserView: HostUserView) {}

  async onModuleInit(): Promise<void> {
    await this.hostUserView.apply();
  }
}

/** Returns a verifier of the tokens of the service, of identity providers, and of the host application if it provides one. */
function combineVerifiers(
  stored: AccessTokenVerifier,
  jwt: JwtAccessTokenVerifier,
  ofHost?: AccessTokenVerifier,
): AccessTokenVerifier {
  const verify = (token: string) => (jwt.handles(token) ? jwt.verify(token) : stored.verify(token));
  if (!ofHost) return { verify };
  return {
    verify: async (token) => (hasTokenPrefix(token) ? null : await ofHost.verify(token)) ?? verify(token),
  };
}

/** The metadata of this API at its well-known path, which is outside of the path of the other operations. */
@Module({ controllers: [ProtectedResourceController] })
export class ProtectedResourceModule {}
